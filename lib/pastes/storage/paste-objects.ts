/**
 * Pieces of contents as objects in a store. The row of a piece has the object's name in place of its bytes, which are the same
 * in both places. SQL (decision 0041): races.
 *
 * Guarantees:
 * - A paste has its contents. An object has a row of its own before it is written, and the statement that makes a piece of it
 *   refuses when the worker may have removed it by then.
 * - The row of a paste alone decides whether the content can be read. With it its objects become due for removal, by a
 *   reference that the database sets to null, whichever statement deleted the paste.
 * - An object that no paste took, since a process was killed or the paste was gone, is removed after a minute.
 * Not protected: objects whose rows are gone, as after a restore of the database (`contents check` finds them).
 */
import pLimit from 'p-limit';
import type { Database, Row, Statement } from '../../db/database';
import { base62Generator } from '../../encoding/base62';
import { MINUTE_MS } from '../../encoding/time.rules';
import { NotFoundError } from '../../http/errors';
import type { ObjectStore } from '../../store/object-store';
import { StoreUnavailableError } from '../../store/store.errors';
import { type PasteKeys, SealBrokenError } from '../../vault/vault';
import type { StoredChunk } from './paste-content';
import { type FoundPaste, toChunk, toPaste } from './paste-rows';

/** Folder of all objects in the bucket. */
export const OBJECT_PREFIX = 'v1/';

/** Time after which an object that no paste has taken is removed. It is longer than writing an object may take. */
const UNTAKEN_MS = MINUTE_MS;
/** Time before its removal in which no paste may take an object, for a clock that jumps. */
const MARGIN_MS = 15_000;
const REMOVE_BATCH = 200;
const REMOVALS_AT_ONCE = 8;
const NOTHING = Buffer.alloc(0);

const newName = base62Generator(24);

export type PasteObjects = ReturnType<typeof createPasteObjects>;

/**
 * @param store null: no store is configured, and objects from before can't be read
 * @param fromBytes sealed size from which a piece becomes an object
 */
export function createPasteObjects(db: Database, store: ObjectStore | null = null, fromBytes = 0) {
  const { now, isIn } = db.dialect;
  const announce = `INSERT INTO content_objects (id, remove_after) VALUES (?, ${now} + ${UNTAKEN_MS})`;
  const take = `UPDATE content_objects SET paste_id = ?, remove_after = NULL
    WHERE id = ? AND paste_id IS NULL AND remove_after > ${now} + ${MARGIN_MS} RETURNING id`;
  const selectTakeable = `SELECT id FROM content_objects WHERE id = ? AND remove_after > ${now} + ${MARGIN_MS}`;
  // Due at once. A process that stood still may have written the object after the worker had removed it with its row.
  const forget = 'INSERT INTO content_objects (id, remove_after) VALUES (?, 0) ON CONFLICT (id) DO NOTHING';
  const selectPiece = 'SELECT encoding, object, bytes FROM paste_chunks WHERE paste_id = ? AND seq = ?';
  const selectDue = `SELECT id FROM content_objects
    WHERE paste_id IS NULL AND (remove_after IS NULL OR remove_after <= ${now}) LIMIT ?`;
  const removal = pLimit(REMOVALS_AT_ONCE);

  function needStore(): ObjectStore {
    if (store) return store;
    throw new StoreUnavailableError(null, new Error('a content is in the object store, and CONTENT_STORE is not set'));
  }

  /** @throws NotFoundError when the paste has gone, SealBrokenError when its object is missing, StoreUnavailableError */
  async function fetch(pasteId: string, seq: number, name: string): Promise<Uint8Array> {
    const bytes = await needStore().get(OBJECT_PREFIX + name);
    if (bytes) return bytes;
    // The piece may have been moved, or the paste deleted, since its row was read.
    const [row] = await db.read(selectPiece, [pasteId, seq]);
    if (!row) throw new NotFoundError();
    if (row.object === name) throw new SealBrokenError('the object of a piece is missing in CONTENT_STORE');
    return row.object === null ? (row.bytes as Uint8Array) : fetch(pasteId, seq, String(row.object));
  }

  /** @param row with the piece's columns */
  function chunkOf(pasteId: string, row: Row, seq: number): StoredChunk {
    const chunk = toChunk(row, seq);
    const name = row.object;
    return typeof name === 'string' ? Object.assign(chunk, { fetch: () => fetch(pasteId, seq, name) }) : chunk;
  }

  return {
    store,
    /** Sealed size from which a piece becomes an object. */
    fromBytes: store ? fromBytes : Number.POSITIVE_INFINITY,

    /** Writes the piece's bytes to the store. @returns the piece as its row has it */
    async place({ seq, encoding, bytes }: StoredChunk): Promise<StoredChunk> {
      const object = newName();
      await db.write([{ sql: announce, params: [object] }]);
      await needStore().put(OBJECT_PREFIX + object, bytes);
      return { seq, encoding, bytes: NOTHING, object };
    },

    /** Makes the piece's object a part of the paste, in the transaction that writes the piece's row; none without an object. */
    taking: (pasteId: string, { object }: StoredChunk): Statement[] =>
      object === undefined ? [] : [{ sql: take, params: [pasteId, object], mustReturn: true }],

    /**
     * For a transaction that was refused: an object that was written too late will be removed, also if its row is gone.
     * @returns whether that was the reason
     */
    async wasLate({ object }: StoredChunk): Promise<boolean> {
      if (object === undefined || (await db.read(selectTakeable, [object])).length > 0) return false;
      await db.write([{ sql: forget, params: [object] }]);
      return true;
    },

    fetch,

    needStore,

    /** @param row selected by SELECT_FOUND */
    toFound: (row: Row, keys: PasteKeys): FoundPaste => ({ row: toPaste(row, keys), chunk: chunkOf(String(row.id), row, 0) }),

    /** Null when the paste is gone. Who may have a content has been decided before; its pieces never change. */
    async findPiece(pasteId: string, seq: number): Promise<StoredChunk | null> {
      const [row] = await db.read(selectPiece, [pasteId, seq]);
      return row ? chunkOf(pasteId, row, seq) : null;
    },

    /** Removes some objects that are part of no paste. One that can't be removed stays, and hinders no other. @returns how many */
    async removeDue(): Promise<number> {
      const due = (await db.read(selectDue, [REMOVE_BATCH])).map(({ id }) => String(id));
      if (due.length === 0) return 0;
      const results = await Promise.allSettled(due.map((name) => removal(() => needStore().remove(OBJECT_PREFIX + name))));
      const removed = due.filter((_, index) => results[index]?.status === 'fulfilled');
      await db.write([{ sql: `DELETE FROM content_objects WHERE ${isIn('id')}`, params: [JSON.stringify(removed)] }]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return removed.length;
    },
  };
}
