/**
 * Signs of life that any process can read: when each worker was last there, and when the last good backup was made.
 *
 * They are rows of the table of leases that nobody holds: the time is when it happened, by the database's clock, and
 * is in the past for every lease. Neither backups nor archives take them along.
 * SQL (decision 0041): idle.
 */

import type { Database } from '../../db/database';
import { DAY_MS } from '../../encoding/time.rules';

/** How often a worker says that it is there. */
export const BEAT_INTERVAL_MS = 15_000;
/** A worker that has said nothing for so long is gone: four beats. */
export const WORKER_GONE_MS = 60_000;
/** Workers that are long gone are forgotten. */
const FORGET_AFTER_MS = DAY_MS;
const BEAT = 'worker-beat:';
export const LAST_BACKUP = 'backup-last';

export type Vitals = Awaited<ReturnType<typeof readVitals>>;

/** @param workerId a name no other process has */
export async function beat(db: Database, workerId: string): Promise<void> {
  const { now } = db.dialect;
  await db.write([
    note(db, `${BEAT}${workerId}`, workerId),
    { sql: `DELETE FROM leases WHERE name LIKE '${BEAT}%' AND expires_at < ${now} - ${FORGET_AFTER_MS}`, params: [] },
  ]);
}

/** @param bytes its size */
export async function noteBackup(db: Database, bytes: number): Promise<void> {
  await db.write([note(db, LAST_BACKUP, String(bytes))]);
}

export async function readVitals(db: Database) {
  const { now } = db.dialect;
  const rows = await db.read(
    `SELECT name, ${now} - expires_at AS age_ms FROM leases WHERE name = '${LAST_BACKUP}' OR name LIKE '${BEAT}%'`,
  );
  const ages = (isIt: (name: string) => boolean) => rows.filter(({ name }) => isIt(String(name))).map(({ age_ms }) => Number(age_ms));
  const workers = ages((name) => name.startsWith(BEAT));
  const [backupAgeMs = null] = ages((name) => name === LAST_BACKUP);
  return {
    /** Workers that are there. */
    workers: workers.filter((age) => age <= WORKER_GONE_MS).length,
    /** Since any worker was last there; null: none was within a day. */
    workerSilentMs: workers.length === 0 ? null : Math.min(...workers),
    /** Since the last good backup; null: none is known. */
    backupAgeMs,
  };
}

function note({ dialect }: Database, name: string, holder: string) {
  return {
    sql: `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ${dialect.now})
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`,
    params: [name, holder],
  };
}
