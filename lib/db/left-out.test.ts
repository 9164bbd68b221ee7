/** Statements of a transaction that depend on an earlier statement's rows. */
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { type Database, NoRowError, type Statement } from './database';

describe.each(engines)('a statement on %s', (engine) => {
  let db: Database;
  useDatabase(engine, (opened) => (db = opened));
  beforeEach(() => db.write([{ sql: 'DELETE FROM bans', params: [] }]));
  const insert = (network: string, onlyAfter?: number): Statement => ({
    sql: 'INSERT INTO bans (network, created_at) VALUES (?, 0) ON CONFLICT DO NOTHING RETURNING network',
    params: [network],
    ...(onlyAfter === undefined ? {} : { onlyAfter }),
  });

  const stored = async () => (await db.read('SELECT network FROM bans ORDER BY network')).map(({ network }) => network);

  it('runs after another that returned a row, and else is left out', async () => {
    expect(await db.write([insert('a'), insert('b', 0)])).toEqual([[{ network: 'a' }], [{ network: 'b' }]]);
    expect(await db.write([insert('a'), insert('c', 0)])).toEqual([[], []]);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('is left out after one that was left out', async () => {
    await db.write([insert('a')]);
    expect(await db.write([insert('a'), insert('b', 0), insert('c', 1), insert('d')])).toEqual([[], [], [], [{ network: 'd' }]]);
    expect(await stored()).toEqual(['a', 'd']);
  });

  it('a statement without its required row undoes its batch, and no other caller’s', async () => {
    await db.write([insert('a')]);
    const guarded = (network: string): Statement => ({ ...insert(network), mustReturn: true });
    const outcomes = await Promise.allSettled([
      db.write([insert('b'), guarded('a')]),
      db.write([guarded('c'), insert('d')]),
      db.write([guarded('a')]),
      db.write([insert('a'), { ...guarded('e'), onlyAfter: 0 }]),
    ]);
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.constructor : outcome.value.length))).toEqual([
      NoRowError,
      2,
      NoRowError,
      NoRowError,
    ]);
    expect(await stored()).toEqual(['a', 'c', 'd']);
  });

  it('that fails undoes the one it came after', async () => {
    await expect(db.write([insert('a'), { sql: 'INSERT INTO nowhere VALUES (1)', params: [], onlyAfter: 0 }])).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });
});
