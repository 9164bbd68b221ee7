import type { ClaimedJob, OutboxQueue } from '../outbox.queue';

/** Claims the one job that is due; fails where there is none or more than one. */
export async function claimOne(queue: Pick<OutboxQueue, 'claim'>): Promise<ClaimedJob> {
  const { jobs } = await queue.claim(10, []);
  const [job] = jobs;
  if (!job || jobs.length > 1) throw new Error(`expected one job, got ${jobs.length}`);
  return job;
}
