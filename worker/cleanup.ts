import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '#lib/db/lease';
import type { Logger } from '#lib/log/logger';
import type { PasteService } from '#lib/pastes/service/paste.service';

/** The lease of cleanup, longer than any batch. Another worker may take over after it, if the first has died. */
export const CLEANUP_LEASE_MS = 30_000;

/** Removes a batch of rows that were kept long enough. */
interface Prunable {
  /** @returns how many */
  prune(): Promise<number>;
}

export interface CleanupOptions {
  lease: Lease;
  pastes: Pick<PasteService, 'removeExpired'>;
  /** Services that remove their own old rows, by their names in the log. */
  old: Readonly<Record<string, Prunable>>;
  log: Logger;
  /** Waits, or ends at once when the signal is aborted. */
  rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const sleepUnlessStopped = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/**
 * Removes expired pastes and old rows in batches, unless another process holds the lease. Rests after each batch as long as
 * the batch took, so that the database is free for others at least half of the time.
 */
export async function cleanUp(options: CleanupOptions, signal: AbortSignal): Promise<void> {
  const { lease, pastes, old, log, rest = sleepUnlessStopped } = options;
  if (!(await lease.acquire())) return;
  const counts: Record<string, number> = { pastes: 0 };
  const add = (name: string, count: number) => {
    counts[name] = (counts[name] ?? 0) + count;
    return count > 0;
  };
  let kinds = Object.entries(old);
  try {
    for (let more = true; more && !signal.aborted; more = more && (await lease.acquire())) {
      const startedAt = performance.now();
      const batch = await pastes.removeExpired();
      add('pastes', batch.removed);
      const unfinished: typeof kinds = [];
      for (const [name, rows] of kinds) if (add(name, await rows.prune())) unfinished.push([name, rows]);
      kinds = unfinished;
      more = batch.more || kinds.length > 0;
      if (more) await rest(performance.now() - startedAt, signal);
    }
  } finally {
    if (Object.values(counts).some((count) => count > 0)) log.info({ removed: counts }, 'cleanup');
    await lease.release();
  }
}
