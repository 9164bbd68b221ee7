import type { Services } from '#lib/composition/services';
import { dispatch } from '#lib/outbox/outbox.dispatcher';
import { startLoop } from './loop';

/**
 * Starts the loop that sends chat messages, if there is a bot. Any number of workers may run it: one worker at a time holds
 * the lease of a message.
 * @returns stops the loop and waits for the attempts under way
 */
export function startNotifications({ config, log, metrics, notifications }: Services, after: Promise<unknown>): () => Promise<void> {
  // Most services have no bot, so its absence isn't logged.
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
