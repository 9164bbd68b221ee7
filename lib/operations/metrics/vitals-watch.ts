/** Reports workers and backups as metrics, and logs when the last worker is gone. */
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

/** @returns one check. While the database is away it reports nothing, because others report that */
export function createVitalsWatch({ db, metrics, log, clock = Date.now }: WatchOptions): () => Promise<void> {
  const setWorkers = metrics.gauge('sealpaste_workers', 'Workers that have said within a minute that they are there');
  const setBackup = metrics.gauge('sealpaste_last_backup_timestamp_seconds', 'When the last good backup was made; 0 when none is known');
  const startedAt = clock();
  let isReported = false;
  return async () => {
    const vitals = await readVitals(db).catch(() => null);
    if (vitals === null) return;
    const { workers, workerSilentMs, backupAgeMs } = vitals;
    setWorkers(new Map([['', workers]]));
    setBackup(new Map([['', backupAgeMs === null ? 0 : Math.floor((clock() - backupAgeMs) / 1_000)]]));
    if (workers > 0) {
      if (isReported) log.info({ workers }, 'a worker is running again');
      isReported = false;
    } else if (!isReported && clock() - startedAt >= GRACE_MS) {
      log.warn({ silentMs: workerSilentMs }, 'no worker is running: nothing is removed, sent or backed up');
      isReported = true;
    }
  };
}
