/** Databases for tests: migrated and with nothing in it, gone after the test. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database';
import { openDatabase } from '../open/open-database';
import { giveBack, rememberShape, takeEmptied } from './emptied-databases';
import { postgresqlTemplate, sqliteTemplate } from './template-database';
import { withClient } from './with-client';

export type Engine = 'sqlite' | 'postgresql';

const POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** The engines to test on: PostgreSQL where its server is reachable; in CI it must be. */
export const engines: readonly Engine[] = (await isPostgresReachable()) ? ['sqlite', 'postgresql'] : ['sqlite'];

export interface TestDatabase {
  engine: Engine;
  /** As DATABASE_URL. */
  url: string;
  /** The folder of the SQLite file (database.db), or null. */
  folder: string | null;
  /** Opens it beside whatever else has it open. */
  open(): Promise<Database>;
  drop(): Promise<void>;
}

/** @param isMigrated false: whoever opens it migrates it */
export async function createTestDatabase(engine: Engine, { isMigrated = true } = {}): Promise<TestDatabase> {
  const { url, folder, drop } = engine === 'sqlite' ? sqliteFile(isMigrated) : await postgresqlDatabase(isMigrated);
  return { engine, url, folder, drop, open: () => openDatabase({ url, rootDir: process.cwd() }) };
}

type Place = Pick<TestDatabase, 'url' | 'folder' | 'drop'>;

function sqliteFile(isMigrated: boolean): Place {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-test-'));
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

/** Not where tests start processes: one that still runs would connect to the database of another test. */
const canBeReused = (template: string | null) => template !== null && process.env.TEST_DATABASES === 'reused';

async function newDatabase(template: string | null): Promise<string> {
  const name = `${template ?? 'sealpaste_test'}_${randomBytes(6).toString('hex')}`;
  // No test cuts this machine's power: no commit has to wait for the disk.
  await onServer(
    `CREATE DATABASE ${name}${template === null ? '' : ` TEMPLATE ${template}`}`,
    `ALTER DATABASE ${name} SET synchronous_commit = off`,
  );
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  if (canBeReused(template)) await rememberShape(url.href);
  return url.href;
}

/** Each statement by itself: a database is neither created nor dropped in a transaction. */
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
