/** Reports workers, backups and damage as metrics, and logs when the last worker is gone. */
import type { Database } from '../../db/database';
import type { Logger } from '../../log/logger';
import type { Metrics } from './metrics';
import { readVitals } from './vitals';

/** Milliseconds between two checks of a web process. */
export const WATCH_INTERVAL_MS = 15_000;
/** Milliseconds that a worker may take to start together with the web process. */
const GRACE_MS = 120_000;

export interface WatchOptions {
  db: Database;
  metrics: Metrics;
  log: Logger;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** @returns one check. While the database is away nothing has a value: old ones would hide that, and others report it */
export function createVitalsWatch({ db, metrics, log, clock = Date.now }: WatchOptions): () => Promise<void> {
  const setWorkers = metrics.gauge('sealpaste_workers', 'Workers that have said within a minute that they are there');
  const setBackup = metrics.gauge('sealpaste_last_backup_timestamp_seconds', 'When the last good backup was made; 0 when none is known');
  const setCheck = metrics.gauge('sealpaste_last_backup_check_timestamp_seconds', 'When a backup last passed its check; 0 when none has');
  const setDamage = metrics.gauge(
    'sealpaste_damage_timestamp_seconds',
    'When a process last met damage in the database; 0 when none is known',
  );
  const setTime = (set: typeof setBackup, ageMs: number | undefined | null) =>
    set(new Map([['', ageMs === undefined || ageMs === null ? 0 : Math.floor((clock() - ageMs) / 1_000)]]));
  const startedAt = clock();
  let isReported = false;
  return async () => {
    const vitals = await readVitals(db).catch(() => null);
    if (vitals === null) {
      for (const set of [setWorkers, setBackup, setCheck, setDamage]) set(new Map());
      return;
    }
    const { workers, workerSilentMs, backupAgeMs, backupCheckAgeMs, damage } = vitals;
    setWorkers(new Map([['', workers]]));
    setTime(setBackup, backupAgeMs);
    setTime(setCheck, backupCheckAgeMs);
    setTime(setDamage, damage?.ageMs);
    if (workers > 0) {
      if (isReported) log.info({ workers }, 'a worker is running again');
      isReported = false;
    } else if (!isReported && clock() - startedAt >= GRACE_MS) {
      log.warn({ silentMs: workerSilentMs }, 'no worker is running: nothing is removed, sent or backed up');
      isReported = true;
    }
  };
}
