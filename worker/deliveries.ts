import type { Services } from '#lib/composition/services';
import { dispatch } from '#lib/outbox/outbox.dispatcher';
import { startLoop } from './loop';

/**
 * Starts the loop that sends webhook deliveries. Any number of workers may run it: one worker at a time holds the lease of
 * a delivery.
 * @returns stops the loop and waits for the attempts under way
 */
export function startDeliveries({ config, log, metrics, webhookDeliveries }: Services, after: Promise<unknown>): () => Promise<void> {
  return startLoop({
    name: 'deliveries',
    intervalMs: config.WORKER_POLL_INTERVAL_MS,
    runOnce: (signal) => dispatch({ ...webhookDeliveries, count: (outcome) => metrics.sendAttempt('webhooks', outcome), log }, signal),
    after,
    log,
  });
}
