import type { WorkerServices } from '#lib/composition/build-worker';
import type { SentQueue } from '#lib/operations/metrics/metrics';
import { type DispatcherOptions, dispatch } from '#lib/outbox/outbox-dispatcher';
import { startLoop } from './loop';

interface QueueOptions {
  name: string;
  /** The label of its attempts in the metrics. */
  counted: SentQueue;
  /** Null: there is no receiver. Most services have none, so this isn't logged. */
  queue: (Pick<DispatcherOptions, 'queue' | 'attempt'> & { tokenRefused?: AbortSignal }) | null;
}

/**
 * Starts the loop that sends what is in a queue. Any number of workers may run it: one worker at a time holds the lease of
 * a delivery or a message. After a token was refused, nothing more is sent.
 * @returns a function that stops the loop and waits for the attempts under way
 */
export function startQueue({ config, log, metrics }: WorkerServices, { name, counted, queue }: QueueOptions): () => Promise<void> {
  if (queue === null) return async () => undefined;
  const { tokenRefused, ...sending } = queue;
  const stop = new AbortController();
  tokenRefused?.addEventListener('abort', () => stop.abort());
  const stopLoop = startLoop({
    name,
    intervalMs: config.WORKER_POLL_INTERVAL_MS,
    runOnce: () => dispatch({ ...sending, count: (outcome) => metrics.sendAttempt(counted, outcome), log }, stop.signal),
    log,
  });
  return () => {
    stop.abort();
    return stopLoop();
  };
}
