import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database';
import { DatabaseUnavailableError } from '../database';

it('a full disk undoes a write as unavailable, and what fits is written again', async () => {
  const database = await createTestDatabase('sqlite');
  const db = await database.open();
  const write = (sql: string) => db.write([{ sql, params: [] }]);
  try {
    await write('CREATE TABLE ballast (bytes BLOB)');
    // The database may grow by 10 pages only: to SQLite this limit looks like a full disk.
    const [[size]] = (await write('PRAGMA page_count')) as [[{ page_count: number }]];
    await write(`PRAGMA max_page_count = ${size.page_count + 10}`);
    const ballast = { sql: 'INSERT INTO ballast VALUES (zeroblob(20000))', params: [] };
    await expect(db.write(Array(10).fill(ballast))).rejects.toThrow(new DatabaseUnavailableError('the disk is full'));
    expect(await db.read('SELECT count(*) AS count FROM ballast')).toEqual([{ count: 0 }]);
    await db.write([ballast]);
    expect(await db.read('SELECT count(*) AS count FROM ballast')).toEqual([{ count: 1 }]);
  } finally {
    await db.close();
    await database.drop();
  }
});

it('a value that can’t travel to the writer thread fails its own write only', async () => {
  const database = await createTestDatabase('sqlite');
  const db = await database.open();
  try {
    const write = (param: unknown) => db.write([{ sql: 'SELECT ? AS value', params: [param as string] }]);
    const [before, bad, after] = await Promise.allSettled([write('before'), write(() => undefined), write('after')]);
    expect(before).toMatchObject({ value: [[{ value: 'before' }]] });
    expect(bad).toMatchObject({ reason: { name: 'DataCloneError' } });
    expect(after).toMatchObject({ value: [[{ value: 'after' }]] });
  } finally {
    await db.close();
    await database.drop();
  }
});
