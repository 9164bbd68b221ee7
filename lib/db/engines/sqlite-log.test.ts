/** Deleted rows leave the write-ahead log in time. */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import type { Database } from '../database';
import { moveLog, openConnection, shortenLog } from './sqlite-connection';

/** Longest time for which a burned row may stay in the log. */
const BOUND_MS = 60_000;

describe('the write-ahead log', () => {
  let database: TestDatabase;
  let db: Database;
  let secret: Buffer;
  const fileOf = () => database.url.slice('file:'.length);

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    database = await createTestDatabase('sqlite');
    db = await database.open();
    await db.write([{ sql: 'CREATE TABLE burned (bytes BLOB)', params: [] }]);
    secret = randomBytes(9_000);
    await db.write([{ sql: 'INSERT INTO burned VALUES (?)', params: [secret] }]);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await db.close();
    await database.drop();
  });

  const burn = () => db.write([{ sql: 'DELETE FROM burned RETURNING 1', params: [] }]);
  /** Moves the clock, and then waits until the writer thread has done what timers asked of it. */
  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    await db.write([{ sql: 'SELECT 1', params: [] }]);
  }
  const part = () => secret.subarray(100, 200);
  const holders = () => ['', '-wal'].filter((suffix) => readFileSync(`${fileOf()}${suffix}`).includes(part()));

  it('holds nothing of a burned row within a minute, and neither does the file', async () => {
    await burn();
    expect(holders()).toContain('-wal');
    await pass(BOUND_MS);
    expect(holders()).toEqual([]);
    expect(statSync(`${fileOf()}-wal`).size).toBe(0);
  });

  it('is emptied of what another process has deleted', async () => {
    const other = openConnection(fileOf(), { readonly: false });
    other.exec('DELETE FROM burned');
    expect(holders()).toContain('-wal');
    await pass(BOUND_MS);
    expect(holders()).toEqual([]);
    other.close();
  });

  it('the write-ahead log is kept for old readers, holds up no write, and is emptied', async () => {
    const reader = openConnection(fileOf(), { readonly: true });
    reader.exec('BEGIN');
    const read = reader.prepare('SELECT bytes FROM burned');
    expect(read.get()).toEqual({ bytes: new Uint8Array(secret) });
    await burn();
    await pass(BOUND_MS);
    expect(await db.read('SELECT 1 AS one FROM burned')).toEqual([]);
    expect(read.get()).toEqual({ bytes: new Uint8Array(secret) });
    reader.close();
    await pass(BOUND_MS);
    expect(holders()).toEqual([]);
  });

  it('a log that a reader has made long is cut by no commit, and then in steps', async () => {
    const reader = openConnection(fileOf(), { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM burned').get();
    const insert = (bytes: number) => db.write([{ sql: 'INSERT INTO burned VALUES (zeroblob(?))', params: [bytes] }]);
    for (let part = 0; part < 5; part++) await insert(16_000_000);
    reader.close();
    const bytes = () => statSync(`${fileOf()}-wal`).size;
    // The first commit moves the log into the file, the second begins it again.
    await insert(10);
    const grown = bytes();
    await insert(10);
    expect(bytes()).toBe(grown);

    const other = openConnection(fileOf(), { readonly: false });
    expect(shortenLog(other)).toBe(true);
    expect(bytes()).toBe(grown - 16 * 1024 * 1024);
    other.close();

    await pass(BOUND_MS / 2);
    await vi.waitFor(() => expect(bytes()).toBe(0));
  });

  it('is moved into the file by another process', async () => {
    expect(holders()).toEqual(['-wal']);
    const other = openConnection(fileOf(), { readonly: false });
    await moveLog(other, async () => {});
    expect(holders()).toEqual(['', '-wal']);
  });
});
