import { expect, it } from 'vitest';
import { behindOneServer } from './outbox-attempt';
import type { ClaimedJob, Outcome } from './outbox-queue';

const PAUSE_MS = 20_000;

it('a silent server gets one attempt in a while until it responds', async () => {
  let now = 0;
  const limits: number[] = [];
  const job = { id: '1' } as ClaimedJob;
  const behind = behindOneServer(
    {
      claim: async (limit) => {
        limits.push(limit);
        return { jobs: [job], found: true };
      },
      finish: async () => true,
    },
    { pauseMs: PAUSE_MS, clock: () => now },
  );
  const end = (responded: boolean) => behind.finish(job, { status: 'retrying', responded } satisfies Outcome);

  await behind.claim(10);
  await end(false);
  now += PAUSE_MS - 1;
  expect(await behind.claim(10)).toEqual({ jobs: [], found: false });
  now += 1;
  expect((await behind.claim(10)).jobs).toHaveLength(1);
  // The attempt is under way.
  expect(await behind.claim(10)).toEqual({ jobs: [], found: false });
  await end(false);
  expect(await behind.claim(10)).toEqual({ jobs: [], found: false });
  now += PAUSE_MS;
  await behind.claim(10);
  await end(true);
  await behind.claim(10);
  expect(limits).toEqual([10, 1, 1, 10]);
});
