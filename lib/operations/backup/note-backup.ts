/** Writes the audit's row of a command on all of the data, without migrating the database or starting the service. */
import { basename } from 'node:path';
import { operatorEntry } from '../../audit/audit-recorder';
import { runStatement } from '../../db/open/run-statement';
import { LAST_BACKUP } from '../metrics/vitals';
import type { BackupSource } from './backup.service';

const SQL = `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`;

/** Notes a backup that was made by hand. @throws when the database is read-only; the backup is valid all the same */
export function noteBackupByHand(source: BackupSource, bytes: number): Promise<void> {
  return runStatement(source, { sql: SQL, params: [LAST_BACKUP, String(bytes), Date.now()] });
}

/**
 * Writes to the audit that a copy of all data begins.
 * @throws when the database is read-only, or has no table for the audit
 */
export function recordCopy(source: BackupSource, action: 'backup.started' | 'export.started', file: string): Promise<void> {
  return runStatement(source, operatorEntry(action, basename(file)));
}
