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

interface Receiver {
  underWay: number;
  share: number;
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
  const receivers = new Map<number, Receiver>();
  /** Numbers of attempts under way by owner. */
  const owners = new Map<number, number>();
  let underWay = 0;
  let probes = 0;
  /** Counts the reasons to look for jobs again; `wake` ends a wait for the next reason. */
  let reasons = 0;
  let wake: () => void = () => undefined;

  /** Attempts at receivers that haven't responded lately get at most half. */
  const maxProbes = maxUnderWay / 2;
  /** Jobs of a claim, which begins when there is room for all of them. */
  const batch = Math.min(MAX_CLAIM_JOBS, Math.ceil(maxUnderWay / 2));
  const isBusy = (receiver: Receiver) => receiver.underWay >= receiver.share;
  const hasRoom = () => underWay <= maxUnderWay - batch;

  /** Number of further jobs that the owner may have: attempts are shared among the owners and one more, who may come next. */
  function ownersRoom(ownerId: number): number {
    const shares = owners.size + (owners.has(ownerId) ? 1 : 2);
    return Math.max(1, Math.floor(maxUnderWay / shares)) - (owners.get(ownerId) ?? 0);
  }

  function places({ id, ownerId, isPaused }: DueReceiver): number {
    const receiver = receivers.get(id);
    if ((receiver && isBusy(receiver)) || (isPaused && probes >= maxProbes)) return 0;
    return ownersRoom(ownerId);
  }

  async function run(job: ClaimedJob): Promise<void> {
    const { receiverId, ownerId, isProbe } = job;
    if (job.isUnrecorded) log.warn({ job: job.id }, 'an attempt was not recorded: the receiver may get the same again, under the same id');
    const receiver = receivers.get(receiverId) ?? { underWay: 0, share: isProbe ? 1 : FIRST_SHARE };
    receivers.set(receiverId, receiver);
    const change = (by: 1 | -1) => {
      underWay += by;
      receiver.underWay += by;
      owners.set(ownerId, (owners.get(ownerId) ?? 0) + by);
      if (isProbe) probes += by;
    };
    change(1);
    const { responded, status } = await attemptAndRecord(queue, attempt, job).catch((err: unknown) => {
      log.error({ err, job: job.id }, 'attempt failed, trying again when its lease is over');
      return { responded: false, status: 'error' as const };
    });
    count(status);
    const before = { places: places({ id: receiverId, ownerId, isPaused: isProbe }), room: hasRoom() };
    receiver.share = responded ? Math.min(receiver.share * 2, MAX_SHARE) : 1;
    change(-1);
    if (receiver.underWay === 0) receivers.delete(receiverId);
    if (owners.get(ownerId) === 0) owners.delete(ownerId);
    const hasPlaces = places({ id: receiverId, ownerId, isPaused: isProbe }) > 0;
    if ((before.places <= 0 && hasPlaces) || before.room !== hasRoom() || underWay === 0) {
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
      if (hasRoom() && (await startDue())) continue;
      // An attempt that ended while the claim looked may have left its receiver free again.
      if (reasons !== seen) continue;
      if (underWay === 0) return;
      await reason();
    }
  } finally {
    while (underWay > 0) await reason();
  }
}

export async function attemptAndRecord(queue: Pick<OutboxQueue, 'finish'>, attempt: Attempt, job: ClaimedJob): Promise<Outcome> {
  const outcome = await attempt(job);
  await queue.finish(job, outcome);
  return outcome;
}

/** The outcome for a job that its receiver no longer wants. */
export const CANCELLED: Outcome = { status: 'cancelled', responded: true };
