import { afterEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../testing/loggers';
import type { DueReceiver } from './due-receivers';
import { MAX_CLAIM_JOBS } from './outbox.rules';
import { dispatch } from './outbox-dispatcher';
import type { ClaimedJob, Outcome } from './outbox-queue';

/**
 * A queue in memory that gives out jobs as the database does: every owner's first before anybody's second.
 * @param waiting numbers of jobs by receiver
 * @param ownerOf a receiver's owner; default: each receiver has an owner of its own
 * @param paused receivers that haven't responded lately
 */
function createQueue(waiting: Record<number, number>, ownerOf = (receiverId: number) => receiverId, paused = new Set<number>()) {
  const claims: { limit: number; given: number }[] = [];
  let lastId = 0;
  return {
    waiting,
    claims,
    finish: async () => true,
    async claim(limit: number, places: (receiver: DueReceiver) => number = () => limit) {
      const jobs: ClaimedJob[] = [];
      const due = Object.keys(waiting)
        .map((key) => ({ id: Number(key), ownerId: ownerOf(Number(key)), isPaused: paused.has(Number(key)) }))
        .filter((receiver) => (waiting[receiver.id] ?? 0) > 0 && places(receiver) > 0);
      const owners = [...new Set(due.map(({ ownerId }) => ownerId))];
      const room = owners.reduce((sum, owner) => sum + Math.max(...due.filter(({ ownerId }) => ownerId === owner).map(places)), 0);
      const most = Math.min(limit, room);
      for (let turn = 0; jobs.length < most && turn < limit; turn++) {
        for (const ownerId of owners) {
          const own = due.filter((receiver) => receiver.ownerId === ownerId && (waiting[receiver.id] ?? 0) > 0);
          const receiver = own[turn % (own.length || 1)];
          if (!receiver || jobs.length === most || (receiver.isPaused && jobs.some(({ receiverId }) => receiverId === receiver.id)))
            continue;
          waiting[receiver.id] = (waiting[receiver.id] ?? 0) - 1;
          const id = `${(lastId += 1)}`;
          jobs.push({
            id,
            receiverId: receiver.id,
            ownerId,
            isProbe: receiver.isPaused,
            attempts: 1,
            isUnrecorded: false,
            claimToken: 't',
            row: {},
          });
        }
      }
      claims.push({ limit, given: jobs.length });
      return { jobs, found: jobs.length > 0 };
    },
  };
}

describe('dispatching', () => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  /** Starts a run whose attempts at some receivers hang until `letGo`. */
  function start(
    waiting: Record<number, number>,
    hangs: (receiverId: number) => boolean,
    {
      lookAgainMs = 1_000,
      ownerOf,
      paused,
      maxUnderWay = 100,
    }: { lookAgainMs?: number; ownerOf?: (receiverId: number) => number; paused?: Set<number>; maxUnderWay?: number } = {},
  ) {
    const queue = createQueue(waiting, ownerOf, paused);
    const stopping = new AbortController();
    const hanging: (() => void)[] = [];
    const underWay = new Map<number, number>();
    const most = new Map<number, number>();
    let done = 0;
    const attempt = async ({ receiverId }: ClaimedJob) => {
      underWay.set(receiverId, (underWay.get(receiverId) ?? 0) + 1);
      most.set(receiverId, Math.max(most.get(receiverId) ?? 0, underWay.get(receiverId) ?? 0));
      if (hangs(receiverId)) await new Promise<void>((resolve) => hanging.push(resolve));
      else await new Promise((resolve) => setImmediate(resolve));
      underWay.set(receiverId, (underWay.get(receiverId) ?? 0) - 1);
      done += 1;
      return { responded: !hangs(receiverId), status: 'delivered' as const };
    };
    const ended = dispatch({ queue, attempt, count: () => undefined, log: silentLogger, lookAgainMs, maxUnderWay }, stopping.signal);
    const letGo = () => {
      for (const resolve of hanging.splice(0)) resolve();
    };
    stops.push(async () => {
      stopping.abort();
      const timer = setInterval(letGo, 1);
      await ended;
      clearInterval(timer);
    });
    return { queue, ended, letGo, hanging, underWay, most, done: () => done, stop: () => stopping.abort() };
  }

  it('ends when nothing is due and nothing under way', async () => {
    const run = start({ 1: 25, 2: 3 }, () => false);
    await run.ended;
    expect(run.done()).toBe(28);
    expect(run.queue.waiting).toEqual({ 1: 0, 2: 0 });
  });

  it('what a claim passed over while the last attempt ended is not left', async () => {
    const jobs = (await createQueue({ 1: 2 }).claim(2)).jobs;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const attempted: string[] = [];
    const claim = vi.fn(async () => {
      const job = claim.mock.calls.length === 2 ? undefined : jobs.shift();
      if (job) return { jobs: [job], found: true };
      // It has looked while the first attempt was under way, and responds after that has ended.
      end();
      await new Promise((resolve) => setImmediate(resolve));
      return { jobs: [], found: false };
    });
    const attempt = async ({ id }: ClaimedJob) => {
      attempted.push(id);
      await ended;
      return { responded: false, status: 'delivered' as const };
    };
    const queue = { claim, finish: async () => true };
    await dispatch({ queue, attempt, count: () => undefined, log: silentLogger }, new AbortController().signal);
    expect(attempted).toEqual(['1', '2']);
  });

  it('the dispatcher takes a batch at a time, and the next before the last has ended', async () => {
    const run = start({ 1: 1, 2: 500 }, (receiverId) => receiverId === 1);
    await vi.waitFor(() => expect(run.done()).toBe(500));
    expect(run.hanging).toHaveLength(1);
    expect(Math.max(...run.queue.claims.map(({ given }) => given))).toBe(MAX_CLAIM_JOBS);
    // Batches are nearly full: there are far fewer claims than jobs.
    expect(run.queue.claims.length).toBeLessThan(120);
  });

  it.each([9, 40])('%i receivers that never answer hold up nobody else, however much waits for them', async (dead) => {
    const waiting = Object.fromEntries(Array.from({ length: dead }, (_, index) => [index + 1, 1_000]));
    const run = start({ ...waiting, 1000: 200 }, (receiverId) => receiverId < 1000);
    await vi.waitFor(() => expect(run.queue.waiting[1000]).toBe(0));
    await vi.waitFor(() => expect(run.done()).toBe(200));
  });

  it('however many receivers there are, a hundred attempts are under way and no more', async () => {
    const run = start(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index, 10])), () => true);
    await vi.waitFor(() => expect(run.hanging).toHaveLength(100));
  });

  it('a queue that allows four attempts gets no more; two that hang hold up nobody', async () => {
    const run = start({ 1: 1, 2: 1, ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [index + 10, 2])) }, (id) => id < 10, {
      lookAgainMs: 1,
      maxUnderWay: 4,
    });
    await vi.waitFor(() => expect(run.done()).toBe(100));
    expect(run.hanging).toHaveLength(2);
    expect(Math.max(...run.queue.claims.map(({ given }) => given))).toBe(2);
  });

  it.each([1, 3, 8])('%i owners whose every receiver hangs leave a share free for who comes next', async (hostile) => {
    const dead = Object.fromEntries(Array.from({ length: hostile * 20 }, (_, index) => [index + 1, 1_000]));
    const ownerOf = (receiverId: number) => (receiverId >= 1_000 ? receiverId : (receiverId % hostile) + 1);
    const run = start(dead, (receiverId) => receiverId < 1_000, { lookAgainMs: 1, ownerOf });
    const share = Math.floor(100 / (hostile + 1));
    await vi.waitFor(() => expect(run.hanging.length).toBeGreaterThanOrEqual(hostile * share - MAX_CLAIM_JOBS));
    const before = run.queue.claims.length;
    await vi.waitFor(() => expect(run.queue.claims.length).toBeGreaterThan(before + 3));
    expect(run.hanging.length).toBeLessThanOrEqual(hostile * share + MAX_CLAIM_JOBS);
    run.queue.waiting[1_000] = 6;
    await vi.waitFor(() => expect(run.done()).toBe(6));
  });

  it('receivers without a recent response get at most half of all attempts together', async () => {
    const dead = Array.from({ length: 200 }, (_, index) => index + 1);
    const run = start(Object.fromEntries(dead.map((id) => [id, 10])), (receiverId) => receiverId < 1_000, {
      lookAgainMs: 1,
      paused: new Set(dead),
    });
    await vi.waitFor(() => expect(run.hanging).toHaveLength(50));
    expect(Math.max(...run.most.values())).toBe(1);
    run.queue.waiting[1_000] = 6;
    await vi.waitFor(() => expect(run.done()).toBe(6));
    expect(run.hanging).toHaveLength(50);
  });

  it('one receiver never has more under way than its share and a batch', async () => {
    const run = start({ 1: 1_000 }, () => false);
    await run.ended;
    expect(run.most.get(1)).toBeLessThan(10 + MAX_CLAIM_JOBS);
  });

  it('a silent receiver gets nothing more until all its attempts have ended', async () => {
    const run = start({ 1: 1_000 }, (receiverId) => receiverId === 1, { lookAgainMs: 10 });
    await vi.waitFor(() => expect(run.hanging).toHaveLength(MAX_CLAIM_JOBS));
    for (const end of run.hanging.splice(0, MAX_CLAIM_JOBS - 1)) end();
    await vi.waitFor(() => expect(run.done()).toBe(MAX_CLAIM_JOBS - 1));
    // A later job of another receiver is taken: so another job of this one would have been taken by now, too.
    run.queue.waiting[2] = 1;
    await vi.waitFor(() => expect(run.done()).toBe(MAX_CLAIM_JOBS));
    expect(run.hanging).toHaveLength(1);
    run.letGo();
    await vi.waitFor(() => expect(run.done()).toBe(MAX_CLAIM_JOBS + 1));
    await vi.waitFor(() => expect(run.hanging.length).toBeGreaterThan(0));
  });

  it('an attempt that throws ends no other, and each is counted by what came of it', async () => {
    const queue = createQueue({ 1: 5, 2: 5 });
    const done: number[] = [];
    const attempt = async ({ receiverId }: ClaimedJob) => {
      if (receiverId === 1) throw new Error('a bad item');
      done.push(receiverId);
      return { responded: true, status: 'delivered' as const };
    };
    const outcomes: string[] = [];
    await dispatch({ queue, attempt, count: (outcome) => outcomes.push(outcome), log: silentLogger }, new AbortController().signal);
    expect(done).toHaveLength(5);
    expect(outcomes.sort()).toEqual([...Array(5).fill('delivered'), ...Array(5).fill('error')]);
  });

  it('told to stop, it waits for what is under way and begins nothing else', async () => {
    const run = start({ 1: 100 }, () => true);
    await vi.waitFor(() => expect(run.hanging.length).toBeGreaterThan(0));
    run.stop();
    let ended = false;
    void run.ended.then(() => (ended = true));
    const left = run.queue.waiting[1];
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    run.letGo();
    await run.ended;
    expect(run.queue.waiting[1]).toBe(left);
  });

  it('a claim that fails ends the run, after what is under way', async () => {
    const queue = createQueue({ 1: 1 });
    let finish = () => undefined as unknown;
    let claims = 0;
    const failing = {
      ...queue,
      claim: async (limit: number) => {
        claims += 1;
        if (claims > 1) throw new Error('no database');
        return queue.claim(limit);
      },
    };
    let ended = false;
    const attempt = () => new Promise<Outcome>((resolve) => (finish = () => resolve({ responded: true, status: 'delivered' })));
    const run = dispatch({ queue: failing, attempt, count: () => undefined, log: silentLogger }, new AbortController().signal)
      .catch((error: Error) => error)
      .finally(() => (ended = true));
    await vi.waitFor(() => expect(claims).toBe(2));
    expect(ended).toBe(false);
    finish();
    expect(await run).toMatchObject({ message: 'no database' });
  });
});
