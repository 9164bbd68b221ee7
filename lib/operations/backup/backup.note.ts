/** What commands on the whole of the data leave in the database, without migrating it or starting the service. */
import { basename } from 'node:path';
import { operatorEntry } from '../../audit/audit.recorder';
import { runStatement } from '../../db/open/run-statement';
import { LAST_BACKUP } from '../vitals/vitals';
import type { BackupSource } from './backup.service';

const SQL = `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`;

/** A backup made by hand counts as one. @throws when the database may only be read: the backup is good all the same */
export function noteBackupByHand(source: BackupSource, bytes: number): Promise<void> {
  return runStatement(source, { sql: SQL, params: [LAST_BACKUP, String(bytes), Date.now()] });
}

/**
 * Writes to the trail that a copy of everything is going to be made.
 * @throws when the database may only be read, or is older than the trail
 */
export function recordCopy(source: BackupSource, action: 'backup.started' | 'export.started', file: string): Promise<void> {
  return runStatement(source, operatorEntry(action, basename(file)));
}
