import { resolve } from 'node:path';
import type { Database } from '../database';
import { openSqlite } from '../sqlite/sqlite.database';

/** Opens what `DATABASE_URL` names: `file:PATH` is SQLite, `postgresql://…` PostgreSQL. Migrates first. */
export async function openDatabase(options: { url: string; rootDir: string; hasSessionSettings?: boolean }): Promise<Database> {
  const { url, rootDir, hasSessionSettings } = options;
  const file = sqliteFile(url, rootDir);
  if (file !== null) return openSqlite({ file, rootDir });
  const { openPostgresql } = await import('../postgresql/postgresql.database');
  return openPostgresql({ url, rootDir, ...(hasSessionSettings === undefined ? {} : { hasSessionSettings }) });
}

/** Path of the file that `DATABASE_URL` names; null: it is not SQLite. */
export function sqliteFile(url: string, rootDir: string): string | null {
  return url.startsWith('file:') ? resolve(rootDir, url.slice('file:'.length)) : null;
}
