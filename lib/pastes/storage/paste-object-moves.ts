/**
 * Moves pieces of contents between the database and the store while the service runs, and compares the two. SQL (decision
 * 0041): races.
 *
 * Guarantees: a piece is in one place by its row, before and after each step; a move may be killed at any moment and run
 * again. Readers who know a piece by its old place find it in the new one. A paste that goes meanwhile is gone in both.
 */
import pLimit from 'p-limit';
import { type Database, NoRowError, type Row, type Statement, tookPlace } from '../../db/database';
import { isNotFoundError } from '../../http/errors';
import { SealBrokenError } from '../../vault/vault';
import type { PasteLookup } from './paste-lookup';
import { OBJECT_PREFIX, type PasteObjects } from './paste-objects';
import { toChunk } from './paste-rows';

/** Pieces in memory at a time, of 256 KiB each. */
const PAGE_ROWS = 16;
const ROWS_OF_CHECK = 1_000;
const CHECKS_AT_ONCE = 8;

export type ContentPlace = 'store' | 'database';

export interface MovedContents {
  pieces: number;
  /** Pieces that are in neither place. */
  missing: number;
}

/** @param objects with a store */
export function createObjectMoves(db: Database, lookup: Pick<PasteLookup, 'readableIdOf'>, objects: PasteObjects) {
  const { forUpdate } = db.dialect;
  const pageOf = (condition: string) => `SELECT paste_id, seq, encoding, object, bytes FROM paste_chunks
    WHERE (paste_id, seq) > (?, ?) AND ${condition} ORDER BY paste_id, seq LIMIT ${PAGE_ROWS}`;
  const inDatabase = pageOf('object IS NULL AND length(bytes) >= ?');
  const inStore = pageOf('object IS NOT NULL');
  // The lock that deleting a paste takes first, too: otherwise the two could wait for each other.
  const lockPaste = `SELECT id FROM pastes WHERE id = ? ${forUpdate}`;
  const toStore = 'UPDATE paste_chunks SET object = ?, bytes = ? WHERE paste_id = ? AND seq = ? AND object IS NULL RETURNING seq';
  const toDatabase = 'UPDATE paste_chunks SET object = NULL, bytes = ? WHERE paste_id = ? AND seq = ? AND object = ? RETURNING seq';
  const selectObjects = `SELECT o.id AS name, p.id, p.id_sealed FROM content_objects o LEFT JOIN pastes p ON p.id = o.paste_id
    WHERE o.id > ? ORDER BY o.id LIMIT ${ROWS_OF_CHECK}`;
  const release = 'UPDATE content_objects SET paste_id = NULL, remove_after = NULL WHERE id = ?';

  /** @param change of the piece's row @param then changes of its object's row */
  const exchange = (pasteId: string, change: Statement, then: readonly Statement[]) =>
    tookPlace(db, 1, [
      { sql: lockPaste, params: [pasteId] },
      { ...change, onlyAfter: 0 },
      ...then.map((statement) => ({ ...statement, onlyAfter: 1 })),
    ]);

  async function moveOut(row: Row): Promise<keyof MovedContents | null> {
    const [pasteId, seq] = [String(row.paste_id), Number(row.seq)];
    const piece = await objects.place(toChunk(row, seq));
    const change = { sql: toStore, params: [piece.object ?? null, piece.bytes, pasteId, seq] };
    try {
      return (await exchange(pasteId, change, objects.taking(pasteId, piece))) ? 'pieces' : null;
    } catch (error) {
      if (!(error instanceof NoRowError)) throw error;
      // Nothing was changed: the paste has gone, another move was faster, or this one stood still.
      await objects.wasLate(piece);
      return null;
    }
  }

  async function moveBack(row: Row): Promise<keyof MovedContents | null> {
    const [pasteId, seq, name] = [String(row.paste_id), Number(row.seq), String(row.object)];
    try {
      const change = { sql: toDatabase, params: [await objects.fetch(pasteId, seq, name), pasteId, seq, name] };
      return (await exchange(pasteId, change, [{ sql: release, params: [name] }])) ? 'pieces' : null;
    } catch (error) {
      if (isNotFoundError(error)) return null;
      if (error instanceof SealBrokenError) return 'missing';
      throw error;
    }
  }

  async function isMissing(name: string): Promise<boolean> {
    if (await objects.needStore().has(OBJECT_PREFIX + name)) return false;
    return (await db.read('SELECT 1 AS found FROM content_objects WHERE id = ? AND paste_id IS NOT NULL', [name])).length > 0;
  }

  return {
    /** @param onProgress called with the pieces moved so far @throws StoreUnavailableError; what was moved stays moved */
    async move(to: ContentPlace, onProgress: (pieces: number) => void = () => undefined): Promise<MovedContents> {
      const result: MovedContents = { pieces: 0, missing: 0 };
      for (let after: [string, number] = ['', -1]; ; ) {
        const rows = to === 'store' ? await db.read(inDatabase, [...after, objects.fromBytes]) : await db.read(inStore, after);
        const outcomes = await Promise.all(rows.map(to === 'store' ? moveOut : moveBack));
        for (const outcome of outcomes) if (outcome !== null) result[outcome] += 1;
        onProgress(result.pieces);
        if (rows.length < PAGE_ROWS) return result;
        after = [String(rows.at(-1)?.paste_id), Number(rows.at(-1)?.seq)];
      }
    },

    /**
     * Compares the bucket with the database.
     * @param removes unknown objects, too
     * @returns the objects in the bucket, those of them that the database doesn't have, and the public ids of pastes of which an
     * object is missing, null where one can't be decrypted
     * @throws StoreUnavailableError
     */
    async check(removes: boolean) {
      const store = objects.needStore();
      const unknown = new Set<string>();
      for await (const name of store.list(OBJECT_PREFIX)) unknown.add(name.slice(OBJECT_PREFIX.length));
      const listed = unknown.size;
      const missing: (string | null)[] = [];
      const limit = pLimit(CHECKS_AT_ONCE);
      for (let after: string | undefined = ''; after !== undefined; ) {
        const rows: Row[] = await db.read(selectObjects, [after]);
        const unlisted = rows.filter(({ name, id }) => !unknown.delete(String(name)) && id !== null);
        // An object may have been written, or its paste deleted, since the bucket was listed.
        const isGone = await Promise.all(unlisted.map(({ name }) => limit(() => isMissing(String(name)))));
        missing.push(...unlisted.filter((_, index) => isGone[index]).map((row) => lookup.readableIdOf(row)));
        after = rows.length < ROWS_OF_CHECK ? undefined : String(rows.at(-1)?.name);
      }
      if (removes) await Promise.all([...unknown].map((name) => limit(() => store.remove(OBJECT_PREFIX + name))));
      return { objects: listed, unknown: unknown.size, missing };
    },
  };
}
