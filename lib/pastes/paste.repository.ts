/**
 * Pastes in the database. Each method is one statement, or one transaction whose statements carry
 * the condition themselves: who deletes a row is decided by the rows affected, never by an earlier read.
 */
import type { Database, Row, SqlValue, Statement } from '../db/database';
import { only } from '../db/database';
import type { EventRecorder, PasteEvent, RecordedPaste } from '../outbox/outbox.events';
import type { WrappedKey } from '../vault/vault';
import type { StoredChunk } from './paste.content';
import { LAST_EXPIRY_MS } from './paste.rules';

/** A paste without its content, as stored; times in ms since 1970. */
export interface PasteRow {
  publicId: string;
  ownerId: number | null;
  syntax: string;
  isE2ee: boolean;
  burnAfterRead: boolean;
  /** Deleted and extended only with its manage token. */
  isProtected: boolean;
  /** SHA-256 of the token that reading it needs; null: none. */
  readProof: Uint8Array | null;
  isWatched: boolean;
  viewCount: number;
  contentBytes: number;
  chunkCount: number;
  titleSealed: Uint8Array | null;
  wrappedKey: WrappedKey;
  createdAt: number;
  expiresAt: number | null;
}

export interface NewPaste {
  publicId: string;
  ownerId: number | null;
  syntax: string;
  isE2ee: boolean;
  burnAfterRead: boolean;
  contentBytes: number;
  chunkCount: number;
  titleSealed: Uint8Array | null;
  wrappedKey: WrappedKey;
  manageTokenHash: Uint8Array | null;
  readProof: Uint8Array | null;
  ttlMs: number | null;
}

/** A paste and whether anybody learns what becomes of it: its owner, or who may ask for the receipt of a burn paste. */
export interface WatchedPaste extends RecordedPaste {
  isWatched: boolean;
}

/** Counts over all pastes. */
export interface PasteTotals {
  pastes: number;
  /** UTF-8, before compression and encryption. */
  contentBytes: number;
  burnAfterRead: number;
  isE2ee: number;
  owned: number;
  /** Expired, and not yet removed by the worker. */
  expired: number;
  /** How long the longest expired one has been so. */
  longestExpiredMs: number;
}

/** Who may change a paste. */
export interface PasteRights extends WatchedPaste {
  ownerId: number | null;
  manageTokenHash: Uint8Array | null;
}

/** A paste whose upload was cut off is removed like an expired one; requests are cut off long before. */
const UPLOAD_TTL_MS = 3_600_000;

/** What `isWatched` is in SQL; nobody watches what its one reader is fetching: that it is gone has been told. */
const IS_WATCHED = `(p.claim_hash IS NULL AND (p.owner_id IS NOT NULL
  OR (p.burn_after_read AND (p.manage_token_hash IS NOT NULL OR p.read_proof IS NOT NULL)))) AS is_watched`;
/** Of a paste `p`, for `toPaste`. */
export const SUMMARY_COLUMNS = `p.public_id, p.owner_id, p.syntax, p.is_e2ee, p.burn_after_read, p.view_count, p.content_bytes,
  p.chunk_count, p.manage_token_hash IS NOT NULL AS is_protected, p.read_proof, ${IS_WATCHED}, p.title_sealed, p.data_key,
  p.master_key_id, p.created_at, p.expires_at`;
/** As number of pieces: removed by the transaction under way. Nobody else ever sees it. */
const LEAVING = -1;

export type PasteRepository = ReturnType<typeof createPasteRepository>;

/**
 * Condition: to everybody it is there. An upload under way has no count of pieces yet, and what is claimed is its one
 * reader's: only their own statements and cleanup see them.
 */
export function isLive(now: string): string {
  return `(chunk_count > 0 AND claim_hash IS NULL AND (expires_at IS NULL OR expires_at > ${now}))`;
}

