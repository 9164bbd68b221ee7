/** PostgreSQL becomes read-only, like a standby, and then writable again; and its disk is full. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { type Database, DatabaseUnavailableError } from '../database';

describe.runIf(engines.includes('postgresql'))('a PostgreSQL that takes no writes', () => {
  let database: TestDatabase;
  let db: Database;
  let operator: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase('postgresql');
    db = await database.open();
    const url = new URL(database.url);
    url.pathname = '/postgres';
    operator = new pg.Client({ connectionString: url.href });
    await operator.connect();
  });
  afterAll(async () => {
    await operator?.end();
    await db?.close();
    await database?.drop();
  });

  const name = () => new URL(database.url).pathname.slice(1);
  const addUser = (user: string) => ({ sql: 'INSERT INTO users (name, created_at) VALUES (?, 0)', params: [user] });
  /** Sets whether new connections may only read. */
  const setReadOnly = (isReadOnly: boolean) =>
    operator.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  const many = <Value>(act: (index: number) => Promise<Value>) => Promise.allSettled(Array.from({ length: 12 }, (_, index) => act(index)));

  it('a PostgreSQL that turns read-only serves reads, and writes once it may again', async () => {
    await db.write([addUser('anna')]);
    await setReadOnly(true);
    await operator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name()]);
    // The pool notices the ended connections one by one.
    await vi.waitFor(() => db.read('SELECT 1'));
    const writes = (index: number): Promise<unknown> => {
      if (index % 3 === 0) return db.prisma.user.create({ data: { name: `lost${index}`, createdAt: 0 } });
      return index % 3 === 1 ? db.write([addUser(`lost${index}`)]) : db.write([addUser(`lost${index}`), addUser(`gone${index}`)]);
    };
    for (const result of [...(await many(writes)), ...(await many(() => db.ping()))]) {
      expect(result.status).toBe('rejected');
      expect((result as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailableError);
    }
    expect(await db.read('SELECT name FROM users')).toEqual([{ name: 'anna' }]);
    // The pool fills up with idle connections that may only read.
    await many(() => db.read('SELECT pg_sleep(0.05)'));

    await setReadOnly(false);
    await vi.waitFor(() => db.ping());
    for (const result of await many((index) => db.write([addUser(`kept${index}`)]))) expect(result.status).toBe('fulfilled');
    for (const result of await many(() => db.ping())) expect(result.status).toBe('fulfilled');
  });

  it('a full disk of PostgreSQL is named as such', async () => {
    const full = "DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$";
    const error = await db.write([{ sql: full, params: [] }]).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect((error as Error).message).toBe("the disk of the database's server is full");
  });
});
