/** Small inserts, which the calling thread commits itself. */
import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../testing/use-database';
import type { Database, Row, Statement } from '../database';
import { openConnection } from './sqlite-connection';
import { createQuickInserts } from './sqlite-inserts';
import type { SqliteWriter } from './sqlite-writer';

describe('small inserts on SQLite', () => {
  let db: Database;
  let file: string;
  let inserts: ReturnType<typeof createQuickInserts>;
  /** Writes that the writer thread got. */
  let handedOver: (readonly Statement[])[];
  let watchDisk: (diskMs: number) => void;

  useDatabase(
    'sqlite',
    async (opened, { url }) => {
      db = opened;
      file = url.slice('file:'.length);
      await db.write([{ sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY, words BLOB NOT NULL)', params: [] }]);
    },
    { each: true },
  );
  beforeEach(() => {
    handedOver = [];
    const write = (statements: readonly Statement[]) => {
      handedOver.push(statements);
      return db.write(statements.map(({ sql, params }) => ({ sql, params })));
    };
    const onCommit = (watch: typeof watchDisk) => {
      watchDisk = watch;
    };
    inserts = createQuickInserts(file, { write, onCommit, moveLog: () => undefined } as Partial<SqliteWriter> as SqliteWriter);
    commitInThread(64, 0.1);
  });
  const commitInThread = (times: number, diskMs: number) => {
    for (let time = 0; time < times; time++) watchDisk(diskMs);
  };
  afterEach(() => {
    vi.restoreAllMocks();
    inserts.close();
  });

  const note = (id: string, words: string | Uint8Array | null = id): Statement[] => [
    { sql: 'INSERT INTO notes (id, words) VALUES (?, ?) RETURNING id', params: [id, words], inserts: { id, row: '(?, ?)' } },
  ];
  const ids = Array.from({ length: 70 }, (_, index) => `note-${index}`);
  const stored = async () => (await db.read('SELECT id FROM notes')).map(({ id }) => id);

  it('are stored without the writer thread, and each caller gets its own row', async () => {
    expect(await Promise.all(ids.map((id) => inserts.write(note(id))))).toEqual(ids.map((id) => [[{ id }]]));
    expect((await stored()).sort()).toEqual(ids.toSorted());
    expect(handedOver).toEqual([]);
  });

  it('are flushed at each commit, wait for no lock and erase what they delete', async () => {
    const ask = async (pragma: string) => Object.values((await inserts.write([{ sql: `PRAGMA ${pragma}`, params: [] }]))[0]?.[0] as Row)[0];
    const settings = ['synchronous', 'busy_timeout', 'secure_delete', 'foreign_keys'];
    expect(await Promise.all(settings.map(ask))).toEqual([2, 0, 1, 1]);
  });

  it('a refused row fails its own caller, and the others are stored', async () => {
    const outcomes = await Promise.allSettled(ids.map((id, index) => inserts.write(note(id, index === 7 ? null : id))));
    const refused = outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [[index, outcome.reason.code]] : []));
    expect(refused).toEqual([[7, 'SQLITE_CONSTRAINT_NOTNULL']]);
    expect(await stored()).toHaveLength(ids.length - 1);
  });

  it('wait for another process’s lock in the writer thread, not here', async () => {
    const other = openConnection(file, { readonly: false });
    other.exec('BEGIN IMMEDIATE');
    const written = inserts.write(note('a'));
    await vi.waitFor(() => expect(handedOver).toHaveLength(1));
    other.exec('ROLLBACK');
    other.close();
    expect(await written).toEqual([[{ id: 'a' }]]);
  });

  it('large ones, and all until the disk is known to be quick, go to the thread', async () => {
    await inserts.write(note('large', new Uint8Array(100_000)));
    expect(handedOver).toHaveLength(1);
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 2));
    await inserts.write(note('a'));
    expect(handedOver).toHaveLength(1);
    vi.restoreAllMocks();
    commitInThread(63, 0.1);
    commitInThread(1, 5);
    commitInThread(63, 0.1);
    await inserts.write(note('b'));
    expect(handedOver).toHaveLength(2);
    commitInThread(1, 0.1);
    await inserts.write(note('c'));
    expect(handedOver).toHaveLength(2);
    expect(await stored()).toHaveLength(4);
  });

  it('their log is moved into the file, and written again from its start', async () => {
    const insert = (from: number) => Array.from({ length: 1_000 }, (_, index) => db.write(note(`${from + index}`, new Uint8Array(4_000))));
    for (let from = 0; from < 20_000; from += 1_000) await Promise.all(insert(from));
    expect(statSync(file).size).toBeGreaterThan(40_000_000);
    expect(statSync(`${file}-wal`).size).toBeLessThan(40_000_000);
  });
});
