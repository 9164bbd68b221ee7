/** A backup made by hand counts as one: noted without migrating the database or starting the service. */
import { sqliteFile } from '../../db/open';
import { openConnection } from '../../db/sqlite/sqlite.connection';
import { LAST_BACKUP } from '../vitals/vitals';
import type { BackupSource } from './backup.service';

const STATEMENT = (values: string) => `INSERT INTO leases (name, holder, expires_at) VALUES (${values})
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`;

/** @throws when the database may only be read, or is older than the table: the backup is good all the same */
export async function noteBackupByHand({ url, rootDir }: BackupSource, bytes: number): Promise<void> {
  const values = [LAST_BACKUP, String(bytes), Date.now()];
  const file = sqliteFile(url, rootDir);
  if (file !== null) {
    const connection = openConnection(file, { readonly: false });
    try {
      connection.prepare(STATEMENT('?, ?, ?')).run(...values);
    } finally {
      connection.close();
    }
    return;
  }
  const [{ default: pg }, { CONNECT_TIMEOUT_MS }] = await Promise.all([import('pg'), import('../../db/postgresql/postgresql.connection')]);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'sealpaste' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(STATEMENT('$1, $2, $3'), values);
  } finally {
    await client.end();
  }
}
