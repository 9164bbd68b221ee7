/** A new version migrates a database in use: a copy from before lets the operator go back. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NEXT_MIGRATIONS, writeNextVersion } from '../testing/next-version';
import { createTestDatabase, engines } from '../testing/test-database';
import { migratePostgresql } from './engines/postgresql-migrations';
import { openFile } from './engines/sqlite-driver';
import { migrateSqlite } from './engines/sqlite-migrations';
import { latestMigration } from './migrations';

const LATER = '99991231235959_contract_later';

describe('a migration of a SQLite file in use', () => {
  let folder: string;
  let file: string;
  /** Root of the program's next version; `current` is this one. */
  let next: string;
  const current = process.cwd();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-migrations-'));
    mkdirSync(join(folder, 'data'));
    file = join(folder, 'data/sealpaste.db');
    next = join(folder, 'next');
    writeLater('ALTER TABLE users ADD COLUMN later TEXT; DELETE FROM users;');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const writeLater = (sql: string) => writeNextVersion(next, { name: LATER, sql });
  const files = () => readdirSync(join(folder, 'data')).sort();
  function namesIn(path: string): unknown[] {
    const connection = openFile(path);
    const names = connection
      .prepare('SELECT name FROM users')
      .all()
      .map(({ name }) => name);
    connection.close();
    return names;
  }
  function addUser(name: string): void {
    const connection = openFile(file);
    connection.prepare('INSERT INTO users (name, created_at) VALUES (?, 0)').run(name);
    connection.close();
  }

  it('is preceded by a copy, which the version before can use', () => {
    migrateSqlite(file, current);
    addUser('anna');
    migrateSqlite(file, next);
    expect(namesIn(file)).toEqual([]);
    expect(files()).toEqual(['sealpaste.db', `sealpaste.db.before-${LATER}`]);
    const copy = join(folder, 'data', `sealpaste.db.before-${LATER}`);
    expect(namesIn(copy)).toEqual(['anna']);
    copyFileSync(copy, file);
    expect(() => migrateSqlite(file, current)).not.toThrow();
  });

  it('a start only reads a migrated SQLite file, so no writer keeps it waiting', () => {
    expect(migrateSqlite(file, current).at(-1)).toBe(latestMigration(current));
    const writer = openFile(file);
    writer.exec('BEGIN IMMEDIATE');
    try {
      expect(migrateSqlite(file, current)).toEqual([]);
    } finally {
      writer.close();
    }
  });

  it('leaves no dangling reference: else nothing of it is done', () => {
    migrateSqlite(file, current);
    addUser('anna');
    writeLater("INSERT INTO api_keys (id, user_id, key_hash, created_at) VALUES ('key', 99, x'00', 0);");
    expect(() => migrateSqlite(file, next)).toThrow(/dangling references/);
    expect(namesIn(file)).toEqual(['anna']);
  });

  it('makes no copy of a new file, and none when there is nothing to do', () => {
    migrateSqlite(file, next);
    migrateSqlite(file, next);
    expect(files()).toEqual(['sealpaste.db']);
  });

  it('that fails changes nothing; tried again, it copies what is there by then', () => {
    migrateSqlite(file, current);
    addUser('anna');
    writeLater('ALTER TABLE users ADD COLUMN later TEXT; DELETE FROM nothing;');
    expect(() => migrateSqlite(file, next)).toThrow(/nothing/);
    expect(namesIn(file)).toEqual(['anna']);
    migrateSqlite(file, current);
    addUser('bert');
    writeLater('ALTER TABLE users ADD COLUMN later TEXT; DELETE FROM users;');
    migrateSqlite(file, next);
    expect(namesIn(join(folder, 'data', `sealpaste.db.before-${LATER}`))).toEqual(['anna', 'bert']);
  });

  it('leaves one copy: the one of the migration before goes', () => {
    migrateSqlite(file, current);
    writeFileSync(join(folder, 'data/sealpaste.db.before-20000101000000_earlier'), '');
    writeFileSync(join(folder, 'data/other.db.before-20000101000000_earlier'), '');
    migrateSqlite(file, next);
    expect(files()).toEqual(['other.db.before-20000101000000_earlier', 'sealpaste.db', `sealpaste.db.before-${LATER}`]);
  });

  it('an expanding migration needs no copy: the version before can use its schema', () => {
    migrateSqlite(file, current);
    const expanded = writeNextVersion(join(folder, 'expanded'), NEXT_MIGRATIONS.expand);
    expect(migrateSqlite(file, expanded)).toEqual([NEXT_MIGRATIONS.expand.name]);
    expect(files()).toEqual(['sealpaste.db']);
    expect(migrateSqlite(file, current)).toEqual([]);
  });

  it('what a killed migration left of its copy goes with the next migration', () => {
    migrateSqlite(file, current);
    for (const suffix of ['', '-journal'])
      writeFileSync(join(folder, 'data', `sealpaste.db.before-${LATER}.partial${suffix}`), 'unfinished');
    migrateSqlite(file, next);
    expect(files()).toEqual(['sealpaste.db', `sealpaste.db.before-${LATER}`]);
  });

  it('does not begin when the copy fails', () => {
    migrateSqlite(file, current);
    addUser('anna');
    // A folder with the copy's name lets the copy fail.
    mkdirSync(join(folder, 'data', `sealpaste.db.before-${LATER}`));
    expect(() => migrateSqlite(file, next)).toThrow(/can't be copied/);
    expect(namesIn(file)).toEqual(['anna']);
  });

  it('of a newer version keeps this one from starting, and from writing anything', () => {
    migrateSqlite(file, next);
    expect(() => migrateSqlite(file, current)).toThrow(/newer version/);
    expect(existsSync(`${file}.before-${LATER}`)).toBe(false);
  });
});

const FORGET_INIT = `UPDATE _prisma_migrations SET migration_name = '20261120101917_init'`;
const IS_REFUSED = /unreleased checkout made this database: "npm run -s admin -- export"/;

it('a SQLite file of an unreleased checkout is refused without changing a byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-unreleased-'));
  const file = join(folder, 'sealpaste.db');
  migrateSqlite(file, process.cwd());
  const connection = openFile(file);
  connection.exec(FORGET_INIT);
  connection.close();
  const before = readFileSync(file);
  expect(() => migrateSqlite(file, process.cwd())).toThrow(IS_REFUSED);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['sealpaste.db']);
  rmSync(folder, { recursive: true });
});

describe.runIf(engines.includes('postgresql'))('a PostgreSQL database', () => {
  /** Migrates in a session that may only read. */
  async function migrateReadOnly(prepare = 'SELECT 1'): Promise<string[]> {
    const database = await createTestDatabase('postgresql', { isMigrated: false });
    await (await database.open()).close();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(prepare);
      await client.query('SET default_transaction_read_only = on');
      return await migratePostgresql(client, process.cwd());
    } finally {
      await client.end();
      await database.drop();
    }
  }

  it('that is up to date is only read, as a standby is', async () => {
    expect(await migrateReadOnly()).toEqual([]);
  });

  it('of an unreleased checkout is refused, and only read', async () => {
    await expect(migrateReadOnly(FORGET_INIT)).rejects.toThrow(IS_REFUSED);
  });
});
