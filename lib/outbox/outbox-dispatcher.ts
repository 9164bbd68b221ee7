import type { Logger } from '../log/logger';
import type { DueReceiver } from './due-receivers';
import { MAX_CLAIM_JOBS } from './outbox.rules';
import type { ClaimedJob, OutboxQueue, Outcome } from './outbox-queue';

/** Attempts under way in one process at a time, unless its queue allows fewer. */
const MAX_UNDER_WAY = 100;
/** Share of a receiver: with this many attempts under way it gets no more jobs. It starts at the first and grows to the second number. */
const FIRST_SHARE = 2;
const MAX_SHARE = 10;
const LOOK_AGAIN_MS = 1_000;

export type Attempt = (job: ClaimedJob) => Promise<Outcome>;

export interface DispatcherOptions {
  queue: Pick<OutboxQueue, 'claim' | 'finish'>;
  attempt: Attempt;
  /** Called after every attempt; `error`: it threw, and nothing is recorded. */
  count: (status: Outcome['status'] | 'error') => void;
  log: Logger;
  /** Attempts under way at a time. */
  maxUnderWay?: number;
  /** Interval of looking for other receivers' jobs while slow ones are waited for. */
  lookAgainMs?: number;
}

/**
 * Runs due jobs until nothing is due and nothing under way, or until the signal aborts: then it
 * begins no more attempts and waits for those under way.
 *
 * Guarantees: slow or dead receivers hold up nobody else, nor do all of one owner's together. Each owner
 * has an equal share of the attempts under way, and one share is kept free for the next owner. Within
 * it a receiver's share grows while it responds and shrinks to one when it doesn't; receivers that
 * haven't responded lately have at most half of all attempts. The next batch is taken without waiting
 * for the last one's attempts. An attempt that throws ends no other; its job is due again when its lease
 * is over.
 * Not protected: a hundred owners whose receivers respond slowly leave nothing free until one of
 * these attempts ends.
 */
export async function dispatch(
  { queue, attempt, count, log, maxUnderWay = MAX_UNDER_WAY, lookAgainMs = LOOK_AGAIN_MS }: DispatcherOptions,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<ClaimedJob>();
  /** The shares of receivers with attempts under way. */
  const receiverShares = new Map<number, number>();
  /** Counts the reasons to look for jobs again; `wake` ends a wait for the next reason. */
  let reasons = 0;
  let wake: () => void = () => undefined;

  /** Attempts at receivers that haven't responded lately get at most half. */
  const maxProbes = maxUnderWay / 2;
  /** Jobs of a claim, which begins when there is room for all of them. */
  const batch = Math.min(MAX_CLAIM_JOBS, Math.ceil(maxUnderWay / 2));
  const roomFrom = maxUnderWay - batch;

  /** Number of further jobs that the owner may have: attempts are shared among the owners and one more, who may come next. */
  function places({ id, ownerId, isPaused }: DueReceiver): number {
    const owners = new Set([ownerId]);
    const underWay = { ofReceiver: 0, ofOwner: 0, probes: 0 };
    for (const job of running) {
      owners.add(job.ownerId);
      if (job.receiverId === id) underWay.ofReceiver += 1;
      if (job.ownerId === ownerId) underWay.ofOwner += 1;
      if (job.isProbe) underWay.probes += 1;
    }
    if (underWay.ofReceiver >= (receiverShares.get(id) ?? FIRST_SHARE) || (isPaused && underWay.probes >= maxProbes)) return 0;
    return Math.max(1, Math.floor(maxUnderWay / (owners.size + 1))) - underWay.ofOwner;
  }

  async function run(job: ClaimedJob): Promise<void> {
    const { receiverId: id, ownerId, isProbe } = job;
    if (job.isUnrecorded) log.warn({ job: job.id }, 'an attempt was not recorded: the receiver may get the same again, under the same id');
    running.add(job);
    const share = receiverShares.get(id) ?? (isProbe ? 1 : FIRST_SHARE);
    receiverShares.set(id, share);
    const { responded, status } = await attemptAndRecord(queue, attempt, job).catch((err: unknown) => {
      log.error({ err, job: job.id }, 'attempt failed, trying again when its lease is over');
      return { responded: false, status: 'error' as const };
    });
    count(status);
    running.delete(job);
    if ([...running].some(({ receiverId }) => receiverId === id))
      receiverShares.set(id, responded ? Math.min((receiverShares.get(id) ?? share) * 2, MAX_SHARE) : 1);
    else receiverShares.delete(id);
    // There is room for another claim, or for more of this receiver.
    if (running.size === roomFrom || running.size === 0 || places({ id, ownerId, isPaused: isProbe }) > 0) {
      reasons += 1;
      wake();
    }
  }

  /** Resolves when there is a reason to look for jobs, after `lookAgainMs`, or when the signal aborts. */
  function reason(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, lookAgainMs);
      signal.addEventListener('abort', done);
      wake = done;
    });
  }

  /** Claims due jobs and starts their attempts. @returns whether there were any */
  async function startDue(): Promise<boolean> {
    const { jobs, found } = await queue.claim(batch, places);
    for (const job of jobs) void run(job);
    return found;
  }

  try {
    while (!signal.aborted) {
      const seen = reasons;
      if (running.size <= roomFrom && (await startDue())) continue;
      // An attempt that ended while the claim looked may have left its receiver free again.
      if (reasons !== seen) continue;
      if (running.size === 0) return;
      await reason();
    }
  } finally {
    while (running.size > 0) await reason();
  }
}

export async function attemptAndRecord(queue: Pick<OutboxQueue, 'finish'>, attempt: Attempt, job: ClaimedJob): Promise<Outcome> {
  const outcome = await attempt(job);
  await queue.finish(job, outcome);
  return outcome;
}

/** The outcome for a job that its receiver no longer wants. */
export const CANCELLED: Outcome = { status: 'cancelled', responded: true };
