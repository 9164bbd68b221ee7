/**
 * Databases of each release, with rows of every kind, are opened, migrated and read. `UPDATE_RELEASE=1.0.0 npm run test:unit --
 * lib/db/releases` writes those of this version, once, when it is released (docs/release.md).
 *
 * A folder of lib/testing/releases has the SQLite file, PostgreSQL's statements, both compressed, and what must be found again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createAccountsService } from '../accounts/accounts.service';
import { sha256 } from '../encoding/sha256';
import { checkRows } from '../operations/doctor/doctor-database';
import { rotatedTables } from '../operations/rotation';
import { silentLogger } from '../testing/loggers';
import { fillAsRelease, type ReleaseFacts } from '../testing/release-rows';
import { createTestDatabase, type Engine, engines, type TestDatabase } from '../testing/test-database';
import { contentOf, pastesOn } from '../testing/test-pastes';
import { withClient } from '../testing/with-client';
import { checkMasterKeys } from '../vault/check-master-keys';
import { createKeyring } from '../vault/keyring';
import type { Database } from './database';
import { openFile } from './engines/sqlite-driver';
import { CREATE_BOOKKEEPING, loadMigrations } from './migrations';
import { TABLES } from './tables';

const RELEASES = 'lib/testing/releases';
const RELEASED = 'prisma/migrations/released.json';
const FILES = { sqlite: 'sqlite.db.br', postgresql: 'postgresql.sql.br' } as const;
/** The key of all these databases. */
const keyring = createKeyring([Buffer.alloc(32, 'release')]);

interface Facts extends ReleaseFacts {
  /** Rows of each table. */
  rows: Record<string, number>;
}

const countRows = async (db: Database): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async ({ name }) => [name, Number((await db.read(`SELECT count(*) AS count FROM ${name}`))[0]?.count)] as const),
    ),
  );

describe.skipIf(process.env.UPDATE_RELEASE !== undefined).each(engines)('a database of a release on %s', (engine) => {
  it.each(readdirSync(RELEASES))('%s is opened, migrated and read whole', async (version) => {
    const folder = join(RELEASES, version);
    const facts = JSON.parse(readFileSync(join(folder, `${engine}.json`), 'utf8')) as Facts;
    const database = await createTestDatabase(engine, { isMigrated: false });
    try {
      await unpack(database, brotliDecompressSync(readFileSync(join(folder, FILES[engine]))));
      const db = await database.open();
      expect(await countRows(db)).toMatchObject(facts.rows);
      await checkMasterKeys(db, keyring);
      expect(await checkRows(db, rotatedTables(keyring))).toMatch(/^all \d{4} rows open$/);
      const accounts = createAccountsService(db, keyring, silentLogger);
      expect(await accounts.authenticate(facts.apiKey)).not.toBeNull();
      // Some expire a year after their release.
      await db.write([{ sql: 'UPDATE pastes SET expires_at = ? WHERE expires_at IS NOT NULL', params: [Number.MAX_SAFE_INTEGER] }]);
      const { service } = pastesOn(db, keyring, []);
      for (const paste of facts.pastes)
        expect(sha256(await contentOf(await service.read(paste.publicId))).toString('hex')).toBe(paste.sha256);
      await db.close();
    } finally {
      await database.drop();
    }
  });
});

async function unpack({ folder, url }: TestDatabase, bytes: Buffer): Promise<void> {
  if (folder !== null) writeFileSync(join(folder, 'database.db'), bytes);
  else await withClient(url, (client) => client.query(bytes.toString('utf8')));
}

describe.runIf(process.env.UPDATE_RELEASE !== undefined).each(engines)('a release on %s', (engine) => {
  it('is written', async () => {
    const folder = join(RELEASES, process.env.UPDATE_RELEASE ?? '');
    mkdirSync(folder, { recursive: true });
    const database = await createTestDatabase(engine, { isMigrated: false });
    try {
      const db = await database.open();
      const facts: Facts = { ...(await fillAsRelease(db, keyring)), rows: await countRows(db) };
      for (const [table, rows] of Object.entries(facts.rows)) expect([table, rows > 0]).toEqual([table, true]);
      await db.close();
      const bytes = engine === 'sqlite' ? pack(database) : Buffer.from(await withClient(database.url, dump));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
      writeFileSync(join(folder, FILES[engine]), brotliCompressSync(bytes, { params }));
      writeFileSync(join(folder, `${engine}.json`), `${JSON.stringify(facts)}\n`);
      noteMigrations(engine);
    } finally {
      await database.drop();
    }
  });
});

describe('a release', () => {
  it('has one version in all files, and its own part of the changelog', () => {
    const read = (file: string) => readFileSync(file, 'utf8');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const file of ['cli/package.json', 'package-lock.json']) expect(JSON.parse(read(file))).toMatchObject({ version });
    expect(read('deploy/helm/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
    expect(read('docs/verify.md')).toContain(`git checkout v${version}`);
    const [latest] = /^## \[\d.*/m.exec(read('CHANGELOG.md')) ?? [];
    expect(latest?.split(' - ')).toEqual([`## [${version}]`, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    expect(readdirSync(RELEASES)).toContain(version);
  });
});

/** Adds the hashes of the engine's migrations to those that never change, for e2e/check-sql.mjs. */
function noteMigrations(engine: Engine): void {
  const before = existsSync(RELEASED) ? (JSON.parse(readFileSync(RELEASED, 'utf8')) as Record<string, string>) : {};
  const own = loadMigrations(process.cwd(), engine).map(({ name, checksum }) => [`${engine}/${name}`, checksum]);
  writeFileSync(RELEASED, `${JSON.stringify({ ...Object.fromEntries(own), ...before }, null, 2)}\n`);
}

/** The file with all that is still in its log. */
function pack({ folder }: TestDatabase): Buffer {
  const file = join(folder ?? '', 'database.db');
  const connection = openFile(file);
  connection.exec('VACUUM');
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
  return readFileSync(file);
}

/** The statements that make the schema and its bookkeeping, and one for each row. */
async function dump(client: pg.Client): Promise<string> {
  const lines = loadMigrations(process.cwd(), 'postgresql').map(({ sql }) => sql);
  const tables = ['_prisma_migrations', ...TABLES.map(({ name }) => name)];
  lines.unshift(`${CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'TIMESTAMPTZ')};`);
  for (const table of tables) {
    const { rows } = await client.query<Record<string, string | null>>(`SELECT ${await columnsAsText(client, table)} FROM ${table}`);
    for (const row of rows) {
      const values = Object.values(row).map((value) => (value === null ? 'NULL' : pg.escapeLiteral(value)));
      lines.push(
        `INSERT INTO ${table} (${Object.keys(row)
          .map((name) => `"${name}"`)
          .join(', ')}) VALUES (${values.join(', ')});`,
      );
    }
  }
  for (const { name, counter } of TABLES)
    if (counter) lines.push(`SELECT setval(pg_get_serial_sequence('${name}', '${counter}'), (SELECT max(${counter}) FROM ${name}));`);
  return lines.join('\n');
}

async function columnsAsText(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
    [table],
  );
  return rows.map(({ name }) => `"${name}"::text AS "${name}"`).join(', ');
}
