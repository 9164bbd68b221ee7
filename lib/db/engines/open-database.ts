import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../database';
import { type Comparison, emptyDatabase, isExpanding, loadMigrations } from '../migrations';
import { guardSchema } from '../schema-guard';
import { openSqlite } from './sqlite-database';
import { compareSqliteFile } from './sqlite-migrations';

interface Source {
  url: string;
  rootDir: string;
}

interface DatabaseOptions extends Source {
  hasSessionSettings?: boolean;
  /** Whether the database is migrated if need be, and a SQLite file created. */
  migrates?: boolean;
}

/**
 * Opens the database that `DATABASE_URL` names: `file:PATH` is SQLite, `postgresql://…` PostgreSQL.
 * @throws SchemaUnusableError when the database doesn't exist or lacks a migration, unless it `migrates`; or when a newer version
 * has made it unusable, or a migration must wait for other processes
 */
export async function openDatabase({ url, rootDir, hasSessionSettings = true, migrates = false }: DatabaseOptions): Promise<Database> {
  const file = sqliteFile(url, rootDir);
  if (file !== null) return guardSchema(await openSqlite({ file, rootDir, migrates }), loadMigrations(rootDir, 'sqlite'));
  const { openPostgresql } = await import('./postgresql-database');
  return guardSchema(await openPostgresql({ url, rootDir, migrates, hasSessionSettings }), loadMigrations(rootDir, 'postgresql'));
}

/** Path of the file that `DATABASE_URL` names; null: it is not SQLite. */
export function sqliteFile(url: string, rootDir: string): string | null {
  return url.startsWith('file:') ? resolve(rootDir, url.slice('file:'.length)) : null;
}

/** Looks at a database that isn't opened for the service, and whose schema may be any. */
async function compareWith({ url, rootDir }: Source): Promise<Comparison> {
  const file = sqliteFile(url, rootDir);
  return file === null ? (await import('./postgresql-migrations')).comparePostgresqlAt(url, rootDir) : compareSqliteFile(file, rootDir);
}

/**
 * Lists the migrations that a database lacks, and changes nothing.
 * @throws SchemaUnusableError for a database that is empty, or that a newer version has made unusable; SchemaError
 */
export async function missingMigrations(source: Source) {
  const { latest, missing } = await compareWith(source);
  if (latest === null) throw emptyDatabase('the database is empty');
  return missing.map(({ name }) => ({ name, kind: isExpanding(name) ? ('expand' as const) : ('contract' as const) }));
}

/** Whether a database has no tables of ours, or a SQLite file is missing. @throws SchemaUnusableError, SchemaError */
export async function isEmptyDatabase(source: Source): Promise<boolean> {
  const file = sqliteFile(source.url, source.rootDir);
  return (file !== null && !existsSync(file)) || (await compareWith(source)).latest === null;
}
