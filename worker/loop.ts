import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError } from '#lib/db/database';
import type { Logger } from '#lib/log/logger';

/** Longest pause between two runs that find the database away, for loops that run more often. */
const MAX_AWAY_PAUSE_MS = 5_000;

export interface LoopOptions {
  name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  intervalMs: number;
  /** One run. When the signal is aborted it finishes the item at hand and takes no other. */
  runOnce(signal: AbortSignal): Promise<void>;
  log: Logger;
}

/**
 * Repeats `runOnce`, one run at a time. A failed run is logged and doesn't end the loop. While the database is away the pauses grow,
 * and it is logged once.
 * @returns stops the loop and resolves when the run under way has ended
 */
export function startLoop({ name, intervalMs, runOnce, log }: LoopOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Runs since the database went away. */
  let runsAway = 0;

  async function runAndLog(): Promise<void> {
    try {
      await runOnce(signal);
      if (runsAway > 0) log.info({ loop: name }, 'the database is back, the loop runs again');
      runsAway = 0;
    } catch (err) {
      if (!(err instanceof DatabaseUnavailableError)) return log.error({ err, loop: name }, 'run failed, trying again');
      const { message, cause } = err;
      if (runsAway === 0)
        log.error(
          { loop: name, reason: cause instanceof Error ? `${message}: ${cause.message}` : message },
          'run failed, trying again until the database is back',
        );
      runsAway += 1;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await runAndLog();
      const pauseMs = Math.max(intervalMs, Math.min(MAX_AWAY_PAUSE_MS, intervalMs * 2 ** runsAway));
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = run();
  return () => {
    stopping.abort();
    return ended;
  };
}
