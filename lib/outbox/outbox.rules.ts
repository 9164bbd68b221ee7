/** Limits and retry times of all queued messages: webhook deliveries and chat messages. */
import { HOUR_MS } from '../encoding/time.rules';

export type OutboxStatus = 'pending' | 'retrying' | 'delivered' | 'failed' | 'cancelled';

export const MAX_CLAIM_JOBS = 10;

/** Time for which a claimed job is nobody else's: longer than an attempt and the record of its result may take. */
export const LEASE_MS = 60_000;

const FIRST_DELAY_MS = 10_000;
/** A receiver may ask for more time than the backoff gives, up to this. */
const MAX_WISH_MS = HOUR_MS;
/** Shortest delay of a receiver that is at its limit. */
const MIN_LIMITED_MS = 1_000;

/**
 * @param attempts failed attempts so far, from 1
 * @param wishMs delay that the receiver asked for; it can only lengthen the delay
 * @returns the delay after a failed attempt: 20 s, 40 s, 80 s, 160 s, …
 */
export function retryDelayMs(attempts: number, wishMs = 0): number {
  return Math.max(2 ** attempts * FIRST_DELAY_MS, Math.min(wishMs, MAX_WISH_MS));
}

/** Delay after a receiver has said that it takes no more for now. @param wishMs delay that it asked for; null: none */
export function limitedDelayMs(wishMs: number | null): number {
  return Math.max(MIN_LIMITED_MS, Math.min(wishMs ?? 2 * FIRST_DELAY_MS, MAX_WISH_MS));
}

/** The result to record after a failed attempt: a retry, unless it was the last. @param attempts with this one @param wishMs as above */
export function afterFailure(attempts: number, maxAttempts: number, wishMs = 0) {
  if (attempts >= maxAttempts) return { status: 'failed' } as const;
  return { status: 'retrying', delayMs: retryDelayMs(attempts, wishMs) } as const;
}

/** Whether a receiver took a request. @param status of its response; null: none */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status <= 299;
