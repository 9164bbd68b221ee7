import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../../errors/operator-error';
import type { SchemaState } from '../database';
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
  requireComplete,
  SchemaError,
  SELECT_APPLIED,
} from '../migrations';
import { replaceFile } from '../place-file';
import { copySqlite, inPatientTransaction, isBusy, openConnection, waitForLock } from './sqlite-connection';
import { type Connection, firstValue, openFile, pragma, SQLITE_NOW } from './sqlite-driver';

/**
 * Applies the missing migrations. Before a contracting one the database is copied to `FILE.before-MIGRATION`, so that the
 * operator can go back; earlier such copies are removed, and what a killed migration left of one. When nothing is missing, the
 * database is only read, without a lock or a check. Blocks while another process migrates or has the lock.
 * @returns the names of the migrations this call applied
 * @throws SchemaUnusableError, SchemaError
 */
export function migrateSqlite(file: string, rootDir: string): string[] {
  const connection = openConnection(file, { readonly: false });
  try {
    const { latest, missing } = compareSqlite(connection, rootDir);
    const migrate = () => {
      // Prisma's SQL rebuilds tables, which needs foreign keys off: they are checked before the commit.
      connection.exec('PRAGMA foreign_keys = OFF');
      return inPatientTransaction(connection, () => applyMissing(connection, rootDir));
    };
    if (latest !== null && missing.some(({ name }) => !isExpanding(name)))
      return whileAlone(file, () => {
        copyBefore(connection, file, rootDir);
        return migrate();
      });
    removeUnfinishedCopies(file);
    return missing.length === 0 ? [] : migrate();
  } finally {
    connection.close();
  }
}

/** @throws SchemaUnusableError unless the file is a database with all migrations, SchemaError */
export function requireSqliteSchema(file: string, rootDir: string): SchemaState {
  if (!existsSync(file)) throw emptyDatabase(`DATABASE_URL: ${file} does not exist`);
  const connection = openConnection(file, { readonly: true });
  try {
    return requireComplete(compareSqlite(connection, rootDir));
  } finally {
    connection.close();
  }
}

/** Applies missing migrations in the transaction under way. It lists them again, because another process may have applied some. */
function applyMissing(connection: Connection, rootDir: string): string[] {
  connection.exec(CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'DATETIME'));
  const { missing } = compareBesideOthers(connection, rootDir);
  const record = connection.prepare(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (?, ?, ?, CURRENT_TIMESTAMP, 1)',
  );
  for (const migration of missing) {
    connection.exec(migration.sql);
    record.run(randomUUID(), migration.checksum, migration.name);
  }
  // The check reads the whole file. What only adds leaves every reference as it was.
  const broken = missing.every(({ name }) => isExpanding(name)) ? [] : pragma(connection, 'foreign_key_check');
  if (broken.length > 0) throw new SchemaError(`a migration leaves ${broken.length} dangling references: nothing was changed`);
  return missing.map(({ name }) => name);
}

/** @throws SchemaUnusableError when one of the missing migrations must wait for other processes to stop */
function compareBesideOthers(connection: Connection, rootDir: string): Comparison {
  const compared = compareSqlite(connection, rootDir);
  if (compared.latest !== null) refuseBeside(connection.prepare(selectRunning(SQLITE_NOW)).all(), compared.missing);
  return compared;
}

/** The caller is alone with the copies. */
function copyBefore(connection: Connection, file: string, rootDir: string): void {
  removeAll(unfinishedCopies(file));
  const { missing } = compareBesideOthers(connection, rootDir);
  const [first] = missing;
  // Another process has migrated meanwhile.
  if (!first) return;
  const copy = `${file}.before-${first.name}`;
  const partial = `${copy}${PARTIAL}`;
  try {
    copySqlite(file, partial);
    replaceFile(partial, copy);
    removeAll(copiesBeside(file).filter((other) => other !== copy));
  } catch (cause) {
    rmSync(partial, { force: true });
    throw new OperatorError(`the database can't be copied to ${copy} before it is migrated: ${(cause as Error).message}`, { cause });
  }
}

const PARTIAL = '.partial';

/** Lists the copies of the SQLite file that were made before migrations. */
export const copiesBeside = (file: string): string[] => beginningWith(`${file}.before-`).filter((path) => !path.includes(PARTIAL));

/** Lists what is left of copies that were not finished, or that a process is just making. */
export const unfinishedCopies = (file: string): string[] => beginningWith(`${file}.before-`).filter((path) => path.includes(PARTIAL));

function beginningWith(prefix: string): string[] {
  const names = readdirSync(dirname(prefix)).filter((name) => name.startsWith(basename(prefix)));
  return names.map((name) => join(dirname(prefix), name));
}

function removeAll(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

/** Removes what a killed migration left, unless another process, perhaps of a newer version, is just migrating. */
function removeUnfinishedCopies(file: string): void {
  const unfinished = unfinishedCopies(file);
  if (unfinished.length === 0) return;
  try {
    whileAlone(file, () => removeAll(unfinished), { isPatient: false });
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

/**
 * Runs `act` while no other process copies the file before a migration. The lock is that of an empty SQLite file, which ends
 * with its process, however that ends: a lock in the database itself would keep writers waiting for as long as a copy takes. The
 * file stays, because SQLite fails on a lock whose file was removed.
 * @throws an error of `isBusy` when it is not patient and another process has the lock
 */
function whileAlone<Result>(file: string, act: () => Result, { isPatient = true } = {}): Result {
  const lock = openFile(`${file}.copy-lock`, { timeoutMs: 0 });
  try {
    const take = () => lock.exec('BEGIN EXCLUSIVE');
    if (isPatient) waitForLock(take);
    else take();
    return act();
  } finally {
    lock.close();
  }
}

/** @throws SchemaError, SchemaUnusableError */
export function compareSqlite(connection: Connection, rootDir: string): Comparison {
  const hasBookkeeping = firstValue(connection, "SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'") !== null;
  return compareSchemas(loadMigrations(rootDir, 'sqlite'), hasBookkeeping ? (connection.prepare(SELECT_APPLIED).all() as Applied[]) : []);
}
