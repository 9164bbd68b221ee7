/** A backup made by hand counts as one: noted without migrating the database or starting the service. */
import { runStatement } from '../../db/open/run-statement';
import { LAST_BACKUP } from '../vitals/vitals';
import type { BackupSource } from './backup.service';

const SQL = `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`;

/** @throws when the database may only be read, or is older than the table: the backup is good all the same */
export function noteBackupByHand(source: BackupSource, bytes: number): Promise<void> {
  return runStatement(source, { sql: SQL, params: [LAST_BACKUP, String(bytes), Date.now()] });
}
