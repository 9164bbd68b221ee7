import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../../errors/operator-error';
import { type Applied, CREATE_BOOKKEEPING, loadMigrations, type Migration, missing, SELECT_APPLIED } from '../migrations';
import { replaceFile } from '../place-file';
import { inPatientTransaction, openConnection } from './sqlite-connection';
import { copySqlite } from './sqlite-copy';
import { type Connection, firstValue, pragma } from './sqlite-driver';

/**
 * Applies the missing migrations. A database that is in use is first copied to `FILE.before-MIGRATION`, so that the
 * operator can go back; earlier such copies are removed. When nothing is missing, the database is only read, without a
 * lock or a check. Blocks while another process has the lock.
 * @returns the names of the migrations this call applied
 */
export function migrateSqlite(file: string, rootDir: string): string[] {
  const connection = openConnection(file, { readonly: false });
  try {
    if (missingIn(connection, rootDir).length === 0) return [];
    copyBeforeMigration(connection, file, rootDir);
    // Prisma's SQL rebuilds tables, which needs foreign keys off: they are checked before the commit.
    connection.exec('PRAGMA foreign_keys = OFF');
    return inPatientTransaction(connection, () => applyMissing(connection, rootDir));
  } finally {
    connection.close();
  }
}

/** Applies missing migrations in the transaction under way. It lists them again, because another process may have applied some. */
function applyMissing(connection: Connection, rootDir: string): string[] {
  connection.exec(CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'DATETIME'));
  const applied = missingIn(connection, rootDir);
  const record = connection.prepare(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (?, ?, ?, CURRENT_TIMESTAMP, 1)',
  );
  for (const migration of applied) {
    connection.exec(migration.sql);
    record.run(randomUUID(), migration.checksum, migration.name);
  }
  // The check reads the whole file, so it is skipped when nothing was applied.
  const broken = applied.length === 0 ? [] : pragma(connection, 'foreign_key_check');
  if (broken.length > 0) throw new Error(`migration leaves ${broken.length} dangling references`);
  return applied.map(({ name }) => name);
}

/** Copies without a lock: a copy that another process's migration got into is thrown away. */
function copyBeforeMigration(connection: Connection, file: string, rootDir: string): void {
  const [first] = missingIn(connection, rootDir);
  if (!first || first.name === loadMigrations(rootDir, 'sqlite')[0]?.name) return;
  const copy = `${file}.before-${first.name}`;
  const partial = `${copy}.${randomUUID()}.partial`;
  try {
    copySqlite(file, partial);
    const copied = openConnection(partial, { readonly: true });
    const isOfBefore = missingIn(copied, rootDir)[0]?.name === first.name;
    copied.close();
    if (!isOfBefore) return;
    replaceFile(partial, copy);
    for (const other of copiesBeside(file)) if (other !== copy) rmSync(other, { force: true });
  } catch (cause) {
    throw new OperatorError(`the database can't be copied to ${copy} before it is migrated: ${(cause as Error).message}`, { cause });
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Lists the copies of the SQLite file that were made before migrations. */
export function copiesBeside(file: string): string[] {
  const prefix = `${basename(file)}.before-`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && !name.endsWith('.partial'))
    .map((name) => join(dirname(file), name));
}

/** @throws SchemaError when a newer version has used the database */
function missingIn(connection: Connection, rootDir: string): Migration[] {
  const hasBookkeeping = firstValue(connection, "SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'") !== null;
  return missing(loadMigrations(rootDir, 'sqlite'), hasBookkeeping ? (connection.prepare(SELECT_APPLIED).all() as Applied[]) : []);
}
