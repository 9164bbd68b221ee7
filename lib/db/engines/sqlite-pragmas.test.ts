/** Each connection's own settings: they keep confirmed writes and erase deleted rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import type { OpenedDatabase } from '../schema-guard';
import { openSqlite } from './sqlite-database';

describe('every connection to the SQLite file', () => {
  let database: TestDatabase;
  let db: OpenedDatabase;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    db = await openSqlite({ file: database.url.slice('file:'.length), rootDir: process.cwd() });
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const connections: Record<string, (pragma: string) => Promise<unknown[]>> = {
    "the reader's": (pragma) => db.read(`PRAGMA ${pragma}`),
    "the writer thread's": async (pragma) => (await db.write([{ sql: `PRAGMA ${pragma}`, params: [] }]))[0] ?? [],
    "Prisma's": (pragma) => db.prisma.$queryRawUnsafe(`PRAGMA ${pragma}`),
  };

  it.each(Object.keys(connections))('%s writes ahead, flushes commits, waits for locks, erases and checks references', async (name) => {
    const ask = async (pragma: string) => {
      const [row] = (await connections[name]?.(pragma)) ?? [];
      const [value] = Object.values(row as Record<string, unknown>);
      return typeof value === 'bigint' ? Number(value) : value;
    };
    expect(await ask('journal_mode')).toBe('wal');
    expect(await ask('synchronous')).toBe(2);
    expect(await ask('busy_timeout')).toBeGreaterThanOrEqual(5_000);
    expect(await ask('secure_delete')).toBe(1);
    expect(await ask('foreign_keys')).toBe(1);
  });
});
