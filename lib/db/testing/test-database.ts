/** Databases for tests: a fresh one, migrated by whoever opens it, gone after the test. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../database';
import { openDatabase } from '../open/open-database';

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

export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const { url, folder, drop } = engine === 'sqlite' ? sqliteFile() : await postgresqlDatabase();
  return { engine, url, folder, drop, open: () => openDatabase({ url, rootDir: process.cwd() }) };
}

type Place = Pick<TestDatabase, 'url' | 'folder' | 'drop'>;

function sqliteFile(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-test-'));
  return { url: `file:${join(folder, 'database.db')}`, folder, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function postgresqlDatabase(): Promise<Place> {
  const name = `sealpaste_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return { url: url.href, folder: null, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
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
