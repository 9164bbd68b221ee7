/** A snapshot of SQLite while memory is collected. PostgreSQL's rows need no statement of ours. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database';
import { MOVED_TABLES } from '../tables';
import { openSnapshot } from './snapshot';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('rows are read to the end although memory is collected between them', async () => {
  const database = await createTestDatabase('sqlite');
  const db = await database.open();
  await db.write([1, 2, 3].map((id) => ({ sql: 'INSERT INTO users (id, name, created_at) VALUES (?, ?, 0)', params: [id, `user${id}`] })));
  const snapshot = await openSnapshot({ url: database.url, rootDir: process.cwd() });
  try {
    const users = MOVED_TABLES.find(({ name }) => name === 'users');
    if (!users) throw new Error('expected a table of users');
    const ids: unknown[] = [];
    for await (const { id } of snapshot.rows(users)) {
      ids.push(id);
      collectGarbage();
      await new Promise(setImmediate);
    }
    expect(ids).toEqual([1, 2, 3]);
  } finally {
    await snapshot.close();
    await db.close();
    await database.drop();
  }
});
