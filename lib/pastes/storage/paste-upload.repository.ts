/**
 * Uploads of pastes. A paste of one piece is one transaction. One of several pieces is a row without name and owner until
 * its last piece arrives. SQL (decision 0041): hot.
 */
import { type Database, only, type SqlValue, type Statement } from '../../db/database';
import { HOUR_MS } from '../../encoding/time.rules';
import type { EventRecorder } from '../../outbox/outbox-events';
import { NO_OPTIONS } from '../paste-options.rules';
import { optionCells } from './paste-columns';
import type { StoredChunk } from './paste-content';
import { endsByReading, hasSubscribers, type NewPaste, type StoredKeys, toTimes } from './paste-rows';
import type { PasteTerms } from './paste-terms';

/** The terms of an upload under way. */
export const NO_TERMS: PasteTerms = { ...NO_OPTIONS, readProof: null };
/** Time after which cleanup removes an unfinished upload; requests time out long before. */
const UPLOAD_TTL_MS = HOUR_MS;

type StoredTimes = ReturnType<typeof toTimes>;

const NOTHING = { id: '', lookup: '', idSealed: new Uint8Array(), wrappedKey: { dataKey: new Uint8Array(), masterKeyId: '' } };
/** Names of the columns whose values come with an upload. */
const FIELDS = Object.keys(cellsOf(underWay(NOTHING)));

const insertChunk = 'INSERT INTO paste_chunks (paste_id, seq, encoding, bytes) VALUES (?, ?, ?, ?)';

const chunkStatement = (id: string, chunk: StoredChunk): Statement => ({
  sql: insertChunk,
  params: [id, chunk.seq, chunk.encoding, chunk.bytes],
});

export function createUploadRepository(db: Database, recorders: readonly EventRecorder[]) {
  const { now } = db.dialect;
  const expiry = `${now} + CAST(? AS BIGINT)`;

  const insert = `INSERT INTO pastes (id, ${FIELDS.join(', ')}, created_at, expires_at)
    VALUES (?, ${FIELDS.map(() => '?').join(', ')}, ${now}, ${expiry}) RETURNING created_at, expires_at`;
  const finishUpload = `UPDATE pastes SET ${FIELDS.map((field) => `${field} = ?`).join(', ')}, created_at = ${now}, expires_at = ${expiry}
    WHERE id = ? RETURNING created_at, expires_at`;

  const createdEvent = (paste: NewPaste): Statement[] =>
    hasSubscribers(paste)
      ? recorders.flatMap((record) =>
          record({ type: 'paste.created' }, { id: paste.id, endsByReading: endsByReading(paste) }, 'p.chunk_count > 0'),
        )
      : [];

  return {
    /** Stores a paste of one piece. @param more statements for the same transaction, before the one that records the event */
    async insert(paste: NewPaste, chunk: StoredChunk, more: readonly Statement[] = []): Promise<StoredTimes> {
      const params = [paste.id, ...paramsOf(paste)];
      const [rows] = await db.write([{ sql: insert, params }, chunkStatement(paste.id, chunk), ...more, ...createdEvent(paste)]);
      return toTimes(only(rows ?? []));
    },

    /**
     * Begins a paste of several pieces: a row that has no owner and whose name nobody knows. Cleanup removes it if it is
     * never finished.
     */
    async beginUpload(stored: StoredKeys, chunk: StoredChunk): Promise<void> {
      await db.write([{ sql: insert, params: [stored.id, ...paramsOf(underWay(stored))] }, chunkStatement(stored.id, chunk)]);
    },

    async continueUpload(id: string, chunk: StoredChunk): Promise<void> {
      await db.write([chunkStatement(id, chunk)]);
    },

    /** Gives the upload its last piece, its owner and all other fields: from now on it is a paste. */
    async finishUpload(paste: NewPaste, chunk: StoredChunk, more: readonly Statement[] = []): Promise<StoredTimes> {
      const [, rows] = await db.write([
        chunkStatement(paste.id, chunk),
        { sql: finishUpload, params: [...paramsOf(paste), paste.id] },
        ...more,
        ...createdEvent(paste),
      ]);
      return toTimes(only(rows ?? []));
    },

    async discardUpload(id: string): Promise<void> {
      await db.write([{ sql: 'DELETE FROM pastes WHERE id = ?', params: [id] }]);
    },
  };
}

/** An upload's row before its last piece. Its key is bound to empty terms until then. */
function underWay(stored: StoredKeys): NewPaste {
  return {
    ...stored,
    ...NO_TERMS,
    ownerId: null,
    syntax: '',
    contentBytes: 0,
    chunkCount: 0,
    titleSealed: null,
    manageTokenHash: null,
    ttlMs: UPLOAD_TTL_MS,
  };
}

function cellsOf(paste: NewPaste): Record<string, SqlValue> {
  return Object.assign(optionCells(paste), {
    lookup: paste.lookup,
    id_sealed: paste.idSealed,
    owner_id: paste.ownerId,
    syntax: paste.syntax,
    content_bytes: paste.contentBytes,
    chunk_count: paste.chunkCount,
    title_sealed: paste.titleSealed,
    data_key: paste.wrappedKey.dataKey,
    master_key_id: paste.wrappedKey.masterKeyId,
    manage_token_hash: paste.manageTokenHash,
    read_proof: paste.readProof,
  });
}

/** The values of FIELDS, then the time to live. */
function paramsOf(paste: NewPaste): SqlValue[] {
  const cells = cellsOf(paste);
  const params = FIELDS.map((field) => cells[field] as SqlValue);
  params.push(paste.ttlMs);
  return params;
}
