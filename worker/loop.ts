import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#lib/log/logger';

export interface LoopOptions {
  name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  intervalMs: number;
  /** One run. When the signal is aborted it finishes the item at hand and takes no other. */
  runOnce(signal: AbortSignal): Promise<void>;
  log: Logger;
}

/**
 * Repeats `runOnce`, one run at a time. A failed run is logged and doesn't end the loop.
 * @returns stops the loop and resolves when the run under way has ended
 */
export function startLoop({ name, intervalMs, runOnce, log }: LoopOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await runOnce(signal);
      } catch (err) {
        log.error({ err, loop: name }, 'run failed, trying again');
      }
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = run();
  return () => {
    stopping.abort();
    return ended;
  };
}
