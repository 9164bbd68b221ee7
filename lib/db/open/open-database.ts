import { resolve } from 'node:path';
import type { Database } from '../database';
import { openSqlite } from '../sqlite/sqlite-database';

interface DatabaseOptions {
  url: string;
  rootDir: string;
  hasSessionSettings?: boolean;
}

/** Migrates and opens the database that `DATABASE_URL` names: `file:PATH` is SQLite, `postgresql://…` PostgreSQL. */
export async function openDatabase({ url, rootDir, hasSessionSettings }: DatabaseOptions): Promise<Database> {
  const file = sqliteFile(url, rootDir);
  if (file !== null) return openSqlite({ file, rootDir });
  const { openPostgresql } = await import('../postgresql/postgresql-database');
  return openPostgresql({ url, rootDir, ...(hasSessionSettings === undefined ? {} : { hasSessionSettings }) });
}

/** Path of the file that `DATABASE_URL` names; null: it is not SQLite. */
export function sqliteFile(url: string, rootDir: string): string | null {
  return url.startsWith('file:') ? resolve(rootDir, url.slice('file:'.length)) : null;
}
