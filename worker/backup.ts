import { randomUUID } from 'node:crypto';
import type { Database } from '#lib/db/database';
import { createLease } from '#lib/db/lease';
import { DAY_MS } from '#lib/encoding/time.rules';
import type { Logger } from '#lib/log/logger';
import { backUp } from '#lib/operations/backup/backup.service';
import { type BackupFolder, backupName, fileIn, scheduledIn } from '#lib/operations/backup/backup-place';
import type { BackupSource } from '#lib/operations/backup/backup-write';
import { noteVital, readVitals } from '#lib/operations/metrics/vitals';
import { startLoop } from './loop';

/** The lease of a backup: another worker may try after it, if the first has died. */
const BACKUP_LEASE_MS = 60_000;
/** How often a worker looks whether a backup is due. */
export const BACKUP_CHECK_MS = 30_000;
/** Age of the last good check after which the next backup is checked. */
const PROVE_AFTER_MS = 7 * DAY_MS;

interface ScheduledBackupOptions {
  db: Database;
  /** Time from one backup to the next. */
  intervalMs: number;
  source: BackupSource;
  /** The public key under which backups are encrypted, `age1…`. */
  recipient: string;
  /** Fingerprints of the configured master keys. */
  masterKeyIds: readonly string[];
  folder: BackupFolder;
  keep: number;
  log: Logger;
  /** The name of this worker in its leases. */
  holder?: string;
  now?: () => Date;
}

/**
 * Makes a backup if one is due and no other process is making one. A failed or stopped backup is due again at once. Once a
 * week the backup is restored to a temporary database and compared; the check that failed is due with the next backup.
 */
export async function backUpOnSchedule(options: ScheduledBackupOptions, signal: AbortSignal): Promise<void> {
  const { db, intervalMs, source, recipient, masterKeyIds, folder, keep, log, holder = randomUUID(), now = () => new Date() } = options;
  const scheduled = scheduledIn(folder);
  const running = createLease(db, 'backup', holder, BACKUP_LEASE_MS);
  // Held for the interval after each backup: no backup is due meanwhile.
  const recent = createLease(db, 'backup-recent', holder, intervalMs);
  if (!(await running.acquire())) return;
  const runOnce = async () => void (await running.acquire());
  const stopRenewal = startLoop({ name: 'backup lease', intervalMs: BACKUP_LEASE_MS / 3, runOnce, log });
  try {
    if (await recent.isHeld()) return;
    await scheduled.removeLeftovers();
    const { backupCheckAgeMs } = await readVitals(db);
    const isChecked = backupCheckAgeMs === null || backupCheckAgeMs >= PROVE_AFTER_MS;
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    const { file } = await backUp(source, fileIn(folder, backupName(now())), {
      recipient,
      signal,
      ...(isChecked ? { check: { masterKeyIds } } : {}),
      onMade: async ({ file, bytes }) => {
        await recent.acquire();
        await noteVital(db, 'backup', String(bytes));
        const removed = await scheduled.prune(keep);
        log.info({ file, bytes, durationMs: duration(), removed: removed.length }, 'backup made');
      },
    });
    if (!isChecked) return;
    await noteVital(db, 'backupCheck');
    log.info({ file, durationMs: duration() }, 'backup restored to a temporary database and compared');
  } catch (error) {
    // A backup that stopped with its worker has not failed.
    if (!signal.aborted) throw error;
  } finally {
    await stopRenewal();
    await running.release();
  }
}
