import { join } from 'node:path';
import type { Lease } from '#lib/db/lease';
import type { Logger } from '#lib/log/logger';
import { type BackupSource, backUp, backupName, pruneBackups } from '#lib/operations/backup/backup.service';
import { startLoop } from './loop';

/** The lease of a backup: another worker may try after it, if the first has died. */
export const BACKUP_LEASE_MS = 60_000;
/** How often a worker checks whether a backup is due. */
export const BACKUP_CHECK_MS = 30_000;

export interface ScheduledBackupOptions {
  /** Held while a backup is made. */
  running: Lease;
  /** Held for the interval after each backup: no backup is due meanwhile. */
  recent: Lease;
  source: BackupSource;
  note(bytes: number): Promise<void>;
  folder: string;
  keep: number;
  log: Logger;
  now?: () => Date;
}

/** Makes a backup if one is due and no other process is making one. A failed or stopped backup is due again at once. */
export async function backUpOnSchedule(options: ScheduledBackupOptions, signal: AbortSignal): Promise<void> {
  const { running, recent, source, note, folder, keep, log, now = () => new Date() } = options;
  if (!(await running.acquire())) return;
  const runOnce = async () => void (await running.acquire());
  const stopRenewal = startLoop({ name: 'backup lease', intervalMs: BACKUP_LEASE_MS / 3, runOnce, log });
  try {
    if (await recent.isHeld()) return;
    const startedAt = performance.now();
    const { file, bytes } = await backUp(source, join(folder, backupName(source, now())), { signal });
    await recent.acquire();
    await note(bytes);
    const removed = pruneBackups(folder, keep);
    log.info({ file, bytes, durationMs: Math.round(performance.now() - startedAt), removed: removed.length }, 'backup made');
  } catch (error) {
    // A backup that stopped with its worker has not failed.
    if (!signal.aborted) throw error;
  } finally {
    await stopRenewal();
    await running.release();
  }
}
