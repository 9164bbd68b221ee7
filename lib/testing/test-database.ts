/** Databases for tests: migrated, empty, and removed after the test. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../db/database';
import { openDatabase } from '../db/engines/open-database';
import { giveBack, rememberShape, takeEmptied } from './emptied-databases';
import { postgresqlTemplate, sqliteTemplate } from './template-database';
import { withClient } from './with-client';

export type Engine = 'sqlite' | 'postgresql';

const POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** The engines to test on: with PostgreSQL where TEST_ENGINES allows it and its server is reachable; in CI it must be. */
export const engines: readonly Engine[] =
  process.env.TEST_ENGINES !== 'sqlite' && (await isPostgresReachable()) ? ['sqlite', 'postgresql'] : ['sqlite'];

export interface TestDatabase {
  engine: Engine;
  /** The database's address, in the form of DATABASE_URL. */
  url: string;
  /** The folder of the SQLite file (database.db); null on PostgreSQL. */
  folder: string | null;
  /** Opens the database; others may have it open, too. */
  open(): Promise<Database>;
  drop(): Promise<void>;
}

/** @param isMigrated false: the first call that opens the database migrates it */
export async function createTestDatabase(engine: Engine, { isMigrated = true } = {}): Promise<TestDatabase> {
  const { url, folder, drop } = engine === 'sqlite' ? sqliteFile(isMigrated) : await postgresqlDatabase(isMigrated);
  return { engine, url, folder, drop, open: () => openDatabase({ url, rootDir: process.cwd(), migrates: true }) };
}

type Place = Pick<TestDatabase, 'url' | 'folder' | 'drop'>;

/** Where SQLite files lie: in memory if there is room, because each commit waits for a disk, and no test cuts the power. */
const SQLITE_FOLDER = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 ** 31;
}

function sqliteFile(isMigrated: boolean): Place {
  const folder = mkdtempSync(join(SQLITE_FOLDER, 'sealpaste-test-'));
  const file = join(folder, 'database.db');
  const template = isMigrated ? sqliteTemplate() : null;
  if (template !== null) copyFileSync(template, file);
  return { url: `file:${file}`, folder, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function postgresqlDatabase(isMigrated: boolean): Promise<Place> {
  const template = isMigrated ? await postgresqlTemplate(POSTGRES_URL) : null;
  const url = (canBeReused(template) && takeEmptied()) || (await newDatabase(template));
  const drop = async () => {
    if (canBeReused(template) && (await giveBack(url))) return;
    await onServer(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  };
  return { url, folder: null, drop };
}

/** Whether databases are reused: not where tests start processes, which could go on using the next test's database. */
const canBeReused = (template: string | null) => template !== null && process.env.TEST_DATABASES === 'reused';

async function newDatabase(template: string | null): Promise<string> {
  const name = `${template ?? 'sealpaste_test'}_${randomBytes(6).toString('hex')}`;
  // Commits needn't wait for the disk, because no test cuts the machine's power.
  await onServer(
    `CREATE DATABASE ${name}${template === null ? '' : ` TEMPLATE ${template}`}`,
    `ALTER DATABASE ${name} SET synchronous_commit = off`,
  );
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  if (canBeReused(template)) await rememberShape(url.href);
  return url.href;
}

/** Runs each statement by itself, because databases can't be created or dropped in a transaction. */
function onServer(...statements: string[]): Promise<void> {
  return withClient(POSTGRES_URL, async (client) => {
    for (const sql of statements) await client.query(sql);
  });
}

async function isPostgresReachable(): Promise<boolean> {
  try {
    await onServer('SELECT 1');
    return true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.info('PostgreSQL is not reachable: testing on SQLite only (TEST_POSTGRES_URL)');
    return false;
  }
}