/** @param recorders of those who tell owners what happens to their pastes */
export function createPasteRepository(db: Database, recorders: readonly EventRecorder[]) {
  const { now } = db.dialect;
  const live = isLive(now);
  const expiry = `${now} + CAST(? AS BIGINT)`;

  const insert = `INSERT INTO pastes (public_id, owner_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count,
      title_sealed, data_key, master_key_id, manage_token_hash, read_proof, created_at, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${now}, ${expiry}) RETURNING created_at, expires_at`;
  const insertChunk = 'INSERT INTO paste_chunks (public_id, seq, encoding, bytes) VALUES (?, ?, ?, ?)';
  const finishUpload = `UPDATE pastes SET owner_id = ?, syntax = ?, is_e2ee = ?, burn_after_read = ?, content_bytes = ?, chunk_count = ?,
      title_sealed = ?, data_key = ?, master_key_id = ?, manage_token_hash = ?, read_proof = ?, created_at = ${now}, expires_at = ${expiry}
    WHERE public_id = ? RETURNING created_at, expires_at`;
  const select = `SELECT ${SUMMARY_COLUMNS}, c.encoding, c.bytes
    FROM pastes p JOIN paste_chunks c ON c.public_id = p.public_id AND c.seq = 0
    WHERE ${db.dialect.isIn('p.public_id')} AND ${live}`;
  const selectSummary = `SELECT ${SUMMARY_COLUMNS} FROM pastes p WHERE p.public_id = ? AND ${live}`;
  const selectChunk = 'SELECT encoding, bytes FROM paste_chunks WHERE public_id = ? AND seq = ?';
  const selectRights = `SELECT p.public_id, p.owner_id, p.burn_after_read, p.manage_token_hash, ${IS_WATCHED}
    FROM pastes p WHERE p.public_id = ? AND ${live}`;
  const selectOwned = `SELECT ${SUMMARY_COLUMNS} FROM pastes p WHERE p.owner_id = ? AND ${live}
    ORDER BY p.created_at DESC, p.public_id DESC LIMIT ? OFFSET ?`;
  const selectExpired = `SELECT p.public_id, p.burn_after_read, ${IS_WATCHED}, p.content_bytes FROM pastes p
    WHERE p.expires_at <= ${now} ORDER BY p.expires_at LIMIT ?`;

  const whereLive = `WHERE public_id = ? AND ${live}`;
  const whereBurn = `WHERE public_id = ? AND burn_after_read AND ${live}`;
  const whereExpired = `WHERE public_id = ? AND expires_at <= ${now}`;
  const whereLeaving = `WHERE public_id = ? AND chunk_count = ${LEAVING}`;
  const remove = (where: string) => `DELETE FROM pastes ${where} RETURNING public_id`;

  /**
   * Deletes under the condition. When there is somebody to tell, the condition is decided once, by the
   * statement that marks the row and thereby locks it: asked again it could turn out otherwise, when the
   * paste expires between the statements.
   */
  function deleteStatements(paste: WatchedPaste, where: string, event: PasteEvent): Statement[] {
    const params = [paste.publicId];
    if (!paste.isWatched) return [{ sql: remove(where), params }];
    return [
      { sql: `UPDATE pastes SET chunk_count = ${LEAVING} ${where}`, params },
      ...recorders.flatMap((record) => record(event, paste, `p.chunk_count = ${LEAVING}`)),
      { sql: remove(whereLeaving), params },
    ];
  }

  const createdEvent = (paste: NewPaste): Statement[] =>
    isWatched(paste) ? recorders.flatMap((record) => record({ type: 'paste.created' }, paste, 'p.chunk_count > 0')) : [];

  const chunkStatement = (publicId: string, chunk: StoredChunk): Statement => ({
    sql: insertChunk,
    params: [publicId, chunk.seq, chunk.encoding, chunk.bytes],
  });

  return {
    /** Stores a paste of one piece. */
    async insert(paste: NewPaste, chunk: StoredChunk): Promise<{ createdAt: number; expiresAt: number | null }> {
      const params = [paste.publicId, ...fieldParams(paste)];
      const [rows] = await db.write([{ sql: insert, params }, chunkStatement(paste.publicId, chunk), ...createdEvent(paste)]);
      return toTimes(only(rows ?? []));
    },

    /**
     * Begins a paste of several pieces: a row that nobody knows the name of and nobody owns yet. If it
     * is never finished, cleanup takes it.
     */
    async beginUpload(publicId: string, wrappedKey: WrappedKey, chunk: StoredChunk): Promise<void> {
      const { dataKey, masterKeyId } = wrappedKey;
      const params = [publicId, null, '', false, false, 0, 0, null, dataKey, masterKeyId, null, null, UPLOAD_TTL_MS];
      await db.write([{ sql: insert, params }, chunkStatement(publicId, chunk)]);
    },

    async continueUpload(publicId: string, chunk: StoredChunk): Promise<void> {
      await db.write([chunkStatement(publicId, chunk)]);
    },

    /** Gives the upload its last piece, its owner and everything else: from here on it is a paste. */
    async finishUpload(paste: NewPaste, chunk: StoredChunk): Promise<{ createdAt: number; expiresAt: number | null }> {
      const [, rows] = await db.write([
        chunkStatement(paste.publicId, chunk),
        { sql: finishUpload, params: [...fieldParams(paste), paste.publicId] },
        ...createdEvent(paste),
      ]);
      return toTimes(only(rows ?? []));
    },

    async discardUpload(publicId: string): Promise<void> {
      await db.write([{ sql: 'DELETE FROM pastes WHERE public_id = ?', params: [publicId] }]);
    },

    /** The live ones of these pastes, each with its first piece, by public id. */
    async findMany(publicIds: readonly string[]): Promise<Map<string, { row: PasteRow; chunk: StoredChunk }>> {
      const rows = await db.read(select, [JSON.stringify(publicIds)]);
      return new Map(rows.map((row) => [row.public_id as string, { row: toPaste(row), chunk: toChunk(row, 0) }]));
    },

    async findSummary(publicId: string): Promise<PasteRow | null> {
      const [row] = await db.read(selectSummary, [publicId]);
      return row ? toPaste(row) : null;
    },

    /** Null when the paste has gone meanwhile. */
    async findChunk(publicId: string, seq: number): Promise<StoredChunk | null> {
      const [row] = await db.read(selectChunk, [publicId, seq]);
      return row ? toChunk(row, seq) : null;
    },

    async findRights(publicId: string): Promise<PasteRights | null> {
      const [row] = await db.read(selectRights, [publicId]);
      if (!row) return null;
      return {
        ...toWatched(row),
        ownerId: row.owner_id as number | null,
        manageTokenHash: row.manage_token_hash as Uint8Array | null,
      };
    },

    /** An owner's live pastes, newest first. */
    async listOwned(ownerId: number, limit: number, offset: number): Promise<PasteRow[]> {
      return (await db.read(selectOwned, [ownerId, limit, offset])).map(toPaste);
    },

    /** @returns whether this call removed it: of any number at once, one does. */
    async burn(paste: WatchedPaste): Promise<boolean> {
      return removedOne(await db.write(deleteStatements(paste, whereBurn, { type: 'paste.deleted', reason: 'burned' })));
    },

    async remove(paste: WatchedPaste): Promise<boolean> {
      return removedOne(await db.write(deleteStatements(paste, whereLive, { type: 'paste.deleted', reason: 'deleted' })));
    },

    /** @param maxMs from now; null: until LAST_EXPIRY_MS @returns null when there is no such live paste, or it would live longer than that */
    async extend(publicId: string, byMs: number, maxMs: number | null = null): Promise<{ expiresAt: number | null } | null> {
      const latest = maxMs === null ? LAST_EXPIRY_MS : expiry;
      const bound = `AND (expires_at IS NULL OR expires_at + CAST(? AS BIGINT) <= ${latest})`;
      const sql = `UPDATE pastes SET expires_at = expires_at + ? ${whereLive} ${bound} RETURNING expires_at`;
      const [rows] = await db.write([{ sql, params: [byMs, publicId, byMs, ...(maxMs === null ? [] : [maxMs])] }]);
      const [row] = rows ?? [];
      return row ? { expiresAt: row.expires_at as number | null } : null;
    },

    /** Adds views. A paste that has gone meanwhile is passed over. @returns the new count of each that exists */
    async addViews(views: ReadonlyMap<string, number>): Promise<Map<string, number>> {
      const sql = 'UPDATE pastes SET view_count = view_count + ? WHERE public_id = ? RETURNING public_id, view_count';
      // In one order everywhere, so that two processes never wait for each other's row locks.
      const ids = [...views.keys()].sort();
      const results = await db.write(ids.map((publicId) => ({ sql, params: [views.get(publicId) ?? 0, publicId] })));
      return new Map(results.flat().map((row) => [String(row.public_id), Number(row.view_count)]));
    },

    /** Everything stored, expired or not. Reads all rows, not their contents. */
    async totals(): Promise<PasteTotals> {
      const [row] = await db.read(`SELECT count(*) AS pastes, CAST(COALESCE(sum(content_bytes), 0) AS BIGINT) AS content_bytes,
        count(CASE WHEN burn_after_read THEN 1 END) AS burn, count(CASE WHEN is_e2ee THEN 1 END) AS e2ee, count(owner_id) AS owned,
        count(CASE WHEN expires_at <= ${now} THEN 1 END) AS expired, ${now} - min(CASE WHEN expires_at <= ${now} THEN expires_at END) AS expired_for
        FROM pastes`);
      const number = (column: string) => Number(row?.[column] ?? 0);
      return {
        pastes: number('pastes'),
        contentBytes: number('content_bytes'),
        burnAfterRead: number('burn'),
        isE2ee: number('e2ee'),
        owned: number('owned'),
        expired: number('expired'),
        longestExpiredMs: number('expired_for'),
      };
    },

    /** Bytes of all contents. Asked as a write: SQLite's reads run on the event loop, and this one reads every row. */
    async storedBytes(): Promise<number> {
      const [rows] = await db.write([{ sql: 'SELECT CAST(COALESCE(sum(content_bytes), 0) AS BIGINT) AS bytes FROM pastes', params: [] }]);
      return Number(only(rows ?? []).bytes);
    },

    /** Some expired pastes, the longest expired first. */
    async listExpired(limit: number): Promise<(WatchedPaste & { contentBytes: number })[]> {
      const rows = await db.read(selectExpired, [limit]);
      return rows.map((row) => ({ ...toWatched(row), contentBytes: Number(row.content_bytes) }));
    },

    /** Removes those that are (still) expired, in one transaction. @returns how many this call removed */
    async removeExpired(pastes: readonly WatchedPaste[]): Promise<number> {
      const inOneOrder = pastes.toSorted((a, b) => (a.publicId < b.publicId ? -1 : 1));
      const statements = inOneOrder.flatMap((paste) => deleteStatements(paste, whereExpired, { type: 'paste.expired' }));
      return (await db.write(statements)).flat().length;
    },
  };
}

