/** `kill -9` of a migration: nothing of it is there, and the next one completes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeNextVersion } from '../testing/next-version';
import { createTestDatabase, engines, type TestDatabase } from '../testing/test-database';
import { withClient } from '../testing/with-client';
import type { Row } from './database';
import { openDatabase } from './engines/open-database';
import { openFile } from './engines/sqlite-driver';

const NAME = '99991231235959_contract_killed';
const STATEMENTS = ['ALTER TABLE users ADD COLUMN later TEXT', "UPDATE users SET later = 'seen'", 'CREATE TABLE later (id TEXT)'];

/** Statements that don't end. SQLite's writes, so that its log holds pages of a transaction that never ends. */
const ENDLESS = {
  sqlite:
    'INSERT INTO endless SELECT randomblob(50000) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)',
  postgresql: 'PERFORM pg_sleep(600)',
};

/** SQL that gets stuck in itself after so many of the statements. */
const stuckAfter = {
  sqlite: (count: number) => ['CREATE TABLE endless (bytes BLOB)', ...STATEMENTS.toSpliced(count, 0, ENDLESS.sqlite)],
  postgresql: (count: number) => STATEMENTS.toSpliced(count, 0, `DO $$ BEGIN ${ENDLESS.postgresql}; END $$`),
};

/** SQL that gets stuck when it is recorded; on PostgreSQL within the COMMIT. */
const stuckAtRecord = {
  sqlite: [
    ...STATEMENTS,
    'CREATE TABLE endless (bytes BLOB)',
    `CREATE TRIGGER stuck AFTER INSERT ON _prisma_migrations BEGIN ${ENDLESS.sqlite}; END`,
  ],
  postgresql: [
    ...STATEMENTS,
    `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${ENDLESS.postgresql}; RETURN NULL; END $$`,
    'CREATE CONSTRAINT TRIGGER stuck AFTER INSERT ON _prisma_migrations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stuck()',
  ],
};

const filesOf = ({ folder }: TestDatabase) => (folder === null ? [] : readdirSync(folder).sort());
const isCopying = (database: TestDatabase) => filesOf(database).some((name) => name.endsWith('.partial'));

/** Whether a migration of the database is within a statement that doesn't end. */
async function isStuck({ url, folder }: TestDatabase): Promise<boolean> {
  if (folder !== null) return (statSync(join(folder, 'database.db-wal'), { throwIfNoEntry: false })?.size ?? 0) > 4_000_000;
  return withClient(url, async (client) => {
    const asleep = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
    return (await client.query(asleep)).rows.length > 0;
  });
}

it.each(engines)('a killed migration leaves nothing on %s, and the next one completes', async (engine) => {
  const next = mkdtempSync(join(tmpdir(), 'sealpaste-killed-'));
  const database = await createTestDatabase(engine, { isMigrated: false });
  const read = async (rootDir: string, sql: string): Promise<Row[]> => {
    const db = await openDatabase({ url: database.url, rootDir, migrates: false });
    return db.read(sql, []).finally(() => db.close());
  };
  const usersIn = (rootDir: string) => read(rootDir, 'SELECT * FROM users ORDER BY id');
  const migrate = (statements: string[]): ChildProcess => {
    writeNextVersion(next, { name: NAME, sql: statements.join(';\n') });
    const env = { NODE_ENV: 'production' as const, DATABASE_URL: database.url, MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    return spawn(process.execPath, ['dist/admin.js', 'migrate'], { cwd: next, env, stdio: 'ignore' });
  };
  try {
    const db = await database.open();
    const names = Array.from({ length: 100 }, (_, index) => `('user${index}', 0)`).join();
    await db.write([{ sql: `INSERT INTO users (name, created_at) VALUES ${names}`, params: [] }]);
    await db.close();
    if (database.folder !== null) {
      // The copy before a migration shall take long enough to be seen.
      const connection = openFile(join(database.folder, 'database.db'));
      connection.exec('CREATE TABLE filler AS SELECT randomblob(30000000) AS bytes');
      connection.close();
    }
    const before = await usersIn(process.cwd());

    const moments: [string[], (place: TestDatabase) => boolean | Promise<boolean>][] = [
      engine === 'sqlite' ? [STATEMENTS, isCopying] : [stuckAfter.postgresql(0), isStuck],
      [stuckAfter[engine](2), isStuck],
      [stuckAtRecord[engine], isStuck],
    ];
    for (const [statements, isReached] of moments) {
      const killed = migrate(statements);
      await vi.waitFor(async () => expect(await isReached(database)).toBe(true), { interval: 5, timeout: 60_000 });
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      expect(isCopying(database)).toBe(isReached === isCopying);
      // Refused by this version if a part of the migration were recorded.
      expect(await usersIn(process.cwd())).toEqual(before);
      // PostgreSQL notices within a second that nobody waits for the statement.
      await vi.waitFor(async () => expect(await isStuck(database)).toBe(false), 10_000);
    }

    expect(await once(migrate(STATEMENTS), 'exit')).toEqual([0, null]);
    expect(await usersIn(next)).toEqual(before.map((user) => ({ ...user, later: 'seen' })));
    expect(await read(next, 'SELECT * FROM later')).toEqual([]);
    if (engine === 'sqlite') expect(filesOf(database)).toEqual(['database.db', `database.db.before-${NAME}`]);
  } finally {
    await database.drop();
    rmSync(next, { recursive: true });
  }
});
