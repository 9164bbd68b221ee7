import type { ProcessServices } from '#lib/composition/build-services';
import type { QueueName } from '#lib/operations/metrics/metrics';
import { type Attempt, type DispatcherOptions, dispatch } from '#lib/outbox/outbox-dispatcher';
import { inTrace, parseTraceparent } from '#lib/tracing/trace-context';
import { startLoop } from './loop';

interface QueueOptions {
  name: string;
  /** The label of its attempts in the metrics. */
  counted: QueueName;
  /** Null: there is no receiver. Most services have none, so this isn't logged. */
  queue: (Pick<DispatcherOptions, 'queue' | 'attempt' | 'maxUnderWay'> & { tokenRefused?: AbortSignal }) | null;
}

/**
 * Starts the loop that sends what is in a queue. Any number of workers may run it: one worker at a time holds the lease of
 * a delivery or a message. After a token was refused, nothing more is sent.
 * @returns a function that stops the loop and waits for the attempts under way
 */
export function startQueue({ config, log, metrics }: ProcessServices, { name, counted, queue }: QueueOptions): () => Promise<void> {
  if (queue === null) return async () => undefined;
  const { tokenRefused, ...sending } = queue;
  const attempt = traced(sending.attempt);
  const stop = new AbortController();
  tokenRefused?.addEventListener('abort', () => stop.abort());
  const stopLoop = startLoop({
    name,
    intervalMs: config.WORKER_POLL_INTERVAL_MS,
    runOnce: () => dispatch({ ...sending, attempt, count: (outcome) => metrics.sendAttempt(counted, outcome), log }, stop.signal),
    log,
  });
  return () => {
    stop.abort();
    return stopLoop();
  };
}

/** An attempt as a part of the trace of the request that caused it, which its row has. */
const traced =
  (attempt: Attempt): Attempt =>
  (job) =>
    inTrace(parseTraceparent(job.row.trace_parent), () => attempt(job));
