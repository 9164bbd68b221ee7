/**
 * How much may be stored, by everybody together or by one owner.
 *
 * Guarantees: what is arriving counts from its first byte until it is stored, refused or given up, so that
 * one process never goes over. Measuring takes at most a hundredth of the time, and no request waits for
 * it, except the first and those that would be refused. What is stored while it measures may count twice
 * until the next time. Not guaranteed: the last byte on several processes. Between two measurements a
 * process knows only its own, and uploads that are under way in another one count when they are done. And as long as no
 * measurement has succeeded, everything fits: who can't count refuses nobody.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicError } from '../../http/errors';

const MIN_INTERVAL_MS = 10_000;
/** Of its own duration. */
const INTERVALS_PER_MEASUREMENT = 100;
/** For the first measurement a request waits so long; on a large database it takes longer. */
const FIRST_WAIT_MS = 2_000;
/** Owners whose sums are remembered. */
const MAX_REMEMBERED_OWNERS = 1_000;

/** Room for one paste on its way in. */
interface Reservation {
  /** So much more has arrived. @throws what the quota refuses with, when it is too much; a promise when it must be measured first */
  grow(amount: number): Promise<void> | undefined;
  /** It is stored. */
  keep(): void;
  /** It is not, and never will be. After `keep` it does nothing. */
  release(): void;
}

export interface Quota {
  /** @throws what it refuses with, when there is no room for anything more */
  check(): Promise<void> | undefined;
  reserve(): Reservation;
}

interface QuotaOptions {
  /** Bytes, or pastes. */
  max: number;
  /** What is stored, by whatever process. */
  measure(): Promise<number>;
  refusal(): PublicError;
  /** Told after each measurement whether there is a sum. */
  onMeasured?: (isKnown: boolean) => void;
  clock?: () => number;
  /** Resolves after so many ms. */
  pause?: (ms: number) => Promise<unknown>;
}

const unreferenced = (ms: number) => sleep(ms, undefined, { ref: false });

export function createQuota(options: QuotaOptions): Quota {
  const { max, measure, refusal, onMeasured, clock = () => performance.now(), pause = unreferenced } = options;
  let stored: number | undefined;
  /** Stored since the measurement under way began: whether it counts them nobody knows. */
  let storedMeanwhile = 0;
  let reserved = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  /** For the end of the measurement under way, or of everybody's patience. */
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
      onMeasured?.(stored !== undefined);
    }
  }

  const fits = (amount: number) => stored === undefined || stored + reserved + amount <= max;

  /** @returns a promise where it must be measured first */
  function ensure(amount: number): Promise<void> | undefined {
    if (clock() >= nextAt) running ??= refresh();
    if (stored === undefined && running !== undefined) {
      firstWait ??= Promise.race([running.catch(() => undefined), pause(FIRST_WAIT_MS)]);
      return firstWait.then(() => {
        if (!fits(amount)) throw refusal();
      });
    }
    if (fits(amount)) {
      running?.catch(() => undefined);
      return undefined;
    }
    if (!running) throw refusal();
    return running.then(() => {
      if (!fits(amount)) throw refusal();
    });
  }

  return {
    check: () => ensure(1),
    reserve() {
      let own = 0;
      let isOpen = true;
      const take = (amount: number) => {
        // What was given up while it was measured takes nothing.
        if (!isOpen) return;
        own += amount;
        reserved += amount;
      };
      const close = () => {
        const amount = own;
        own = 0;
        isOpen = false;
        reserved -= amount;
        return amount;
      };
      return {
        grow(amount) {
          const measuring = ensure(amount);
          if (measuring === undefined) return void take(amount);
          return measuring.then(() => {
            // Others may have taken the room in the same moment.
            if (!fits(amount)) throw refusal();
            take(amount);
          });
        },
        keep() {
          const amount = close();
          if (stored !== undefined) stored += amount;
          storedMeanwhile += amount;
        },
        release: () => void close(),
      };
    },
  };
}

/** One quota for each owner; those that were asked for longest ago are forgotten, and measured again. */
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
