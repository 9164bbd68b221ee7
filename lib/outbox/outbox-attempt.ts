/** The way of every job: look its target up, send, and say what is recorded. Transports differ in what they send and how. */
import type { SqlValue } from '../db/database';
import type { Logger } from '../log/logger';
import { afterFailure } from './outbox.rules';
import { type Attempt, CANCELLED, createTargets } from './outbox-dispatcher';
import type { ClaimedJob, Outcome } from './outbox-queue';

/** The result of sending, in terms that all transports share. */
export interface Sent {
  /** `retry`: after the backoff. `wait`: after `waitMs`, without counting the attempt. The others end the job. */
  next: 'delivered' | 'failed' | 'cancelled' | 'retry' | 'wait';
  /** Why it was not taken; null when it was, or when `response` says so. */
  error: string | null;
  /** Whether the receiver responded at all: one that doesn't gets one attempt at a time. */
  responded: boolean;
  /** The delay that the receiver asks for; it lengthens the backoff. */
  waitMs?: number | null;
  /** What the response says about the receiver. */
  receiver?: Outcome['receiver'];
  /** The response of a receiver by HTTP. */
  response?: { status: number | null; body: string | null };
}

export interface Transport<Key, Target> {
  maxAttempts: number;
  keyOf(job: ClaimedJob): Key;
  findTargets(keys: readonly Key[]): Promise<ReadonlyMap<Key, Target>>;
  /** Whether the target still wants the job, which may have changed since it was queued. */
  isWanted(target: Target, job: ClaimedJob): boolean;
  /** @throws when the message can't be made, before anything is sent */
  send(target: Target, job: ClaimedJob): Promise<Sent>;
  /** Columns that keep the result; by default `error`. */
  columns?(job: ClaimedJob, sent: Sent): Record<string, SqlValue>;
  log: Logger;
}

/** Makes the function that a dispatcher calls for each job. */
export function createAttempt<Key, Target>(transport: Transport<Key, Target>): Attempt {
  const { maxAttempts, keyOf, isWanted, columns = (_, { error }) => ({ error }), log } = transport;
  const targets = createTargets(transport.findTargets);

  return async (job) => {
    const target = await targets.load(keyOf(job));
    if (!target || !isWanted(target, job)) return CANCELLED;
    const sent = await transport.send(target, job).catch((err: unknown): Sent => {
      // A damaged row or a missing master key is not the receiver's fault.
      log.error({ err, job: job.id }, 'message could not be made ready');
      return { next: 'retry', responded: true, error: 'not sent: internal error' };
    });
    const { responded, receiver } = sent;
    return { ...endOf(job, sent), responded, columns: { ...columns(job, sent), ...countOf(job, sent) }, ...(receiver && { receiver }) };
  };

  function endOf({ attempts }: ClaimedJob, { next, waitMs }: Sent): Pick<Outcome, 'status' | 'delayMs'> {
    if (next === 'wait') return { status: 'retrying', delayMs: waitMs ?? 0 };
    return next === 'retry' ? afterFailure(attempts, maxAttempts, waitMs ?? 0) : { status: next };
  }
}

const countOf = ({ attempts }: ClaimedJob, { next }: Sent) => (next === 'wait' ? { attempts: attempts - 1 } : {});
