/**
 * Workers, backups and damage, for monitors, from any process. The times of the last backup, of its last check that
 * passed and of the last damage are rows like heartbeats.
 * SQL (decision 0041): idle.
 */

import type { Database } from '../../db/database';
import { beatsOf, noteLease, PROCESS_GONE_MS } from '../../db/heartbeat';

const BEAT = beatsOf('worker');
export const LAST_BACKUP = 'backup-last';
const LAST_DAMAGE = 'damage-last';
const LAST_CHECK = 'backup-checked';

/** @param bytes size of the backup */
export async function noteBackup(db: Database, bytes: number): Promise<void> {
  await db.write([noteLease(db, LAST_BACKUP, String(bytes))]);
}

/** @param what was damaged, in words for the operator */
export async function noteDamage(db: Database, what: string): Promise<void> {
  await db.write([noteLease(db, LAST_DAMAGE, what)]);
}

/** Forgets the damage, after everything was found whole. */
export async function forgetDamage(db: Database): Promise<void> {
  await db.write([{ sql: `DELETE FROM leases WHERE name = '${LAST_DAMAGE}'`, params: [] }]);
}

/** Notes that a backup was restored to a temporary database and was the same. */
export async function noteBackupCheck(db: Database): Promise<void> {
  await db.write([noteLease(db, LAST_CHECK, '')]);
}

export async function readVitals(db: Database) {
  const { now } = db.dialect;
  const rows = await db.read(
    `SELECT name, holder, ${now} - expires_at AS age_ms FROM leases WHERE name IN ('${LAST_BACKUP}', '${LAST_CHECK}', '${LAST_DAMAGE}') OR name LIKE '${BEAT}%'`,
  );
  const ages = (isIt: (name: string) => boolean) => rows.filter(({ name }) => isIt(String(name))).map(({ age_ms }) => Number(age_ms));
  const workers = ages((name) => name.startsWith(BEAT));
  const [backupAgeMs = null] = ages((name) => name === LAST_BACKUP);
  const damage = rows.find(({ name }) => name === LAST_DAMAGE);
  const [backupCheckAgeMs = null] = ages((name) => name === LAST_CHECK);
  return {
    workers: workers.filter((age) => age <= PROCESS_GONE_MS).length,
    /** Milliseconds since the last heartbeat of any worker; null: none within a day. */
    workerSilentMs: workers.length === 0 ? null : Math.min(...workers),
    /** Milliseconds since the last good backup; null: none is known. */
    backupAgeMs,
    /** The damage that a process met last; null: none is known. */
    damage: damage ? { what: String(damage.holder), ageMs: Number(damage.age_ms) } : null,
    /** Milliseconds since a backup passed its check; null: none has. */
    backupCheckAgeMs,
  };
}
