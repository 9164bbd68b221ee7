import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { inPatientTransaction, openConnection } from './sqlite-connection';
import { firstValue } from './sqlite-driver';

const HOLD_MS = 300;

/** Thread that opens a file not yet in WAL mode, takes a lock, reports that, and releases the lock after a while. */
const HOLDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const other = new (require('@photostructure/sqlite').DatabaseSync)(workerData.file);
  other.exec('CREATE TABLE IF NOT EXISTS something (id INTEGER)');
  other.exec(workerData.lock);
  parentPort.postMessage('locked');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.holdMs);
  other.exec('COMMIT');
  other.close();
`;

describe('a file that another process is just setting up', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
  });

  afterAll(() => database?.drop());

  it.each([
    ['reading', 'BEGIN; SELECT * FROM something'],
    ['writing', 'BEGIN IMMEDIATE'],
    ['alone with it', 'BEGIN EXCLUSIVE'],
  ])('is waited for while that one is %s', async (name, lock) => {
    const file = join(database.folder as string, `${name}.db`);
    const { ended } = await hold(file, lock);
    const connection = openConnection(file, { readonly: false });
    expect(firstValue(connection, 'PRAGMA journal_mode')).toBe('wal');
    expect(firstValue(connection, 'SELECT count(*) FROM something')).toBe(0);
    connection.close();
    await ended;
  });

  it('that it migrates is waited for beyond the time-out of a lock', async () => {
    const file = join(database.folder as string, 'migrating.db');
    const connection = openConnection(file, { readonly: false });
    connection.exec('PRAGMA busy_timeout = 1');
    const { ended } = await hold(file, 'BEGIN IMMEDIATE');
    expect(inPatientTransaction(connection, () => firstValue(connection, 'SELECT count(*) FROM something'))).toBe(0);
    connection.close();
    await ended;
  });
});

/** Resolves when the lock is taken. */
async function hold(file: string, lock: string): Promise<{ ended: Promise<unknown> }> {
  const holder = new Worker(HOLDER, { eval: true, workerData: { file, lock, holdMs: HOLD_MS } });
  const ended = new Promise((resolve, reject) => holder.once('exit', resolve).once('error', reject));
  await new Promise((resolve) => holder.once('message', resolve));
  return { ended };
}
