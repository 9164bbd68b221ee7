/** The numbers of the interface that everything sent later obeys: webhook deliveries, chat notifications. */
import { HOUR_MS } from '../encoding/time.rules';

export type OutboxStatus = 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled';

/** Taken by one statement. */
export const MAX_CLAIM_JOBS = 10;

/** How long a claimed job is nobody else's: longer than an attempt may take and its result to be recorded. */
export const LEASE_MS = 60_000;

const FIRST_DELAY_MS = 10_000;
/** A receiver may ask for more time than the backoff gives, up to this. */
const MAX_WISH_MS = HOUR_MS;

/**
 * @param attempts failed so far, from 1
 * @param wishMs what the receiver asked for; it may only lengthen the delay
 * @returns how long to wait after a failed attempt: 20 s, 40 s, 80 s, 160 s, …
 */
export function retryDelayMs(attempts: number, wishMs = 0): number {
  return Math.max(2 ** attempts * FIRST_DELAY_MS, Math.min(wishMs, MAX_WISH_MS));
}

/** What is recorded of a failed attempt: that there is another, unless it was the last. @param attempts with this one @param wishMs as above */
export function afterFailure(attempts: number, maxAttempts: number, wishMs = 0) {
  if (attempts >= maxAttempts) return { status: 'failed' } as const;
  return { status: 'retrying', delayMs: retryDelayMs(attempts, wishMs) } as const;
}
