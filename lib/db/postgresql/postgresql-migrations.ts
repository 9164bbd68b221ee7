import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type Applied, CREATE_BOOKKEEPING, loadMigrations, missing, SELECT_APPLIED } from '../migrations';

/**
 * @param client a connection of its own, not in a transaction
 * @returns the names of the migrations this call applied
 */
export async function migratePostgresql(client: ClientBase, rootDir: string): Promise<string[]> {
  if (await isUpToDate(client, rootDir)) return [];
  // The lock is a row, not LOCK TABLE or an advisory lock: PostgreSQL-compatible engines have row locks, too.
  await createIfNotExists(client, 'CREATE TABLE IF NOT EXISTS "_sealpaste_migration_lock" ("id" INTEGER PRIMARY KEY)');
  await createIfNotExists(client, CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'TIMESTAMPTZ'));
  await client.query('INSERT INTO "_sealpaste_migration_lock" VALUES (1) ON CONFLICT DO NOTHING');
  await client.query('BEGIN');
  try {
    // The role may have a time-out that is meant for short statements.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT id FROM "_sealpaste_migration_lock" FOR UPDATE');
    const { rows } = await client.query<Applied>(SELECT_APPLIED);
    const applied = missing(loadMigrations(rootDir, 'postgresql'), rows);
    for (const migration of applied) {
      await client.query(migration.sql);
      await client.query(
        'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
        [randomUUID(), migration.checksum, migration.name],
      );
    }
    await client.query('COMMIT');
    return applied.map(({ name }) => name);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Whether no migration is missing. It only reads, which a standby allows, too. @throws SchemaError */
async function isUpToDate(client: ClientBase, rootDir: string): Promise<boolean> {
  const known = await client.query("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = '_prisma_migrations'");
  if (known.rows.length === 0) return false;
  const { rows } = await client.query<Applied>(SELECT_APPLIED);
  return missing(loadMigrations(rootDir, 'postgresql'), rows).length === 0;
}

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
