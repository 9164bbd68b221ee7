import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, engines, type TestDatabase } from '../testing/test-database';
import type { Database } from './database';
import { createLease } from './lease';

const TTL_MS = 60_000;
/** The clock of the tests, in ms. */
const NOW = 1_000_000;

describe.each(engines)('a lease on %s', (engine) => {
  let database: TestDatabase;
  /** The database, opened by two processes. */
  let databases: Database[];
  let names = 0;
  let name: string;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const open = () => database.open();
    databases = await Promise.all([open(), open()]);
  });

  afterAll(async () => {
    await Promise.all(databases?.map((db) => db.close()) ?? []);
    await database?.drop();
  });

  const freshName = () => {
    name = `lease-${(names += 1)}`;
  };
  /** The lease as a process sees it when the database's clock reads `now`. */
  function lease(holder: 'A' | 'B', now: number) {
    const db = databases[holder === 'A' ? 0 : 1] as Database;
    return createLease({ ...db, dialect: { ...db.dialect, now: String(now) } }, name, holder, TTL_MS);
  }

  it('is held by one of any number who ask at once', async () => {
    freshName();
    const asked = Array.from({ length: 32 }, (_, index) => createLease(databases[index % 2] as Database, name, `holder ${index}`, TTL_MS));
    const taken = await Promise.all(asked.map((one) => one.acquire()));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('is renewed by its holder, each time for its full time', async () => {
    freshName();
    expect(await lease('A', NOW).acquire()).toBe(true);
    expect(await lease('A', NOW + TTL_MS - 1).acquire()).toBe(true);
    expect(await lease('B', NOW + TTL_MS).acquire()).toBe(false);
    expect(await lease('B', NOW + 2 * TTL_MS - 1).acquire()).toBe(true);
  });

  it('a lease is free from the millisecond it ends, and its former holder learns that', async () => {
    freshName();
    await lease('A', NOW).acquire();
    expect(await lease('B', NOW + TTL_MS - 1).acquire()).toBe(false);
    expect(await lease('B', NOW + TTL_MS).acquire()).toBe(true);
    expect(await lease('A', NOW + TTL_MS).acquire()).toBe(false);
  });

  it('can be given back, but only by its holder', async () => {
    freshName();
    await lease('A', NOW).acquire();
    await lease('B', NOW).release();
    expect(await lease('B', NOW).acquire()).toBe(false);
    await lease('A', NOW).release();
    expect(await lease('B', NOW).acquire()).toBe(true);
  });

  it('does not concern a lease of another name', async () => {
    freshName();
    await lease('A', NOW).acquire();
    freshName();
    expect(await lease('B', NOW).acquire()).toBe(true);
  });

  it("goes by the database's clock", async () => {
    freshName();
    const [a, b] = ['A', 'B'].map((holder, index) => createLease(databases[index] as Database, name, holder, TTL_MS));
    await a?.acquire();
    expect(await b?.acquire()).toBe(false);
    const db = databases[0] as Database;
    await db.write([{ sql: `UPDATE leases SET expires_at = ${db.dialect.now} WHERE name = ?`, params: [name] }]);
    expect(await b?.acquire()).toBe(true);
  });
});
