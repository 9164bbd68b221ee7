/**
 * Uploads of pastes. A paste of one piece is one transaction. One of several pieces is a row without name and owner until
 * its last piece arrives. SQL (decision 0041): hot.
 */
import { type Database, NoRowError, only, type SqlValue, type Statement } from '../../db/database';
import { HOUR_MS } from '../../encoding/time.rules';
import { type EventRecorder, recordEvent } from '../../outbox/event-paste';
import { StoreUnavailableError } from '../../store/store.errors';
import type { WrappedKey } from '../../vault/vault';
import { OPTION_NAMES, PASTE_OPTIONS } from '../paste-options.rules';
import type { StoredChunk } from './paste-content';
import type { PasteObjects } from './paste-objects';
import { columnOf, endsByReading, type PasteRow } from './paste-rows';
import type { PasteTerms } from './paste-terms';

/** The ids and keys under which a paste is stored; its content's key is bound to its terms. */
export interface StoredKeys {
  id: string;
  lookup: string;
  idSealed: Uint8Array;
  wrappedKey: WrappedKey;
}

interface NewPaste extends StoredKeys, PasteTerms, Pick<PasteRow, 'ownerId' | 'syntax' | 'contentBytes' | 'chunkCount' | 'titleSealed'> {
  manageTokenHash: Uint8Array | null;
  /** SHA-256 of each release token, one after the other; null: none. */
  releaseHashes: Uint8Array | null;
  /** The address in `recipient`, sealed. */
  recipientSealed: Uint8Array | null;
  ttlMs: number | null;
}

/** Time after which cleanup removes an unfinished upload; requests time out long before. */
const UPLOAD_TTL_MS = HOUR_MS;

/** The columns of a paste whose values come with an upload. */
const COLUMNS: readonly (readonly [column: string, value: (paste: NewPaste) => SqlValue])[] = [
  ...OPTION_NAMES.map(
    (name) =>
      [PASTE_OPTIONS[name].column, (paste: NewPaste) => (name === 'recipient' ? paste.recipientSealed : columnOf(paste[name]))] as const,
  ),
  ['lookup', ({ lookup }) => lookup],
  ['id_sealed', ({ idSealed }) => idSealed],
  ['owner_id', ({ ownerId }) => ownerId],
  ['syntax', ({ syntax }) => syntax],
  ['content_bytes', ({ contentBytes }) => contentBytes],
  ['chunk_count', ({ chunkCount }) => chunkCount],
  ['title_sealed', ({ titleSealed }) => titleSealed],
  ['data_key', ({ wrappedKey }) => wrappedKey.dataKey],
  ['master_key_id', ({ wrappedKey }) => wrappedKey.masterKeyId],
  ['manage_token_hash', ({ manageTokenHash }) => manageTokenHash],
  ['release_hashes', ({ releaseHashes }) => releaseHashes],
  ['read_proof', ({ readProof }) => readProof],
];
const paramsOf = (paste: NewPaste): SqlValue[] => [...COLUMNS.map(([, value]) => value(paste)), paste.ttlMs];

const addChunk = (id: string, { seq, encoding, bytes, object }: StoredChunk): Statement => ({
  sql: 'INSERT INTO paste_chunks (paste_id, seq, encoding, object, bytes) VALUES (?, ?, ?, ?, ?)',
  params: [id, seq, encoding, object ?? null, bytes],
  inserts: { id, row: '(?, ?, ?, ?, ?)' },
});

export function createUploadRepository(db: Database, recorders: readonly EventRecorder[], objects: PasteObjects) {
  const { now } = db.dialect;
  const expiry = `${now} + CAST(? AS BIGINT)`;
  const row = `(${COLUMNS.map(() => '?').join(', ')}, ${now}, ${expiry}, ?)` as const;
  const insert = `INSERT INTO pastes (${COLUMNS.map(([column]) => column).join(', ')}, created_at, expires_at, id) VALUES ${row}`;
  // An upload under way has no owner, and neither options nor pieces that count.
  const stagedRow = `(?, ?, ?, ?, ?, '', FALSE, FALSE, 0, 0, ${now}, ${now} + ${UPLOAD_TTL_MS})` as const;
  const insertStaged = `INSERT INTO pastes (id, lookup, id_sealed, data_key, master_key_id, syntax, is_e2ee, burn_after_read, content_bytes,
    chunk_count, created_at, expires_at) VALUES ${stagedRow}`;
  // For a paste that expires: SQLite makes a table for what is returned, which is a quarter of the cost of both rows.
  const insertExpiring = `${insert} RETURNING id, expires_at`;
  const finish = `UPDATE pastes SET ${COLUMNS.map(([column]) => `${column} = ?`).join(', ')}, created_at = ${now}, expires_at = ${expiry}
    WHERE id = ? RETURNING expires_at`;

  /**
   * Writes a piece of a paste: a large one becomes an object first.
   * @param before gives the piece's row its paste @param after statements that follow it
   * @throws StoreUnavailableError when the object took so long that the worker may have removed it
   */
  async function writePiece(id: string, chunk: StoredChunk, before: readonly Statement[], after: readonly Statement[] = []) {
    const piece = chunk.bytes.length < objects.fromBytes ? chunk : await objects.place(chunk);
    try {
      return await db.write([...before, addChunk(id, piece), ...after, ...objects.taking(id, piece)]);
    } catch (error) {
      if (!(error instanceof NoRowError) || !(await objects.wasLate(piece))) throw error;
      throw new StoreUnavailableError(null, new Error('writing an object took too long', { cause: error }));
    }
  }

  return {
    /** Stores a piece that others follow. The first has a row that has no owner and whose name nobody knows. */
    async stage({ id, lookup, idSealed, wrappedKey }: StoredKeys, chunk: StoredChunk): Promise<void> {
      const params = [id, lookup, idSealed, wrappedKey.dataKey, wrappedKey.masterKeyId];
      await writePiece(id, chunk, chunk.seq === 0 ? [{ sql: insertStaged, params, inserts: { id, row: stagedRow } }] : []);
    },

    /**
     * Stores the last piece, which may be the only one, and gives the row its owner and all other fields: from now on it is a paste.
     * @param more statements for the same transaction, before the ones that record the event
     */
    async store(paste: NewPaste, chunk: StoredChunk, more: readonly Statement[]): Promise<{ expiresAt: number | null }> {
      const { id, ttlMs } = paste;
      const sql = chunk.seq > 0 ? finish : ttlMs === null ? insert : insertExpiring;
      const write = { sql, params: [...paramsOf(paste), id], ...(chunk.seq === 0 && { inserts: { id, row } }) };
      const [rows = []] = await writePiece(id, chunk, [write], [...more, ...createdEvent(recorders, paste)]);
      return { expiresAt: sql === insert ? null : (only(rows).expires_at as number | null) };
    },

    async discardUpload(id: string): Promise<void> {
      await db.write([{ sql: 'DELETE FROM pastes WHERE id = ?', params: [id] }]);
    },
  };
}

/** The event of a paste that its owner is notified of, or a receipt begins with. */
function createdEvent(recorders: readonly EventRecorder[], paste: NewPaste): Statement[] {
  const ends = endsByReading(paste);
  const hasSubscribers = paste.ownerId !== null || (ends && (paste.manageTokenHash !== null || paste.readProof !== null));
  if (!hasSubscribers) return [];
  return recordEvent(recorders, { type: 'paste.created' }, { id: paste.id, endsByReading: ends });
}
