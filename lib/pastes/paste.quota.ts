/**
 * How much may be stored in all.
 *
 * Guarantees: measuring takes at most a hundredth of the time, and no request waits for it, except the
 * first and those that would be refused. Not guaranteed: the last byte. Between two measurements a
 * process knows only what it has stored itself, so that several together, or uploads under way, may
 * go over by what arrives in that time.
 */
import { StorageFullError } from './paste.errors';

const MIN_INTERVAL_MS = 10_000;
/** Of its own duration. */
const INTERVALS_PER_MEASUREMENT = 100;

export interface Quota {
  /** @throws StorageFullError when so many bytes more are too many */
  check(bytes: number): Promise<void>;
  /** So many were stored. */
  add(bytes: number): void;
}

/** @param measure bytes stored by everybody */
export function createQuota(maxBytes: number, measure: () => Promise<number>, clock: () => number = () => performance.now()): Quota {
  let stored: number | undefined;
  let nextAt = 0;
  let running: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const startedAt = clock();
    try {
      stored = await measure();
    } finally {
      nextAt = clock() + Math.max(MIN_INTERVAL_MS, (clock() - startedAt) * INTERVALS_PER_MEASUREMENT);
      running = undefined;
    }
  }

  return {
    async check(bytes) {
      const fits = () => stored !== undefined && stored + bytes <= maxBytes;
      // An unknown sum is no full one: until there is a first, each request asks for it.
      if (stored === undefined || clock() >= nextAt) running ??= refresh();
      if (running && !fits()) await running;
      else running?.catch(() => undefined);
      if (!fits()) throw new StorageFullError(maxBytes);
    },
    add(bytes) {
      if (stored !== undefined) stored += bytes;
    },
  };
}
