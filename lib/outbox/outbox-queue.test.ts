/** Claiming and finishing on both engines, on the table of webhook deliveries. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/database';
import { allBut, claimOne } from '../testing/claims';
import { explain, notingDatabase, wholeTable } from '../testing/plans';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { WEBHOOKS } from '../webhooks/webhook-receivers';
import { LEASE_MS, MAX_CLAIM_JOBS, retryDelayMs } from './outbox.rules';
import { type ClaimedJob, createOutboxQueue, type OutboxQueue } from './outbox-queue';

const MAX_ATTEMPTS = 5;
const RECEIVERS = 9;

describe.each(engines)('a queue on %s', (engine) => {
  let db: Database;
  let queue: OutboxQueue;

  useDatabase(engine, async (opened) => {
    db = opened;
    queue = createOutboxQueue(db, WEBHOOKS, MAX_ATTEMPTS);
    await run("INSERT INTO users (id, name, created_at) VALUES (1, 'anna', 0), (2, 'bert', 0)");
    await addReceivers(1, RECEIVERS);
  });

  beforeEach(async () => {
    await run('DELETE FROM webhook_deliveries');
    await run(`DELETE FROM webhook_endpoints WHERE id > ${RECEIVERS}`);
    await run('UPDATE webhook_endpoints SET is_active = TRUE, paused_until = NULL, owner_id = 1');
  });

  const run = async (sql: string) => void (await db.write([{ sql, params: [] }]));

  const addReceivers = (first: number, count: number) =>
    run(`WITH RECURSIVE numbers(number) AS (SELECT ${first} UNION ALL SELECT number + 1 FROM numbers WHERE number < ${first + count - 1})
      INSERT INTO webhook_endpoints (id, owner_id, on_created, on_deleted, on_expired, created_at, updated_at)
      SELECT number, 1, TRUE, TRUE, TRUE, 0, 0 FROM numbers`);

  /** @param due when the jobs are due, as SQL */
  async function add(receiver: number, count: number, due = '0', status = 'pending', attempts = 0, prefix = 'job'): Promise<void> {
    const numbers = `WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})`;
    await run(`${numbers} INSERT INTO webhook_deliveries (id, endpoint_id, event, status, attempts, next_retry_at, finished_at, paste_id, id_sealed, syntax,
        is_e2ee, burn_after_read, paste_created_at, created_at)
      SELECT '${prefix}-${receiver}-' || CAST(number AS TEXT), ${receiver}, 'paste.created', '${status}', ${attempts}, ${due},
        ${due === 'NULL' ? '0' : 'NULL'}, 'p', '', 'plaintext', FALSE, FALSE, 0, number FROM numbers`);
  }

  const all = async (columns: string, where = 'TRUE') => db.read(`SELECT ${columns} FROM webhook_deliveries WHERE ${where} ORDER BY id`);
  const statusOf = async ({ id }: ClaimedJob) => (await all('status', `id = '${id}'`))[0]?.status;
  /** Ends all leases, as after the death of their workers. */
  const endLeases = () => run('UPDATE webhook_deliveries SET next_retry_at = 0 WHERE claim_token IS NOT NULL');

  it('a claim serves each receiver once before any twice, the longest due first', async () => {
    await add(1, 1_000, '100');
    await add(2, 3, '300');
    await add(3, 1, '200');
    const { jobs } = await queue.claim(100);
    expect(jobs).toHaveLength(MAX_CLAIM_JOBS);
    const perReceiver = (jobs: readonly ClaimedJob[]) => [1, 2, 3].map((id) => jobs.filter((job) => job.receiverId === id).length);
    expect(perReceiver(jobs)).toEqual([6, 3, 1]);
    expect(perReceiver((await queue.claim(4)).jobs)).toEqual([4, 0, 0]);
  });

  it('gives out what came last to one of nine, whatever waits for the other eight', async () => {
    for (let receiver = 1; receiver < RECEIVERS; receiver++) await add(receiver, 100, '100');
    await add(RECEIVERS, 100, '200');
    const { jobs } = await queue.claim(10);
    expect(new Set(jobs.map(({ receiverId }) => receiverId)).size).toBe(RECEIVERS);
  });

  it('a claim is shared among owners first, however many jobs one of them has', async () => {
    for (let receiver = 1; receiver < RECEIVERS; receiver++) await add(receiver, 1_000, '100');
    await run(`UPDATE webhook_endpoints SET owner_id = 2 WHERE id = ${RECEIVERS}`);
    await add(RECEIVERS, 6, '200');
    const [first, second] = [await queue.claim(10), await queue.claim(10)];
    const ofBert = [first, second].map(({ jobs }) => jobs.filter(({ ownerId }) => ownerId === 2).length);
    expect(ofBert).toEqual([5, 1]);
    expect(first.jobs).toHaveLength(10);
  });

  it('takes no more for an owner than there is room for', async () => {
    for (let receiver = 1; receiver <= RECEIVERS; receiver++) await add(receiver, 10);
    expect((await queue.claim(10, () => 3)).jobs).toHaveLength(3);
    expect(await queue.claim(10, () => 0)).toEqual({ jobs: [], found: false });
  });

  it('every receiver gets a turn when more of them wait than a claim looks at', async () => {
    const more = 450;
    await addReceivers(RECEIVERS + 1, more);
    const numbers = `WITH RECURSIVE numbers(number) AS (SELECT ${RECEIVERS + 1} UNION ALL SELECT number + 1 FROM numbers WHERE number < ${RECEIVERS + more})`;
    await run(`${numbers} INSERT INTO webhook_deliveries (id, endpoint_id, event, status, next_retry_at, paste_id, id_sealed, syntax, is_e2ee, burn_after_read,
        paste_created_at, created_at)
      SELECT 'one-' || CAST(number AS TEXT), number, 'paste.created', 'pending', number % 2 * 9000000000000, 'p', '', 'plaintext', FALSE, FALSE, 0, 0 FROM numbers`);
    await add(1, 2_000, '0');
    const seen = new Map<number, number>();
    let claims = 0;
    for (; seen.size < 1 + more / 2; claims++)
      for (const { receiverId } of (await queue.claim(10)).jobs) seen.set(receiverId, (seen.get(receiverId) ?? 0) + 1);
    expect(claims).toBeLessThan(60);
    const jobs: ClaimedJob[] = [];
    for (let claim = await queue.claim(10, allBut(1)); claim.found; claim = await queue.claim(10, allBut(1))) jobs.push(...claim.jobs);
    expect(jobs).toEqual([]);
  });

  it('takes a full batch for one receiver when nobody else has anything', async () => {
    await add(2, 25);
    const sizes = [];
    for (let claim = await queue.claim(10); claim.found; claim = await queue.claim(10)) sizes.push(claim.jobs.length);
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('passes over the receivers it is told to, what is not due yet, and what is done', async () => {
    await add(1, 5);
    await add(2, 5, `${db.dialect.now} + 60000`);
    await add(3, 5, 'NULL', 'delivered');
    await add(4, 2);
    const { jobs } = await queue.claim(10, allBut(1));
    expect(jobs.map(({ receiverId }) => receiverId)).toEqual([4, 4]);
    expect(await queue.claim(10, allBut(1))).toEqual({ jobs: [], found: false });
  });

  it('counts an attempt when it begins, and leases the job for LEASE_MS', async () => {
    await add(1, 1, '0', 'retrying', 2);
    const { jobs } = await queue.claim(10);
    expect(jobs).toMatchObject([{ id: 'job-1-1', receiverId: 1, attempts: 3, row: { status: 'retrying' } }]);
    const [row] = await all('next_retry_at - last_attempt_at AS lease_ms');
    expect(row?.lease_ms).toBe(LEASE_MS);
    expect((await queue.claim(10)).found).toBe(false);
  });

  it('simultaneous claims get each job once, and none is empty while there are more', async () => {
    for (const receiver of [1, 2, 3, 4]) await add(receiver, 250);
    const seen: string[] = [];
    const batches: number[] = [];
    const worker = async () => {
      for (let claim = await queue.claim(10); claim.found; claim = await queue.claim(10)) {
        seen.push(...claim.jobs.map(({ id }) => id));
        batches.push(claim.jobs.length);
      }
    };
    await Promise.all([worker(), worker()]);
    await worker();
    expect(seen).toHaveLength(1_000);
    expect(new Set(seen).size).toBe(1_000);
    expect(Math.max(...batches)).toBeLessThanOrEqual(MAX_CLAIM_JOBS);
  });

  it.each([
    [1, 20_000],
    [2, 40_000],
    [3, 80_000],
    [4, 160_000],
  ])('after failed attempt %i the next is due in exactly %i ms', async (attempts, delayMs) => {
    await add(1, 1, '0', 'retrying', attempts - 1);
    const job = await claimOne(queue);
    expect(retryDelayMs(job.attempts)).toBe(delayMs);
    expect(await queue.finish(job, { status: 'retrying', responded: true, delayMs: retryDelayMs(job.attempts) })).toBe(true);
    const [row] = await all('status, attempts, next_retry_at - last_attempt_at AS delay_ms, claim_token, finished_at');
    expect(row).toEqual({ status: 'retrying', attempts, delay_ms: delayMs, claim_token: null, finished_at: null });
  });

  it('a receiver’s wish lengthens the delay, up to an hour, and never shortens it', () => {
    expect([0, 19_999, 20_001, 3_600_000, 9e15].map((wish) => retryDelayMs(1, wish))).toEqual([
      20_000, 20_000, 20_001, 3_600_000, 3_600_000,
    ]);
  });

  it('what is done stays done, with what was recorded', async () => {
    await add(1, 1);
    const job = await claimOne(queue);
    await queue.finish(job, { status: 'delivered', responded: true, columns: { response_status: 204, reason: 'ok' } });
    const [row] = await all('status, next_retry_at, response_status, reason, finished_at = last_attempt_at AS at_once');
    expect(row).toMatchObject({ status: 'delivered', next_retry_at: null, response_status: 204, reason: 'ok' });
    expect(Boolean(row?.at_once)).toBe(true);
    expect((await queue.claim(10)).found).toBe(false);
  });

  it('a worker that lost its lease records nothing, neither at once nor later', async () => {
    await add(1, 1);
    const lost = await claimOne(queue);
    await endLeases();
    const held = await claimOne(queue);
    expect(held).toMatchObject({ id: lost.id, attempts: 2 });
    expect(await queue.finish(lost, { status: 'delivered', responded: true })).toBe(false);
    expect(await statusOf(held)).toBe('pending');
    expect(await queue.finish(held, { status: 'retrying', responded: true, delayMs: 1 })).toBe(true);
    for (const job of [lost, held]) expect(await queue.finish(job, { status: 'delivered', responded: true })).toBe(false);
    expect(await statusOf(held)).toBe('retrying');
  });

  it('a cancelled job stays cancelled whatever comes of its attempt', async () => {
    await add(1, 3);
    const { jobs } = await queue.claim(2);
    await db.write([queue.cancelStatement(1)]);
    for (const status of ['delivered', 'retrying'] as const)
      expect(await queue.finish(jobs[0] as ClaimedJob, { status, responded: true })).toBe(false);
    expect((await all('status')).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await queue.claim(10)).found).toBe(false);
  });

  it('cancelling for a receiver changes no finished job and no other receiver’s jobs', async () => {
    await add(1, 1);
    await add(1, 1, 'NULL', 'delivered', 1, 'done');
    await add(1, 1, 'NULL', 'failed', 5, 'lost');
    await add(2, 1);
    const unconcerned = () => all('*', "id <> 'job-1-1'");
    const before = await unconcerned();
    await db.write([queue.cancelStatement(1)]);
    expect(await unconcerned()).toEqual(before);
    expect(await all('status', "id = 'job-1-1'")).toEqual([{ status: 'cancelled' }]);
  });

  describe('a receiver that does not answer', () => {
    const other = () => createOutboxQueue(db, WEBHOOKS, MAX_ATTEMPTS);
    const receiversOf = async (from: OutboxQueue) => (await from.claim(10)).jobs.map(({ receiverId }) => receiverId);
    async function pause(): Promise<void> {
      await add(1, 1, '0', 'pending', 0, 'first');
      await queue.finish(await claimOne(queue), { status: 'failed', responded: false });
      await add(1, 50);
    }

    it('a silent receiver gets one attempt at a time from all processes together', async () => {
      await pause();
      await add(2, 3);
      expect((await receiversOf(queue)).sort()).toEqual([1, 2, 2, 2]);
      expect([await receiversOf(queue), await receiversOf(other())]).toEqual([[], []]);
    });

    it('a silent receiver gets one attempt after each failure, all after a response', async () => {
      await pause();
      for (let times = 0; times < 3; times++) {
        const job = await claimOne(queue);
        expect(job.isProbe).toBe(true);
        await queue.finish(job, { status: 'retrying', responded: false, delayMs: 60_000 });
      }
      await queue.finish(await claimOne(other()), { status: 'delivered', responded: true });
      expect(await receiversOf(queue)).toEqual(Array(10).fill(1));
    });

    it('is probed by one of two that claim at once', async () => {
      await pause();
      const claimed = await Promise.all([receiversOf(queue), receiversOf(other()), receiversOf(other())]);
      expect(claimed.flat()).toEqual([1]);
    });

    it('is probed again when the process that did so has died', async () => {
      await pause();
      await claimOne(queue);
      await endLeases();
      await run('UPDATE webhook_endpoints SET paused_until = 0 WHERE paused_until IS NOT NULL');
      expect(await receiversOf(other())).toEqual([1]);
    });

    it('stays as it is whatever a process says of it that has lost its lease', async () => {
      await pause();
      const lost = await claimOne(queue);
      await run("UPDATE webhook_deliveries SET claim_token = 'taken by another'");
      await queue.finish(lost, { status: 'delivered', responded: true });
      expect(await receiversOf(queue)).toEqual([]);
    });
  });

  it('cancels what is due for an inactive receiver instead of giving it out', async () => {
    await add(1, 12);
    await add(2, 1);
    await run('UPDATE webhook_endpoints SET is_active = FALSE WHERE id = 1');
    const jobs: ClaimedJob[] = [];
    for (let claim = await queue.claim(10); claim.found; claim = await queue.claim(10)) jobs.push(...claim.jobs);
    expect(jobs.map(({ receiverId }) => receiverId)).toEqual([2]);
    expect(await all('status, attempts', 'endpoint_id = 1')).toEqual(
      Array.from({ length: 12 }, () => ({ status: 'cancelled', attempts: 0 })),
    );
  });

  it('a job that used up its attempts under dead workers fails without a sixth', async () => {
    await add(1, 1);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect((await queue.claim(10)).jobs).toMatchObject([{ attempts: attempt, isUnrecorded: attempt > 1 }]);
      await endLeases();
    }
    expect(await queue.claim(10)).toEqual({ jobs: [], found: true });
    expect(await all('status, attempts, next_retry_at, claim_token')).toEqual([
      { status: 'failed', attempts: MAX_ATTEMPTS, next_retry_at: null, claim_token: null },
    ]);
  });

  describe('among many that are done and many that wait', () => {
    it('each statement and its every part find due jobs by the index of open ones alone', async () => {
      await add(1, 20_000, 'NULL', 'delivered', 1, 'done');
      await add(2, 20_000, 'NULL', 'failed', 5, 'done');
      // For a receiver of few jobs alone, the index of receivers costs as little.
      await add(1, 20);
      const { noting, statements } = notingDatabase(db);
      expect((await createOutboxQueue(noting, WEBHOOKS, MAX_ATTEMPTS).claim(10)).jobs).toHaveLength(10);
      expect(statements).toHaveLength(2);
      for (const analyze of [false, true]) {
        if (analyze) await run('ANALYZE');
        for (const statement of statements) {
          const plan = await explain(db, statement);
          expect(plan).toContain('webhook_deliveries_open_idx');
          expect(plan).not.toMatch(wholeTable(db, 'webhook_deliveries', 'j'));
        }
      }
    });
  });
});
