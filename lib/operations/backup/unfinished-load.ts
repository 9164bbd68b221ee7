/** Tells by a table that the restore of a backup has not ended. Every process asks at its start, so that this loads nothing of backups. */
import type { Database } from '../../db/database';
import { OperatorError } from '../../errors/operator-error';

/** The table is there while a backup is restored. */
export const MARKER = '_sealpaste_load';

/** @throws BackupError when the restore of a backup into the database has not ended */
export async function refuseUnfinishedLoad(db: Database): Promise<void> {
  if (await hasMarker(db)) throw new BackupError('a backup was restored to this database only in part: run the same command again');
}

export async function hasMarker(db: Database): Promise<boolean> {
  const sql =
    db.engine === 'sqlite'
      ? "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ?"
      : 'SELECT 1 AS found FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?';
  return (await db.read(sql, [MARKER])).length > 0;
}

/** A problem of a backup or its target, in words for the operator. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}
