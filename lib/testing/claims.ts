import type { DueReceiver } from '../outbox/due-receivers';
import { MAX_CLAIM_JOBS } from '../outbox/outbox.rules';
import type { ClaimedJob, OutboxQueue } from '../outbox/outbox-queue';

/** Claims the one job that is due; throws when there is none or more than one. */
export async function claimOne(queue: Pick<OutboxQueue, 'claim'>): Promise<ClaimedJob> {
  const { jobs } = await queue.claim(10);
  const [job] = jobs;
  if (!job || jobs.length > 1) throw new Error(`expected one job, got ${jobs.length}`);
  return job;
}

/** A function `places` that makes a claim leave out this receiver. */
export function allBut(receiverId: number): (receiver: DueReceiver) => number {
  return ({ id }) => (id === receiverId ? 0 : MAX_CLAIM_JOBS);
}
