import type { Config } from '../config/config';
import { sqliteFile } from '../db/open/open-database';
import { copiesBeside } from '../db/sqlite/sqlite.migrations';
import type { Logger } from '../log/logger';

/** Says what this start did to the database, and where SQLite's file of before is. @param migrations names of those applied */
export function logMigrations(migrations: readonly string[], { DATABASE_URL, rootDir }: Config, log: Logger): void {
  if (migrations.length === 0) return;
  const file = sqliteFile(DATABASE_URL, rootDir);
  log.info({ migrations, copies: file === null ? [] : copiesBeside(file) }, 'the database was migrated');
}
