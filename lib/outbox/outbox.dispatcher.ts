import type { Logger } from '../log/logger';
import type { ClaimedJob, JobResult, OutboxQueue } from './outbox.queue';
import { MAX_CLAIM_JOBS } from './outbox.rules';

/** Attempts under way in one process at a time. */
const MAX_UNDER_WAY = 100;
/** Under way for one receiver before another claim may add to them: at first, and at most once it has answered. */
const FIRST_SHARE = 2;
const MAX_SHARE = 10;
const LOOK_AGAIN_MS = 1_000;

export interface Attempted {
  /** Whether the receiver answered at all: one that doesn't gets one attempt at a time. */
  answered: boolean;
  /** What was recorded of it. */
  status: JobResult['status'];
}

/** Attempts one job and records its result. */
type Attempt = (job: ClaimedJob) => Promise<Attempted>;

export interface DispatcherOptions {
  queue: Pick<OutboxQueue, 'claim'>;
  attempt: Attempt;
  /** Told of every attempt that has ended; `error`: it threw, and nothing is recorded. */
  count: (outcome: Attempted['status'] | 'error') => void;
  log: Logger;
  /** Waiting for slow receivers, it looks as often as this for jobs of the others. */
  lookAgainMs?: number;
}

interface Receiver {
  underWay: number;
  share: number;
}

/**
 * Runs due jobs until nothing is due and nothing under way, or until it is told to stop: then it
 * begins nothing else and waits for what it has begun.
 *
 * Guarantees: a slow or dead receiver holds up nobody else: each has a share of the attempts under
 * way, which grows while it answers and shrinks to one when it doesn't; and a batch's attempts are
 * not waited for before the next batch is taken. An attempt that throws ends no other; its job
 * returns when its lease is over.
 */
export async function dispatch(
  { queue, attempt, count, log, lookAgainMs = LOOK_AGAIN_MS }: DispatcherOptions,
  signal: AbortSignal,
): Promise<void> {
  const receivers = new Map<number, Receiver>();
  let underWay = 0;
  /** How often there has been reason to look for jobs, and who waits for the next. */
  let reasons = 0;
  let wake: () => void = () => undefined;

  const isBusy = (receiver: Receiver) => receiver.underWay >= receiver.share;
  const hasRoom = () => underWay <= MAX_UNDER_WAY - MAX_CLAIM_JOBS;

  async function run(job: ClaimedJob): Promise<void> {
    const receiver = receivers.get(job.receiverId) ?? { underWay: 0, share: FIRST_SHARE };
    receivers.set(job.receiverId, receiver);
    underWay += 1;
    receiver.underWay += 1;
    const { answered, status } = await attempt(job).catch((err: unknown) => {
      log.error({ err, job: job.id }, 'attempt failed, trying again when its lease is over');
      return { answered: false, status: 'error' as const };
    });
    count(status);
    const before = { busy: isBusy(receiver), room: hasRoom() };
    receiver.share = answered ? Math.min(receiver.share * 2, MAX_SHARE) : 1;
    underWay -= 1;
    receiver.underWay -= 1;
    if (receiver.underWay === 0) receivers.delete(job.receiverId);
    if ((before.busy && !isBusy(receiver)) || before.room !== hasRoom() || underWay === 0) {
      reasons += 1;
      wake();
    }
  }

  /** Resolves when there is a reason to look, when it is time to look again, or when told to stop. */
  function change(): Promise<void> {
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

  /** @returns whether there was anything to start */
  async function startDue(): Promise<boolean> {
    const busy = [...receivers].filter(([, receiver]) => isBusy(receiver)).map(([id]) => id);
    const { jobs, found } = await queue.claim(MAX_CLAIM_JOBS, busy);
    for (const job of jobs) void run(job);
    return found;
  }

  try {
    while (!signal.aborted) {
      const seen = reasons;
      if (hasRoom() && (await startDue())) continue;
      if (underWay === 0) return;
      if (reasons === seen) await change();
    }
  } finally {
    while (underWay > 0) await change();
  }
}
