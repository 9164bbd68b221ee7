import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#lib/log/logger';

export interface LoopOptions {
  name: string;
  /** From the end of one run to the start of the next. */
  intervalMs: number;
  /** One run. It is told when to stop and then finishes what it has begun, and begins nothing else. */
  runOnce(signal: AbortSignal): Promise<void>;
  /** The first run waits for it. */
  after?: Promise<unknown>;
  log: Logger;
}

/**
 * Runs `runOnce` for ever, one run after the other. A run that fails is logged and does not end the loop.
 * @returns a function that stops the loop and resolves when the run under way has ended
 */
export function startLoop({ name, intervalMs, runOnce, after, log }: LoopOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    if (after !== undefined) await after;
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
