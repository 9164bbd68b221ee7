/** The doctor's checks of workers, backups and known damage. */

import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import { DAY_MS, HOUR_MS } from '../../encoding/time.rules';
import { readVitals } from '../metrics/vitals';
import type { Finding } from './finding';

/** Hours after which a backup counts as late when something else than the worker starts backups, such as cron. */
const BY_HAND_HOURS = 24;

export async function checkHeartbeat(db: Database): Promise<Finding> {
  const { workers, workerSilentMs } = await readVitals(db);
  if (workers > 0) return `${workers} running, the last heard of ${seconds(workerSilentMs ?? 0)} ago`;
  return {
    warning: `none is running (${workerSilentMs === null ? 'none was within a day' : `the last was ${seconds(workerSilentMs)} ago`}): nothing is removed, sent or backed up`,
  };
}

/** Days without a check after which the worker, which checks a backup a week, has failed at that. */
const CHECK_DAYS = 15;

/** Warns when the last backup is older than two intervals, or the worker's check of backups fails. */
export async function checkBackup(db: Database, { BACKUP_INTERVAL_HOURS: interval }: Config): Promise<Finding> {
  const { backupAgeMs, backupCheckAgeMs } = await readVitals(db);
  const setting = interval === 0 ? ', and BACKUP_INTERVAL_HOURS is 0: the worker makes none' : ` (BACKUP_INTERVAL_HOURS is ${interval})`;
  if (backupAgeMs === null) return { warning: `no backup is known${setting}` };
  const message = `the last good backup is ${hours(backupAgeMs)} old`;
  if (backupAgeMs > 2 * (interval || BY_HAND_HOURS) * HOUR_MS) return { warning: `${message}${setting}` };
  if (backupCheckAgeMs === null) return `${message}, and none was checked by the worker`;
  const checked = `a backup was last checked ${hours(backupCheckAgeMs)} ago`;
  return interval > 0 && backupCheckAgeMs > CHECK_DAYS * DAY_MS
    ? { warning: `${message}, but ${checked}: the worker's log says why` }
    : `${message}, and ${checked}`;
}

/** @throws Error that names the damage which a process met last, until `doctor --deep` finds everything whole */
export async function checkKnownDamage(db: Database): Promise<Finding> {
  const { damage } = await readVitals(db);
  if (damage === null) return 'none is known (doctor --deep looks for it)';
  throw new Error(`${damage.what}, met ${seconds(damage.ageMs)} ago: "doctor --deep" says where, docs/damaged.md what to do`);
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
const hours = (ms: number) => `${Math.floor(ms / HOUR_MS)} h`;
