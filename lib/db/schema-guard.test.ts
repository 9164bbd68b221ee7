/** A process and a schema that it doesn't know: opened, changed while it runs, and migrated beside it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentsOf } from '../testing/contents';
import { NEXT_MIGRATIONS, type NextKind, writeNextVersion } from '../testing/next-version';
import { createTestDatabase, engines, type TestDatabase } from '../testing/test-database';
import { type Database, DatabaseUnavailableError, SchemaUnusableError } from './database';
import { openDatabase } from './engines/open-database';
import { beat, createHeartbeat, PROCESS_GONE_MS } from './heartbeat';

const CURRENT = process.cwd();
const SET_LAST_BEAT = 'UPDATE leases SET expires_at = expires_at - ?';

describe.each(engines)('on %s', (engine) => {
  let folder: string;
  let place: TestDatabase;
  let opened: Database[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-next-'));
    place = await createTestDatabase(engine);
    opened = [];
  });
  afterEach(async () => {
    for (const db of opened) await db.close();
    await place.drop();
    rmSync(folder, { recursive: true });
  });

  const next = (...kinds: NextKind[]) => writeNextVersion(join(folder, kinds.join()), ...kinds.map((kind) => NEXT_MIGRATIONS[kind]));
  async function open(rootDir: string, migrates = true): Promise<Database> {
    const db = await openDatabase({ url: place.url, rootDir, migrates });
    opened.push(db);
    return db;
  }
  const reasonOf = (act: Promise<unknown>) =>
    act.then(
      () => 'usable',
      (error: unknown) => {
        expect(error).toBeInstanceOf(SchemaUnusableError);
        return (error as Error).message;
      },
    );

  it('an expanding migration runs beside an older process, which can start again', async () => {
    const db = await open(CURRENT);
    await beat(db, 'web', 'old');
    expect((await open(next('expand'))).migrations).toEqual([NEXT_MIGRATIONS.expand.name]);
    await db.write([{ sql: "INSERT INTO users (name, created_at) VALUES ('anna', 0)", params: [] }]);
    expect(await db.prisma.user.findMany({ select: { name: true } })).toEqual([{ name: 'anna' }]);
    await db.ping();
    expect(await (await open(CURRENT)).checkSchema()).toMatchObject({ later: [NEXT_MIGRATIONS.expand.name] });
  });

  it('a contracting migration waits until no older process has a heartbeat', async () => {
    const db = await open(CURRENT);
    const web = createHeartbeat(db, 'web');
    await web.beat();
    await beat(db, 'worker', 'killed');
    const root = next('expand', 'contract');
    expect(await reasonOf(open(root))).toMatch(
      /99991231000000_contract_next must wait .*\(1 web, 1 worker; a killed one counts for a minute\)/,
    );
    expect(await db.checkSchema()).toMatchObject({ later: [] });
    if (place.folder) expect(readdirSync(place.folder).filter((name) => name.includes('before'))).toEqual([]);
    await web.end();
    expect(await reasonOf(open(root))).toMatch(/\(1 worker;/);
    await db.write([{ sql: SET_LAST_BEAT, params: [PROCESS_GONE_MS / 2] }]);
    expect(await reasonOf(open(root))).toMatch(/\(1 worker;/);
    await db.write([{ sql: SET_LAST_BEAT, params: [PROCESS_GONE_MS / 2] }]);
    const migrated = await open(root);
    expect(migrated.migrations).toHaveLength(2);
    // A process of the new version holds up no start of another.
    await beat(migrated, 'web', 'new');
    expect((await open(root)).migrations).toEqual([]);
  });

  it('a process whose schema was contracted refuses every statement and says why', async () => {
    const db = await open(CURRENT);
    await open(next('contract'));
    const reason = /has migration 99991231000000_contract_next of a newer version, which this version \(\d+_\w+\) can't use/;
    // The first statement finds out by failing.
    expect(await reasonOf(db.read('SELECT view_count FROM pastes'))).toMatch(reason);
    const statement = { sql: "INSERT INTO users (name, created_at) VALUES ('anna', 0)", params: [] };
    for (const act of [
      () => db.read('SELECT 1'),
      () => db.readEach(`SELECT id FROM users WHERE ${db.dialect.isKey('name')}`, ['anna']),
      () => db.readLong('SELECT 1'),
      () => db.write([statement]),
      () => db.prisma.user.count(),
      () => db.prisma.$transaction([db.prisma.user.count()]),
      () => db.ping(),
      () => createHeartbeat(db, 'web').beat(),
      () => open(CURRENT),
    ])
      expect(await reasonOf(act())).toMatch(reason);
    // Endpoints and pages know the error by class and name as one that a retry may end.
    await expect(db.ping()).rejects.toThrow(DatabaseUnavailableError);
    await expect(db.ping()).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
  });

  it('a typed query finds out, too', async () => {
    const db = await open(CURRENT);
    await open(next('contract'));
    expect(await reasonOf(db.prisma.paste.findMany())).toMatch(/contract_next of a newer version/);
  });

  it('a schema put back to an older state is refused, until it is usable again', async () => {
    const db = await open(next('expand'));
    const forget = { sql: "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_expand_next'", params: [] };
    const [rows = []] = await db.write([{ ...forget, sql: `${forget.sql} RETURNING *` }]);
    const reason =
      /has migration \d+_\w+, and this version needs 99991230000000_expand_next: .* "npm run -s admin -- migrate", migrates it$/;
    expect(await reasonOf(db.ping())).toMatch(reason);
    expect(await reasonOf(db.read('SELECT 1'))).toMatch(reason);
    const current = await open(CURRENT, false);
    const { id, checksum, migration_name: name } = rows[0] ?? {};
    const again = 'INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (?, ?, ?)';
    await current.write([{ sql: again, params: [id, checksum, name].map(String) }]);
    await db.ping();
    expect(await db.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('an error that has nothing to do with the schema stays what it is', async () => {
    const db = await open(CURRENT);
    await expect(db.read('SELECT nothing FROM pastes')).rejects.not.toBeInstanceOf(SchemaUnusableError);
    expect(await db.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('opening without leave to migrate changes nothing and says what is missing', async () => {
    const contents = () => (place.folder ? readFileSync(join(place.folder, 'database.db'), 'latin1') : contentsOf(place));
    const before = await contents();
    expect(await reasonOf(open(next('expand'), false))).toMatch(/has migration \d+_\w+, and this version needs 99991230000000_expand_next/);
    expect((await contents()) === before).toBe(true);
    const empty = await createTestDatabase(engine, { isMigrated: false });
    try {
      const found = await reasonOf(openDatabase({ url: empty.url, rootDir: CURRENT }));
      expect(found).toMatch(engine === 'sqlite' ? /^DATABASE_URL: .* does not exist: a start/ : /^the database is empty: a start/);
      expect(await contentsOf(empty)).toBe('');
      if (engine === 'sqlite') {
        const nowhere = join(folder, 'no/such/folder.db');
        expect(await reasonOf(openDatabase({ url: `file:${nowhere}`, rootDir: CURRENT }))).toMatch(/does not exist/);
        expect(readdirSync(folder)).not.toContain('no');
      }
    } finally {
      await empty.drop();
    }
  });

  it.runIf(engine === 'postgresql')('a migration that waits for a reader lets others read and write meanwhile', async () => {
    const [db, reader] = [await open(CURRENT), await open(CURRENT)];
    const client = await reader.pool?.connect();
    await client?.query('BEGIN');
    await client?.query('SELECT 1 FROM pastes');
    let isDone = false;
    const migrated = open(next('expand')).finally(() => (isDone = true));
    // The migration has waited for the reader at least once, and still holds nothing up.
    await vi.waitFor(async () => {
      const [waiting] = await db.read(
        `SELECT count(*) AS count FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(waiting?.count).toBe(1);
    });
    await db.read('SELECT 1 FROM pastes');
    expect(isDone).toBe(false);
    await client?.query('COMMIT');
    client?.release();
    expect((await migrated).migrations).toEqual([NEXT_MIGRATIONS.expand.name]);
  });
});
