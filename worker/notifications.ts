import type { Services } from '#lib/composition/services';
import { dispatch } from '#lib/outbox/outbox.dispatcher';
import { startLoop } from './loop';

/**
 * Starts the loop that sends chat messages; without a bot there is none. Any number of workers may run
 * it: each message is under one worker's lease at a time.
 * @returns what stops it and waits for the attempts under way
 */
export function startNotifications({ config, log, metrics, notifications }: Services, after: Promise<unknown>): () => Promise<void> {
  // Most services have no bot and miss none: nothing is said.
  if (notifications === null) return async () => undefined;
  const { tokenRefused, ...queue } = notifications;
  const stop = new AbortController();
  tokenRefused.addEventListener('abort', () => stop.abort());
  const stopLoop = startLoop({
    name: 'notifications',
    intervalMs: config.WORKER_POLL_INTERVAL_MS,
    runOnce: () => dispatch({ ...queue, count: (outcome) => metrics.sendAttempt('chats', outcome), log }, stop.signal),
    after,
    log,
  });
  return () => {
    stop.abort();
    return stopLoop();
  };
}
