/** The network to PostgreSQL loses all bytes and closes no connection. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { DatabaseUnavailableError } from '../database';
import type { OpenedDatabase } from '../schema-guard';
import { openPostgresql } from './postgresql-database';

describe.runIf(engines.includes('postgresql'))('a PostgreSQL that falls silent', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let db: OpenedDatabase;

  beforeAll(async () => {
    database = await createTestDatabase('postgresql');
    proxy = await startTcpProxy(database.url);
    db = await openPostgresql({ url: proxy.url, rootDir: process.cwd(), statementTimeoutMs: 100, silenceMs: 400, connectTimeoutMs: 500 });
  });
  afterAll(async () => {
    await proxy?.stop();
    await db?.close();
    await database?.drop();
  });

  const addUser = (name: string) => ({ sql: 'INSERT INTO users (name, created_at) VALUES (?, 0)', params: [name] });

  it('a silent PostgreSQL fails waiting reads and transactions until it works again', async () => {
    await db.write([addUser('anna'), addUser('bert')]);
    proxy.setSilent(true);
    const waiting = [
      db.read('SELECT 1'),
      db.write([addUser('carla')]),
      db.write([addUser('dora'), addUser('emil')]),
      db.prisma.user.count(),
      db.prisma.$transaction([db.prisma.user.deleteMany(), db.prisma.user.count()]),
    ];
    for (const result of await Promise.allSettled(waiting)) {
      expect(result.status).toBe('rejected');
      expect((result as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailableError);
    }
    proxy.setSilent(false);
    // A busy machine may need several attempts until the database responds again.
    await vi.waitFor(() => db.ping());
    await db.write([addUser('fritz'), addUser('gerd')]);
    expect((await db.read('SELECT name FROM users ORDER BY id')).map(({ name }) => name)).toEqual(['anna', 'bert', 'fritz', 'gerd']);
  });
});
