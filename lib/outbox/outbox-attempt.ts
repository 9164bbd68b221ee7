/** The way of every job: look its target up, send, and say what is recorded. Transports differ in what they send and how. */
import type { SqlValue, Statement } from '../db/database';
import type { Logger } from '../log/logger';
import { afterFailure } from './outbox.rules';
import { type Attempt, CANCELLED } from './outbox-dispatcher';
import type { ClaimedJob, OutboxQueue, Outcome } from './outbox-queue';

/** The result of sending, in terms that all transports share. */
export interface Sent {
  /**
   * `gone`: the receiver takes nothing any more. `refused`: it never takes this message. `failed`: it doesn't now.
   * `limited`: it takes nothing for a time, which is not the message's fault. `unavailable`: nor does anybody else behind its server.
   */
  kind: 'sent' | 'gone' | 'refused' | 'failed' | 'limited' | 'unavailable';
  /** Why it was not taken; null when it was, or when `response` says so. */
  error: string | null;
  /** Whether the receiver responded at all, by default it did: one that doesn't gets one attempt at a time. */
  responded?: boolean;
  /** The delay that was asked for. It lengthens the backoff, or is the time of a limit. */
  waitMs?: number | null;
  response?: { status: number | null; body: string | null };
}

interface Transport<Target> {
  maxAttempts: number;
  /** Finds whom the job is for; null when they don't want it, which may have changed since it was queued. */
  find(job: ClaimedJob): Promise<Target | null>;
  /** @throws when the message can't be made, before anything is sent */
  send(target: Target, job: ClaimedJob): Promise<Sent>;
  /** The receiver of a target, and the statements that switch it off, where one can be gone. */
  switchOff?(target: Target, job: ClaimedJob): { id: number; statements: readonly Statement[] };
  /** The same for a time that the receiver asks for. */
  pause?(target: Target, job: ClaimedJob, waitMs: number): { id: number; statements: readonly Statement[] };
  /** How a job ends that finds its receiver gone, by default `failed`. */
  whenGone?: 'cancelled';
  /** Time in ms since its event for which a job may wait without losing attempts. */
  patienceMs: number;
  /** Columns that keep the result; by default `error`. */
  columns?(job: ClaimedJob, sent: Sent): Record<string, SqlValue>;
  log: Logger;
}

/** Makes the function that a dispatcher calls for each job. */
export function createAttempt<Target>(transport: Transport<Target>): Attempt {
  const { maxAttempts, patienceMs, whenGone = 'failed', columns = (_, { error }) => ({ error }), log } = transport;

  return async (job) => {
    const target = await transport.find(job);
    if (target === null) return CANCELLED;
    const sent = await transport.send(target, job).catch((err: unknown): Sent => {
      // A damaged row or a missing master key is not the receiver's fault.
      log.error({ err, job: job.id }, 'message could not be made ready');
      return { kind: 'failed', error: 'not sent: internal error' };
    });
    const { responded = true } = sent;
    const outcome = outcomeOf(target, job, sent);
    return { responded, ...outcome, columns: { ...columns(job, sent), ...outcome.columns } };
  };

  function outcomeOf(target: Target, job: ClaimedJob, { kind, error, waitMs }: Sent): Omit<Outcome, 'responded'> & Partial<Outcome> {
    // Since its event, by the database's clock.
    const waitedMs = Number(job.row.last_attempt_at) - Number(job.row.created_at);
    const isPatient = waitedMs < patienceMs;
    const uncounted = { status: 'retrying', responded: false, delayMs: waitMs ?? 0, columns: { attempts: job.attempts - 1 } } as const;
    switch (kind) {
      case 'sent':
        return { status: 'delivered' };
      case 'gone':
        log.info({ receiver: job.receiverId, reason: error }, 'a receiver takes no more messages, and is switched off');
        return { status: whenGone, ...(transport.switchOff && { receiver: transport.switchOff(target, job) }) };
      case 'refused':
        log.warn({ job: job.id, receiver: job.receiverId, reason: error }, 'a message was refused');
        return { status: 'failed' };
      case 'unavailable':
        return isPatient ? uncounted : { status: 'failed', responded: false };
      case 'limited':
        if (isPatient) return { ...uncounted, ...(transport.pause && { receiver: transport.pause(target, job, uncounted.delayMs) }) };
    }
    return afterFailure(job.attempts, maxAttempts, waitMs ?? 0);
  }
}

/**
 * A queue whose receivers are all behind one server, such as a mail server.
 *
 * Guarantees: once the server does not respond, this process makes one attempt at a time, and waits in between, until it
 * responds. Attempts that were under way end as they would. The others keep their place, so that an outage costs neither
 * attempts nor writes, however much waits.
 */
type Queue = Pick<OutboxQueue, 'claim' | 'finish'>;

const NOTHING: Awaited<ReturnType<Queue['claim']>> = { jobs: [], found: false };

interface OneServerOptions {
  /** Time between two attempts at a silent server. */
  pauseMs: number;
  /** Whether the server itself, and not one receiver behind it, did not respond. */
  isSilent?: (outcome: Outcome) => boolean;
  /** ms since any moment */
  clock?: () => number;
}

export function behindOneServer(queue: Queue, options: OneServerOptions): Queue {
  const { pauseMs, isSilent = ({ responded }) => !responded, clock = () => performance.now() } = options;
  /** When the next attempt at a silent server may begin; null: it responds. */
  let silentUntil: number | null = null;
  return {
    async claim(limit, places) {
      if (silentUntil === null) return queue.claim(limit, places);
      if (clock() < silentUntil) return NOTHING;
      silentUntil = clock() + pauseMs;
      const { jobs } = await queue.claim(1, places);
      // The next job is claimed after this attempt.
      return { jobs, found: jobs.length > 0 };
    },

    finish(job, outcome) {
      silentUntil = isSilent(outcome) ? clock() + pauseMs : null;
      return queue.finish(job, outcome);
    },
  };
}
