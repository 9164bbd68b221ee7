import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '#lib/db/lease';
import type { Logger } from '#lib/log/logger';
import type { MessengerService } from '#lib/messenger/messenger.service';
import type { PasteRequests } from '#lib/pastes/paste.requests';
import type { PasteService } from '#lib/pastes/paste.service';
import type { ReceiptService } from '#lib/receipts/receipt.service';
import type { WebhookService } from '#lib/webhooks/webhook.service';

/** Longer than any batch takes. A worker that dies during cleanup is replaced after this. */
export const CLEANUP_LEASE_MS = 30_000;

export interface CleanupOptions {
  lease: Lease;
  pastes: Pick<PasteService, 'removeExpired'>;
  webhooks: Pick<WebhookService, 'prune'>;
  messenger: Pick<MessengerService, 'prune'>;
  receipts: Pick<ReceiptService, 'prune'>;
  requests: Pick<PasteRequests, 'prune'>;
  log: Logger;
  /** Waits, or ends at once when the signal is aborted. */
  rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const sleepUnlessStopped = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/**
 * Removes expired pastes and old rows (deliveries, messages, receipts, create requests), in batches, unless another
 * process holds the lease. Rests after each batch as long as the batch took, so that the database is free for others at
 * least half of the time.
 */
export async function cleanUp(options: CleanupOptions, signal: AbortSignal): Promise<void> {
  const { lease, pastes, webhooks, messenger, receipts, requests, log, rest = sleepUnlessStopped } = options;
  if (!(await lease.acquire())) return;
  const counts = { pastes: 0, webhooks: 0, messenger: 0, receipts: 0, requests: 0 };
  try {
    for (let more = true; more && !signal.aborted; more = more && (await lease.acquire())) {
      const startedAt = performance.now();
      const batch = await pastes.removeExpired();
      counts.pastes += batch.removed;
      const pruned = {
        webhooks: await webhooks.prune(),
        messenger: await messenger.prune(),
        receipts: await receipts.prune(),
        requests: await requests.prune(),
      };
      counts.webhooks += pruned.webhooks;
      counts.messenger += pruned.messenger;
      counts.receipts += pruned.receipts;
      counts.requests += pruned.requests;
      more = batch.more || Object.values(pruned).some((count) => count > 0);
      if (more) await rest(performance.now() - startedAt, signal);
    }
  } finally {
    if (Object.values(counts).some((count) => count > 0)) log.info({ removed: counts }, 'cleanup');
    await lease.release();
  }
}
