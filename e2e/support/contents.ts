/** Names of the objects that a store must have, by the rows of the database. */
import { expect, vi } from 'vitest';
import type { Database } from '#lib/db/database';
import type { FakeStore } from '#lib/testing/fake-store';
import { type Environment, startWorker } from './processes';

/** Names of the objects that rows of pieces name, in order. */
export const namesInRows = async (db: Database): Promise<string[]> =>
  (await db.read('SELECT object FROM paste_chunks WHERE object IS NOT NULL ORDER BY object')).map(({ object }) => `v1/${object}`);

/** Lets time pass for objects that no paste has taken and for unfinished uploads, and a worker remove them: then both are equal. */
export async function expectNoOrphans(db: Database, store: FakeStore, environment: Environment): Promise<void> {
  await db.write([{ sql: 'DELETE FROM pastes WHERE chunk_count = 0', params: [] }]);
  await db.write([{ sql: 'UPDATE content_objects SET remove_after = 0 WHERE paste_id IS NULL', params: [] }]);
  const worker = await startWorker(environment);
  await vi.waitFor(async () => expect(await db.read('SELECT id FROM content_objects WHERE paste_id IS NULL')).toEqual([]));
  await worker.kill();
  expect([...store.objects.keys()].sort()).toEqual(await namesInRows(db));
}
