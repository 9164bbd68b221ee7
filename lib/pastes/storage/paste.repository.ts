/**
 * Pastes in the database. Each method is one statement, or one transaction whose statements carry the condition themselves:
 * the affected rows say who deleted a row, never an earlier read. SQL (decision 0041): hot, and a race.
 */

import type { Actor } from '../../audit/audit.rules';
import type { AuditRecorder } from '../../audit/audit-recorder';
import { type Database, only, type Row, type Statement } from '../../db/database';
import type { EventRecorder, PasteEvent } from '../../outbox/event-paste';
import { UNREADABLE } from '../../vault/open-each';
import type { PasteKeys } from '../../vault/vault';
import { LAST_EXPIRY_MS } from '../paste.rules';
import { type Deleter, deletedBy } from '../paste-audit';
import type { PasteOptions } from '../paste-options.rules';
import { type PasteSummary, summarize } from './paste-decryption';
import type { PasteLookup } from './paste-lookup';
import { createNamedEvents } from './paste-named-events.repository';
import { createPasteObjects } from './paste-objects';
import { createPieceReader } from './paste-pieces';
import {
  ANNOUNCED_COLUMNS,
  type AnnouncedPaste,
  allOf,
  endStatements,
  type FoundPaste,
  IS_MARKED,
  isLive,
  type MeantPastes,
  meantConditions,
  OPTION_COLUMNS,
  optionsOfRow,
  PASTE_COLUMNS,
  type PasteRights,
  type PasteRow,
  SELECT_FOUND,
  toAnnounced,
  toPaste,
} from './paste-rows';
import { createUploadRepository } from './paste-upload.repository';

interface MeantPaste extends AnnouncedPaste {
  contentBytes: number;
  /** Null when it can't be decrypted. */
  publicId: string | null;
}

interface ExpiredPaste extends AnnouncedPaste {
  contentBytes: number;
  /** ms since 1970 */
  expiresAt: number;
}

/** A place in a list that is sorted newest first. */
export interface ListPosition {
  /** ms since 1970 */
  createdAt: number;
  id: string;
}

/** Skipping so many rows takes only a moment. */
const NEAR_OFFSET = 1_000;

export type PasteRepository = ReturnType<typeof createPasteRepository>;

