import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../../errors/operator-error';
import { selectRunning } from '../heartbeat';
import {
  type Applied,
  type Comparison,
  CREATE_BOOKKEEPING,
  compareSchemas,
  emptyDatabase,
  isExpanding,
  loadMigrations,
  refuseBeside,
  SchemaError,
  SELECT_APPLIED,
} from '../migrations';
import { replaceFile } from '../place-file';
import { copySqlite, inPatientTransaction, openConnection } from './sqlite-connection';
import { type Connection, firstValue, pragma, SQLITE_NOW } from './sqlite-driver';

/**
 * Applies the missing migrations. Before a contracting one the database is copied to `FILE.before-MIGRATION`, so that the
 * operator can go back; earlier such copies are removed. When nothing is missing, the database is only read, without a lock or a
 * check. Blocks while another process migrates or has the lock.
 * @returns the names of the migrations this call applied
 * @throws SchemaUnusableError, SchemaError
 */
export function migrateSqlite(file: string, rootDir: string): string[] {
  const connection = openConnection(file, { readonly: false });
  try {
    if (compareSqlite(connection, rootDir).missing.length === 0) return [];
    // Prisma's SQL rebuilds tables, which needs foreign keys off: they are checked before the commit.
    connection.exec('PRAGMA foreign_keys = OFF');
    return inPatientTransaction(connection, () => applyMissing(connection, file, rootDir));
  } finally {
    connection.close();
  }
}

/** Only reads. @throws SchemaUnusableError when there is no file, or a newer version has made it unusable; SchemaError */
export function compareSqliteFile(file: string, rootDir: string): Comparison {
  if (!existsSync(file)) throw emptyDatabase(`DATABASE_URL: ${file} does not exist`);
  const connection = openConnection(file, { readonly: true });
  try {
    return compareSqlite(connection, rootDir);
  } finally {
    connection.close();
  }
}

/**
 * Applies missing migrations in the transaction under way. It lists them again, because another process may have applied some.
 * @throws SchemaUnusableError when one of them must wait for other processes to stop
 */
function applyMissing(connection: Connection, file: string, rootDir: string): string[] {
  connection.exec(CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'DATETIME'));
  const { latest, missing } = compareSqlite(connection, rootDir);
  const [first] = missing;
  const isAdding = missing.every(({ name }) => isExpanding(name));
  if (first && latest !== null) {
    refuseBeside(connection.prepare(selectRunning(SQLITE_NOW)).all(), missing);
    if (!isAdding) copyBefore(file, first.name);
  }
  const record = connection.prepare(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (?, ?, ?, CURRENT_TIMESTAMP, 1)',
  );
  for (const migration of missing) {
    connection.exec(migration.sql);
    record.run(randomUUID(), migration.checksum, migration.name);
  }
  // The check reads the whole file. What only adds leaves every reference as it was.
  const broken = isAdding ? [] : pragma(connection, 'foreign_key_check');
  if (broken.length > 0) throw new SchemaError(`a migration leaves ${broken.length} dangling references: nothing was changed`);
  return missing.map(({ name }) => name);
}

/** Copies what is committed, while the transaction keeps others from writing: no process of the version before runs any more. */
function copyBefore(file: string, migration: string): void {
  const copy = `${file}.before-${migration}`;
  const partial = `${copy}.partial`;
  try {
    copySqlite(file, partial);
    replaceFile(partial, copy);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw new OperatorError(`the database can't be copied to ${copy} before it is migrated: ${(cause as Error).message}`, { cause });
  }
  for (const other of copiesBeside(file)) if (other !== copy) rmSync(other, { force: true });
}

/** Lists the copies of the SQLite file that were made before migrations, and what a killed one left of its copy. */
export function copiesBeside(file: string): string[] {
  const prefix = `${basename(file)}.before-`;
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix));
  return names.map((name) => join(dirname(file), name));
}

/** @throws SchemaError, SchemaUnusableError */
function compareSqlite(connection: Connection, rootDir: string): Comparison {
  const hasBookkeeping = firstValue(connection, "SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'") !== null;
  return compareSchemas(loadMigrations(rootDir, 'sqlite'), hasBookkeeping ? (connection.prepare(SELECT_APPLIED).all() as Applied[]) : []);
}
