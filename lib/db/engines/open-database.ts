import { resolve } from 'node:path';
import type { Database } from '../database';
import { loadMigrations } from '../migrations';
import { guardSchema } from '../schema-guard';
import { openSqlite } from './sqlite-database';

interface DatabaseOptions {
  url: string;
  rootDir: string;
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
