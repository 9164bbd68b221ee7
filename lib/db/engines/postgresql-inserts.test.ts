import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import type { Database, Statement } from '../database';

describe.runIf(engines.includes('postgresql'))('rows that several callers insert at once on PostgreSQL', () => {
  let db: Database;
  useDatabase('postgresql', async (opened) => {
    db = opened;
    await db.write([{ sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY, words INTEGER NOT NULL CHECK (words > 0))', params: [] }]);
    await db.write([{ sql: 'CREATE TABLE lines (note_id TEXT NOT NULL REFERENCES notes (id), bytes BYTEA NOT NULL)', params: [] }]);
  });
  beforeEach(() =>
    db.write([
      { sql: 'DELETE FROM lines', params: [] },
      { sql: 'DELETE FROM notes', params: [] },
    ]),
  );

  const note = (id: string, words = 1): Statement[] => [
    {
      sql: 'INSERT INTO notes (id, words) VALUES (?, CAST(? AS INTEGER) + 1) RETURNING id, words',
      params: [id, words],
      inserts: { id, row: '(?, CAST(? AS INTEGER) + 1)' },
    },
    { sql: 'INSERT INTO lines (note_id, bytes) VALUES (?, ?)', params: [id, Buffer.from(id)], inserts: { id, row: '(?, ?)' } },
  ];
  const ids = Array.from({ length: 21 }, (_, index) => `note-${index}`);
  const stored = () => db.read('SELECT n.id, n.words, l.bytes FROM notes n JOIN lines l ON l.note_id = n.id ORDER BY n.words');

  it('share transactions, and each caller gets its own row', async () => {
    const results = await Promise.all(ids.map((id, index) => db.write(note(id, index))));
    expect(results).toEqual(ids.map((id, index) => [[{ id, words: index + 1 }], []]));
    expect(await stored()).toEqual(ids.map((id, index) => ({ id, words: index + 1, bytes: Buffer.from(id) })));
    expect(await db.read('SELECT count(DISTINCT xmin::text) AS transactions FROM notes')).toEqual([{ transactions: 3 }]);
  });

  it('are stored but for those of the caller whose row is refused', async () => {
    await db.write(note('note-3'));
    const outcomes = await Promise.allSettled(ids.map((id, index) => db.write(note(id, index === 7 ? -1 : index))));
    const refused = outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [[index, outcome.reason.code]] : []));
    expect(refused).toEqual([
      [3, '23505'],
      [7, '23514'],
    ]);
    expect((await stored()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids.filter((id) => id !== 'note-7')));
    expect(await stored()).toHaveLength(20);
  });

  it('are joined with those of the same statements only', async () => {
    const count: Statement = { sql: 'SELECT count(*) AS notes FROM notes', params: [] };
    const [, alone, [, , counted]] = await Promise.all([
      db.write(note('a')),
      db.write(note('b').slice(0, 1)),
      db.write([...note('c'), count]),
    ]);
    expect([alone, counted]).toEqual([[[{ id: 'b', words: 2 }]], [{ notes: expect.any(Number) }]]);
    expect(await db.read('SELECT count(DISTINCT xmin::text) AS transactions FROM notes')).toEqual([{ transactions: 3 }]);
  });
});