/** @param recorders write the events for owners and receipts @param audit records deletions by anybody but a reader */
export function createPasteRepository(
  db: Database,
  lookup: PasteLookup,
  recorders: readonly EventRecorder[],
  audit: AuditRecorder,
  objects = createPasteObjects(db),
) {
  const { now } = db.dialect;
  const live = isLive(now);
  const { notifyReads, notifyExpiring } = createNamedEvents(db, recorders);
  const expiry = `${now} + CAST(? AS BIGINT)`;

  const byPublicId = lookup.isLookup('p.lookup');

  const selectFound = `${SELECT_FOUND} WHERE ${db.dialect.isKey('p.lookup')} AND ${live}`;
  const selectOptions = `SELECT p.lookup, ${OPTION_COLUMNS} FROM pastes p WHERE ${db.dialect.isKey('p.lookup')} AND ${live}`;
  const selectSummary = `SELECT ${PASTE_COLUMNS} FROM pastes p WHERE ${byPublicId} AND ${live}`;
  const selectRights = `SELECT ${ANNOUNCED_COLUMNS}, ${OPTION_COLUMNS}, p.owner_id, p.read_proof, p.manage_token_hash
    FROM pastes p WHERE ${byPublicId} AND ${live}`;
  const owned = (condition: string, end: string) => `SELECT ${PASTE_COLUMNS}, p.id_sealed FROM pastes p
    WHERE p.owner_id = ? AND ${condition}${live} ORDER BY p.created_at DESC, p.id DESC ${end}`;
  const selectOwned = owned('', 'LIMIT ? OFFSET ?');
  // Written so that both engines look only at rows after the position.
  const selectOwnedAfter = owned('p.created_at <= ? AND (p.created_at < ? OR p.id < ?) AND ', 'LIMIT ?');
  const selectExpired = `SELECT ${ANNOUNCED_COLUMNS}, p.content_bytes, p.expires_at FROM pastes p
    WHERE p.expires_at >= ? AND p.expires_at <= ${now} ORDER BY p.expires_at LIMIT ?`;

  const whereLive = `id = ? AND ${live}`;
  const whereBurn = `id = ? AND burn_after_read AND approvals IS NULL AND recipient_sealed IS NULL AND ${live}`;
  // Uses the limit with which the content was decrypted, whatever the row says meanwhile.
  const countRead = `UPDATE pastes SET view_count = view_count + 1, last_read_at = ${now}
    WHERE id = ? AND view_count + 1 < CAST(? AS INTEGER) AND ${live} RETURNING view_count`;
  const whereLastRead = `id = ? AND max_reads IS NOT NULL AND view_count + 1 >= max_reads AND ${live}`;
  const whereExpired = `id = ? AND expires_at <= ${now}`;
  const lockExpired = `SELECT p.id FROM pastes p WHERE ${db.dialect.isIn('p.id')} AND p.expires_at <= ${now} ORDER BY p.id ${db.dialect.forUpdate}`;
  const deleteExpired = `DELETE FROM pastes WHERE ${db.dialect.isIn('id')} AND expires_at <= ${now} RETURNING id`;
  const remove = (paste: AnnouncedPaste, where: string) => ({ sql: `DELETE FROM pastes WHERE ${where} RETURNING id`, params: [paste.id] });

  /** @returns what `present` makes of each paste; null for one that isn't live */
  async function findEach<Found>(sql: string, publicIds: readonly string[], present: (row: Row, keys: PasteKeys) => Found) {
    const byLookup = lookup.keysByLookup(publicIds);
    const found = new Map<string, Found>();
    for (const row of await db.readEach(sql, [...byLookup.keys()])) {
      const keys = byLookup.get(String(row.lookup)) as PasteKeys;
      found.set(keys.publicId, present(row, keys));
    }
    return publicIds.map((publicId) => found.get(publicId) ?? null);
  }

  /** Deletes under the condition. Only the deletion returns a row. */
  function deleteStatements(paste: AnnouncedPaste, where: string, event: PasteEvent): Statement[] {
    if (!paste.hasSubscribers) return [remove(paste, where)];
    return endStatements(recorders, paste, event, where, [remove(paste, `id = ? AND ${IS_MARKED}`)]);
  }

  /** Like `deleteStatements`, and audits the deleter. @param first how many statements of the transaction come before */
  function removeStatements(paste: AnnouncedPaste, by: Deleter | null, first = 0): Statement[] {
    const statements: Statement[] = deleteStatements(paste, whereLive, { type: 'paste.deleted', reason: 'deleted' });
    return by === null ? statements : [...statements, audit.record(deletedBy(by, paste.id), first + statements.length - 1)];
  }

  return {
    ...createUploadRepository(db, recorders, objects),

    /** Finds pastes, each with its first piece. */
    findMany: (publicIds: readonly string[]): Promise<(FoundPaste | null)[]> => findEach(selectFound, publicIds, objects.toFound),

    /** Finds the options of pastes. */
    findOptions: (publicIds: readonly string[]): Promise<(PasteOptions | null)[]> => findEach(selectOptions, publicIds, optionsOfRow),

    findSummary: (publicId: string): Promise<PasteRow | null> => lookup.find(db, selectSummary, publicId, toPaste),

    piecesAfterFirst: createPieceReader(objects.findPiece),

    findRights: (publicId: string): Promise<PasteRights | null> =>
      lookup.find(db, selectRights, publicId, (row) => ({
        ...toAnnounced(row),
        ownerId: row.owner_id as number | null,
        manageTokenHash: row.manage_token_hash as Uint8Array | null,
        ...optionsOfRow(row),
        readProof: row.read_proof as Uint8Array | null,
      })),

    /**
     * A page of an owner's live pastes, newest first, from an offset or a position; without those whose public id can't be decrypted.
     * A title that can't be is UNREADABLE.
     * @returns also the position after which the next page begins; null: there is none
     */
    async listOwned(
      ownerId: number,
      limit: number,
      from: number | ListPosition,
    ): Promise<{ pastes: PasteSummary[]; next: ListPosition | null }> {
      // One row more than asked for tells whether another page follows.
      const found = await (typeof from === 'object'
        ? db.read(selectOwnedAfter, [ownerId, from.createdAt, from.createdAt, from.id, limit + 1])
        : // The database reads every skipped row.
          (from > NEAR_OFFSET ? db.readLong : db.read)(selectOwned, [ownerId, limit + 1, from]));
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const next = found.length > limit && last ? { createdAt: Number(last.created_at), id: String(last.id) } : null;
      const pastes = await lookup.openEach('pastes', rows, (row) => toPaste(row, lookup.keysOf(lookup.publicIdOf(row))));
      return { pastes: await lookup.openEach('pastes', pastes, summarize, (paste) => ({ ...paste, title: UNREADABLE })), next };
    },

    /** @returns whether this call removed it: of simultaneous calls, one does */
    async burn(paste: AnnouncedPaste): Promise<boolean> {
      return removedOne(await db.write(deleteStatements(paste, whereBurn, { type: 'paste.deleted', reason: 'burned' })));
    },

    /**
     * Counts a read of a paste with `maxReads`; the last one removes it. Of simultaneous calls, only as many succeed as reads are left.
     * @returns the reads including this one; null: none are left
     */
    async countRead(paste: AnnouncedPaste, maxReads: number): Promise<number | null> {
      const [rows = []] = await db.write([{ sql: countRead, params: [paste.id, maxReads] }]);
      const [row] = rows;
      if (row) return Number(row.view_count);
      const isLast = removedOne(await db.write(deleteStatements(paste, whereLastRead, { type: 'paste.deleted', reason: 'read' })));
      return isLast ? maxReads : null;
    },

    /** @param by the actor, for the audit; null: a reader, or somebody unknown */
    async remove(paste: AnnouncedPaste, by: Deleter | null): Promise<boolean> {
      return removedOne(await db.write(removeStatements(paste, by)));
    },

    /** @param maxMs longest time from now; null: until LAST_EXPIRY_MS @returns null when it isn't live, or would live longer */
    async extend(id: string, byMs: number, maxMs: number | null = null): Promise<{ expiresAt: number | null } | null> {
      const latest = maxMs === null ? LAST_EXPIRY_MS : expiry;
      const bound = `AND (expires_at IS NULL OR expires_at + CAST(? AS BIGINT) <= ${latest})`;
      const sql = `UPDATE pastes SET expires_at = expires_at + ? WHERE ${whereLive} ${bound} RETURNING expires_at`;
      const [rows] = await db.write([{ sql, params: [byMs, id, byMs, ...(maxMs === null ? [] : [maxMs])] }]);
      const [row] = rows ?? [];
      return row ? { expiresAt: row.expires_at as number | null } : null;
    },

    /**
     * Adds views, by the pastes' `id`, and tells of reads; pastes that are gone are skipped.
     * @param read ids of the pastes with an owner that somebody has read
     * @returns the new count of each that exists
     */
    async addViews(views: ReadonlyMap<string, number>, read: ReadonlySet<string> = new Set()): Promise<Map<string, number>> {
      const sql = 'UPDATE pastes SET view_count = view_count + ? WHERE id = ? RETURNING id, view_count';
      // Sorted, so that two processes never wait for each other's row locks.
      const ids = [...views.keys()].sort();
      const events = await notifyReads(read, ids.length);
      const results = await db.write([...ids.map((id) => ({ sql, params: [views.get(id) ?? 0, id] })), ...events]);
      const counted = results.slice(0, ids.length).flat();
      return new Map(counted.map((row) => [String(row.id), Number(row.view_count)]));
    },

    notifyExpiring,

    /** Bytes of one owner's contents, or of all; reads each row. */
    async storedBytes(ownerId?: number): Promise<number> {
      const [condition, params] = ownerId === undefined ? ['', []] : [' WHERE owner_id = ?', [ownerId]];
      const sql = `SELECT CAST(COALESCE(sum(content_bytes), 0) AS BIGINT) AS bytes FROM pastes${condition}`;
      return Number(only(await db.readLong(sql, params)).bytes);
    },

    /** Counts an owner's pastes, and receipts of pastes that are gone, by index and up to a limit. */
    async countOwned(ownerId: number, limit: number): Promise<number> {
      const count = (table: string, condition: string) =>
        `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE owner_id = ? ${condition} LIMIT ?) AS t)`;
      const sql = `SELECT ${count('pastes', '')} + ${count('burn_receipts', 'AND outcome_at IS NOT NULL')} AS owned`;
      return Number(only(await db.readLong(sql, [ownerId, limit, ownerId, limit])).owned);
    },

    /** Some of the live pastes that an operator selected, by `id`. @param after last `id` of the page before */
    async listMeant(meant: MeantPastes, after: string, limit: number): Promise<MeantPaste[]> {
      const where = allOf([['p.id > ?', after], ...meantConditions(meant)]);
      const sql = `SELECT ${ANNOUNCED_COLUMNS}, p.id_sealed, p.content_bytes FROM pastes p
        WHERE ${where.sql} AND ${live} ORDER BY p.id LIMIT ?`;
      const rows = await db.readLong(sql, [...where.params, limit]);
      return rows.map((row) => ({ ...toAnnounced(row), contentBytes: Number(row.content_bytes), publicId: lookup.readableIdOf(row) }));
    },

    /** Removes those of the pastes that are still live, in one transaction; their owners are told. @returns how many this call removed */
    async removeMany(pastes: readonly MeantPaste[], by: Actor): Promise<number> {
      const statements: Statement[] = [];
      for (const paste of pastes) statements.push(...removeStatements(paste, { by, publicId: paste.publicId }, statements.length));
      return (await db.write(statements)).flat().length;
    },

    /** Expired pastes that one transaction removes. More would hold up SQLite's only writer. */
    maxExpired: db.engine === 'sqlite' ? 100 : 500,

    /** Some pastes that expired since a time, the earliest expiry first. @param since ms since 1970 */
    async listExpired(limit: number, since = 0): Promise<ExpiredPaste[]> {
      const rows = await db.read(selectExpired, [since, limit]);
      return rows.map((row) => ({ ...toAnnounced(row), contentBytes: Number(row.content_bytes), expiresAt: Number(row.expires_at) }));
    },

    /**
     * Removes those of the pastes that are expired, in one transaction: in one statement those of which nobody is told, which
     * most are. @returns how many this call removed
     */
    async removeExpired(pastes: readonly AnnouncedPaste[]): Promise<number> {
      const announced = pastes.filter(({ hasSubscribers }) => hasSubscribers);
      const others = pastes.filter(({ hasSubscribers }) => !hasSubscribers);
      const idsOf = (some: readonly AnnouncedPaste[]) => JSON.stringify(some.map(({ id }) => id));
      const [, ...removed] = await db.write([
        // In one order, as all transactions over several pastes, so that no two wait for each other.
        { sql: lockExpired, params: [idsOf(pastes)] },
        ...announced.flatMap((paste) => deleteStatements(paste, whereExpired, { type: 'paste.expired' })),
        { sql: deleteExpired, params: [idsOf(others)] },
      ]);
      return removed.flat().length;
    },
  };
}

function removedOne(results: readonly Row[][]): boolean {
  return results.flat().length === 1;
}
