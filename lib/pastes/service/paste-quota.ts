/**
 * Limits how much everybody together, or one owner, may store.
 *
 * Guarantees: an arriving paste counts from its first byte until it is stored, refused or given up, so one process never
 * exceeds the limit. Measuring takes at most a hundredth of the time. Only the first requests, and those that would be
 * refused, wait for a measurement. Pastes stored during a measurement may count twice until the next one.
 * Not guaranteed: an exact limit across processes. Between two measurements a process knows only its own pastes, and
 * another process's uploads count when they are done. Until a measurement has succeeded, nothing is refused.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicError } from '../../http/errors';

const MIN_INTERVAL_MS = 10_000;
/** The pause after a measurement is at least so many times its duration. */
const INTERVALS_PER_MEASUREMENT = 100;
/** Longest time that a request waits for the first measurement, which takes longer on a large database. */
const FIRST_WAIT_MS = 2_000;
const MAX_REMEMBERED_OWNERS = 1_000;

export type Quota = ReturnType<typeof createQuota>;

interface QuotaOptions {
  /** The largest sum, in bytes or pastes. */
  max: number;
  /** Sums up everything stored, by all processes. */
  measure(): Promise<number>;
  refusal(): PublicError;
  clock?: () => number;
  /** Resolves after so many ms. */
  pause?: (ms: number) => Promise<unknown>;
}

const unreferenced = (ms: number) => sleep(ms, undefined, { ref: false });

export function createQuota(options: QuotaOptions) {
  const { max, measure, refusal, clock = () => performance.now(), pause = unreferenced } = options;
  let stored: number | undefined;
  /** Stored since the measurement under way began, which may or may not include it. */
  let storedMeanwhile = 0;
  let reserved = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  /** Ends with the first measurement, or after FIRST_WAIT_MS. */
  let firstWait: Promise<unknown> | undefined;

  async function refresh(): Promise<void> {
    const startedAt = clock();
    storedMeanwhile = 0;
    firstWait = undefined;
    try {
      stored = (await measure()) + storedMeanwhile;
    } finally {
      nextAt = clock() + Math.max(MIN_INTERVAL_MS, (clock() - startedAt) * INTERVALS_PER_MEASUREMENT);
      running = undefined;
    }
  }

  const fits = (amount: number) => stored === undefined || stored + reserved + amount <= max;

  /** Waits for a measurement while no sum is known, or when the known one leaves no space. */
  async function ensure(amount: number): Promise<void> {
    if (clock() >= nextAt && !running) {
      running = refresh();
      running.catch(() => undefined);
    }
    if (stored === undefined && running !== undefined) {
      firstWait ??= Promise.race([running.catch(() => undefined), pause(FIRST_WAIT_MS)]);
      await firstWait;
    } else if (!fits(amount)) await running;
    if (!fits(amount)) throw refusal();
  }

  return {
    /** @throws the quota's refusal, when there is no space for anything more */
    check: (): Promise<void> => ensure(1),
    /** Begins to reserve space for one arriving paste. */
    reserve() {
      let own = 0;
      let isOpen = true;
      const close = () => {
        const amount = own;
        own = 0;
        isOpen = false;
        reserved -= amount;
        return amount;
      };
      return {
        /** Reserves space for more arrived bytes. @throws the quota's refusal */
        async grow(amount: number): Promise<void> {
          await ensure(amount);
          // Other requests may have taken the space meanwhile.
          if (!fits(amount)) throw refusal();
          // A reservation that was given up meanwhile takes nothing.
          if (!isOpen) return;
          own += amount;
          reserved += amount;
        },
        keep(): void {
          const amount = close();
          if (stored !== undefined) stored += amount;
          storedMeanwhile += amount;
        },
        /** Gives the space back: the paste is not stored and never will be. Does nothing after `keep`. */
        release: (): void => void close(),
      };
    },
  };
}

/** Keeps one quota for each owner. The owners asked for longest ago are forgotten, and measured again. */
export function createOwnerQuotas(create: (ownerId: number) => Quota): (ownerId: number) => Quota {
  const quotas = new Map<number, Quota>();
  return (ownerId) => {
    const quota = quotas.get(ownerId) ?? create(ownerId);
    quotas.delete(ownerId);
    quotas.set(ownerId, quota);
    const [longestAgo] = quotas.keys();
    if (quotas.size > MAX_REMEMBERED_OWNERS && longestAgo !== undefined) quotas.delete(longestAgo);
    return quota;
  };
}
