import type { Config } from '../config/config';
import { sqliteFile } from '../db/open/open-database';
import { copiesBeside } from '../db/sqlite/sqlite.migrations';
import type { Logger } from '../log/logger';

/** Logs the migrations of this start, and the path of the copy of SQLite's file from before. @param migrations names of the applied ones */
export function logMigrations(migrations: readonly string[], { DATABASE_URL, rootDir }: Config, log: Logger): void {
  if (migrations.length === 0) return;
  const file = sqliteFile(DATABASE_URL, rootDir);
  log.info({ migrations, copies: file === null ? [] : copiesBeside(file) }, 'the database was migrated');
}
