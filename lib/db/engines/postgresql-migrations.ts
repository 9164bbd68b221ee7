import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { selectRunning } from '../heartbeat';
import {
  type Applied,
  type Comparison,
  CREATE_BOOKKEEPING,
  compareSchemas,
  loadMigrations,
  refuseBeside,
  SchemaError,
  SELECT_APPLIED,
} from '../migrations';
import { POSTGRESQL_NOW, withPostgresql } from './postgresql-connection';

/**
 * Wait for the lock on a table. Statements of others queue up behind a waiting migration, and PostgreSQL looks for deadlocks
 * after a second: the migration gives up before both, and tries again.
 */
const LOCK_TIMEOUT = '500ms';
const LOCK_RETRY_MS = 1_000;
/** Tries: ten minutes and more, in which a backup by pg_dump may end. */
const LOCK_TRIES = 600;
/** Code of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Ends a statement, and so its locks, a second after its process was killed: else the next start would wait until it is done. */
const NOTICE_LOST_CLIENT = "SELECT set_config(name, '1s', true) FROM pg_settings WHERE name = 'client_connection_check_interval'";

/**
 * @param client a connection of its own, not in a transaction
 * @returns the names of the migrations this call applied
 * @throws SchemaUnusableError, SchemaError
 */
export async function migratePostgresql(client: ClientBase, rootDir: string): Promise<string[]> {
  if ((await comparePostgresql(client, rootDir)).missing.length === 0) return [];
  // The lock is a row, not LOCK TABLE or an advisory lock: PostgreSQL-compatible engines have row locks, too.
  await createIfNotExists(client, 'CREATE TABLE IF NOT EXISTS "_sealpaste_migration_lock" ("id" INTEGER PRIMARY KEY)');
  await createIfNotExists(client, CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'TIMESTAMPTZ'));
  await client.query('INSERT INTO "_sealpaste_migration_lock" VALUES (1) ON CONFLICT DO NOTHING');
  for (let tries = 1; ; tries++) {
    try {
      return await applyMissing(client, rootDir);
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === LOCK_TRIES)
        throw new SchemaError('a table that is to be migrated has been locked for ten minutes: is a backup under way?');
    }
    await sleep(LOCK_RETRY_MS);
  }
}

async function applyMissing(client: ClientBase, rootDir: string): Promise<string[]> {
  await client.query('BEGIN');
  try {
    // The role may have a time-out that is meant for short statements.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(NOTICE_LOST_CLIENT);
    await client.query('SELECT id FROM "_sealpaste_migration_lock" FOR UPDATE');
    const { latest, missing } = await comparePostgresql(client, rootDir);
    const refuse = async () => {
      if (latest !== null) refuseBeside((await client.query(selectRunning(POSTGRESQL_NOW))).rows, missing);
    };
    await refuse();
    for (const migration of missing) {
      await client.query(migration.sql);
      await client.query(
        'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
        [randomUUID(), migration.checksum, migration.name],
      );
    }
    // Processes may have started meanwhile.
    await refuse();
    await client.query('COMMIT');
    return missing.map(({ name }) => name);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Only reads, which a standby allows, too. @throws SchemaUnusableError, SchemaError */
export async function comparePostgresql(client: ClientBase, rootDir: string): Promise<Comparison> {
  const bookkeeping = await client.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = '_prisma_migrations'",
  );
  const known = loadMigrations(rootDir, 'postgresql');
  return compareSchemas(known, bookkeeping.rows.length === 0 ? [] : (await client.query<Applied>(SELECT_APPLIED)).rows);
}

export const comparePostgresqlAt = (url: string, rootDir: string): Promise<Comparison> =>
  withPostgresql(url, (client) => comparePostgresql(client, rootDir));

/** Error codes for an existing table, row type, and entry in the catalogue's unique index. */
const EXISTS_ALREADY = ['42P07', '42710', '23505'];

/** PostgreSQL's IF NOT EXISTS is not atomic: when two processes run it at once, one may fail because the table exists by then. */
async function createIfNotExists(client: ClientBase, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!EXISTS_ALREADY.includes(String((error as { code?: unknown }).code))) throw error;
  }
}