/** Values of all columns but `public_id`, in the order of `insert` and `finishUpload`. */
function fieldParams(paste: NewPaste): SqlValue[] {
  const { ownerId, syntax, isE2ee, burnAfterRead, contentBytes, chunkCount, titleSealed, wrappedKey, ttlMs } = paste;
  const { dataKey, masterKeyId } = wrappedKey;
  const secrets = [dataKey, masterKeyId, paste.manageTokenHash, paste.readProof];
  return [ownerId, syntax, isE2ee, burnAfterRead, contentBytes, chunkCount, titleSealed, ...secrets, ttlMs];
}

function isWatched({ ownerId, burnAfterRead, manageTokenHash, readProof }: NewPaste): boolean {
  return ownerId !== null || (burnAfterRead && (manageTokenHash !== null || readProof !== null));
}

function removedOne(results: readonly Row[][]): boolean {
  return results.at(-1)?.length === 1;
}

function toTimes(row: Row): { createdAt: number; expiresAt: number | null } {
  return { createdAt: Number(row.created_at), expiresAt: row.expires_at as number | null };
}

function toWatched(row: Row): WatchedPaste {
  return { publicId: row.public_id as string, burnAfterRead: Boolean(row.burn_after_read), isWatched: Boolean(row.is_watched) };
}

export function toPaste(row: Row): PasteRow {
  return {
    ...toWatched(row),
    ownerId: row.owner_id as number | null,
    syntax: row.syntax as string,
    isE2ee: Boolean(row.is_e2ee),
    isProtected: Boolean(row.is_protected),
    readProof: row.read_proof as Uint8Array | null,
    viewCount: row.view_count as number,
    contentBytes: row.content_bytes as number,
    chunkCount: row.chunk_count as number,
    titleSealed: row.title_sealed as Uint8Array | null,
    wrappedKey: { dataKey: row.data_key as Uint8Array, masterKeyId: row.master_key_id as string },
    createdAt: row.created_at as number,
    expiresAt: row.expires_at as number | null,
  };
}

export function toChunk(row: Row, seq: number): StoredChunk {
  return { seq, encoding: row.encoding as number, bytes: row.bytes as Uint8Array };
}
