/** Tests with a PgBouncer in front of PostgreSQL; skipped where it isn't installed (PATH, PGBOUNCER). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRateLimiter } from '../../http/rate-limit';
import { freePort } from '../../testing/free-port';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import type { OpenedDatabase } from '../schema-guard';
import { openPostgresql } from './postgresql-database';

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer';
const isThere = engines.includes('postgresql') && spawnSync(PROGRAM, ['--version']).status === 0;
/** User and group for PgBouncer, which refuses to run as root. */
const NOBODY = 65_534;
const MODES = ['session', 'transaction'] as const;

describe.runIf(isThere).each(MODES)('behind PgBouncer in %s mode', (mode) => {
  let folder: string;
  let database: TestDatabase;
  let bouncer: ChildProcess;
  let url: string;
  let db: OpenedDatabase;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-pgbouncer-'));
    chmodSync(folder, 0o755);
    database = await createTestDatabase('postgresql');
    const port = await freePort();
    const target = new URL(database.url);
    const place = `host=${target.hostname} port=${target.port || 5432} user=${target.username}${target.password === '' ? '' : ` password=${target.password}`}`;
    const file = join(folder, 'pgbouncer.ini');
    // In transaction mode all callers share two connections, so code that relies on a connection of its own fails.
    writeFileSync(
      file,
      `[databases]\n* = ${place}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\npool_mode = ${mode}\ndefault_pool_size = ${mode === 'session' ? 20 : 2}\nunix_socket_dir =\n`,
    );
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    bouncer = spawn(PROGRAM, [file], { ...user, stdio: 'ignore' });
    url = `postgresql://any@127.0.0.1:${port}${target.pathname}`;
    db = await vi.waitFor(() => openPostgresql({ url, rootDir: process.cwd(), hasSessionSettings: false }), {
      timeout: 10_000,
      interval: 100,
    });
  });
  afterAll(async () => {
    await db?.close();
    bouncer?.kill();
    await database?.drop();
    rmSync(folder, { recursive: true });
  });

  it('PgBouncer passes reads, transactions and counters, many at once and again', async () => {
    const limiter = createRateLimiter('test', 1_000, {
      kind: 'postgresql',
      pool: db.pool as NonNullable<OpenedDatabase['pool']>,
      nameOf: (_, identity) => identity,
    });
    const each = Array.from({ length: 20 }, (_, index) => index);
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        each.map(async (index) => {
          const name = `user ${round} ${index}`;
          const add = { sql: 'INSERT INTO users (name, created_at) VALUES (?, 0)', params: [name] };
          await db.write(index % 2 ? [add] : [add, { sql: 'UPDATE users SET created_at = 1 WHERE name = ?', params: [name] }]);
          expect(await db.read('SELECT name FROM users WHERE name = ?', [name])).toEqual([{ name }]);
          await limiter.consume('somebody');
        }),
      );
      expect(await db.readLong('SELECT count(*) AS count FROM users')).toEqual([{ count: each.length * (round + 1) }]);
      expect(await db.prisma.user.count()).toBe(each.length * (round + 1));
    }
    await db.ping();
  });

  it('PgBouncer refuses settings of a session, hence DATABASE_SESSION_SETTINGS=off', async () => {
    await expect(
      openPostgresql({ url, rootDir: process.cwd() }).then((opened) => opened.ping().finally(() => opened.close())),
    ).rejects.toThrow();
  });
});
