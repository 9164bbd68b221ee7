/** Claiming and finishing on both engines, on the table of webhook deliveries. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/database';
import { createTestDatabase, engines, type TestDatabase } from '../db/testing/test-database';
import { DELIVERY_QUEUE } from '../webhooks/webhook.deliveries';
import { type ClaimedJob, createOutboxQueue, type OutboxQueue } from './outbox.queue';
import { LEASE_MS, MAX_CLAIM_JOBS, retryDelayMs } from './outbox.rules';
import { claimOne } from './testing/claims';

const MAX_ATTEMPTS = 5;
const RECEIVERS = 9;

describe.each(engines)('a queue on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let queue: OutboxQueue;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    db = await database.open();
    queue = createOutboxQueue(db, DELIVERY_QUEUE, MAX_ATTEMPTS);
    await run("INSERT INTO users (id, name, created_at) VALUES (1, 'anna', 0)");
    for (let id = 1; id <= RECEIVERS; id++)
      await run(`INSERT INTO webhook_endpoints (id, owner_id, url, on_created, on_deleted, on_expired, created_at, updated_at)
        VALUES (${id}, 1, 'https://hooks.example', TRUE, TRUE, TRUE, 0, 0)`);
  });

  beforeEach(async () => {
    await run('DELETE FROM webhook_deliveries');
    await run('UPDATE webhook_endpoints SET is_active = TRUE');
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const run = async (sql: string) => void (await db.write([{ sql, params: [] }]));

  /** @param due SQL of the moment */
  async function add(receiver: number, count: number, due = '0', status = 'pending', attempts = 0, prefix = 'job'): Promise<void> {
    const numbers = `WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})`;
    await run(`${numbers} INSERT INTO webhook_deliveries (id, endpoint_id, event, status, attempts, next_retry_at, finished_at, public_id, syntax,
        is_e2ee, burn_after_read, paste_created_at, created_at)
      SELECT '${prefix}-${receiver}-' || CAST(number AS TEXT), ${receiver}, 'paste.created', '${status}', ${attempts}, ${due},
        ${due === 'NULL' ? '0' : 'NULL'}, 'p', 'plaintext', FALSE, FALSE, 0, number FROM numbers`);
  }

  const all = async (columns: string, where = 'TRUE') => db.read(`SELECT ${columns} FROM webhook_deliveries WHERE ${where} ORDER BY id`);
  const statusOf = async ({ id }: ClaimedJob) => (await all('status', `id = '${id}'`))[0]?.status;
  /** As when the worker has died and the lease is over. */
  const endLeases = () => run('UPDATE webhook_deliveries SET next_retry_at = 0 WHERE claim_token IS NOT NULL');

  it('gives out at most a batch, everybody’s first before anybody’s second, and the longest due first', async () => {
    await add(1, 1_000, '100');
    await add(2, 3, '300');
    await add(3, 1, '200');
    const { jobs } = await queue.claim(100, []);
    expect(jobs).toHaveLength(MAX_CLAIM_JOBS);
    const perReceiver = (jobs: readonly ClaimedJob[]) => [1, 2, 3].map((id) => jobs.filter((job) => job.receiverId === id).length);
    expect(perReceiver(jobs)).toEqual([6, 3, 1]);
    expect(perReceiver((await queue.claim(4, [])).jobs)).toEqual([4, 0, 0]);
  });

  it('gives out what came last to one of nine, whatever waits for the other eight', async () => {
    for (let receiver = 1; receiver < RECEIVERS; receiver++) await add(receiver, 100, '100');
    await add(RECEIVERS, 100, '200');
    const { jobs } = await queue.claim(10, []);
    expect(new Set(jobs.map(({ receiverId }) => receiverId)).size).toBe(RECEIVERS);
  });

  it('takes a full batch for one receiver when nobody else has anything', async () => {
    await add(2, 25);
    const sizes = [];
    for (let claim = await queue.claim(10, []); claim.found; claim = await queue.claim(10, [])) sizes.push(claim.jobs.length);
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('passes over the receivers it is told to, what is not due yet, and what is done', async () => {
    await add(1, 5);
    await add(2, 5, `${db.dialect.now} + 60000`);
    await add(3, 5, 'NULL', 'delivered');
    await add(4, 2);
    const { jobs } = await queue.claim(10, [1]);
    expect(jobs.map(({ receiverId }) => receiverId)).toEqual([4, 4]);
    expect(await queue.claim(10, [1])).toEqual({ jobs: [], found: false });
  });

  it('counts an attempt when it begins, and leases the job for LEASE_MS', async () => {
    await add(1, 1, '0', 'retrying', 2);
    const { jobs } = await queue.claim(10, []);
    expect(jobs).toMatchObject([{ id: 'job-1-1', receiverId: 1, attempts: 3, row: { status: 'retrying' } }]);
    const [row] = await all('next_retry_at - last_attempt_at AS lease_ms');
    expect(row?.lease_ms).toBe(LEASE_MS);
    expect((await queue.claim(10, [])).found).toBe(false);
  });

  it('gives each job to exactly one of many that claim at once, and nobody comes away empty while there is more', async () => {
    for (const receiver of [1, 2, 3, 4]) await add(receiver, 250);
    const seen: string[] = [];
    const batches: number[] = [];
    const worker = async () => {
      for (let claim = await queue.claim(10, []); claim.found; claim = await queue.claim(10, [])) {
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
    expect(await queue.finish(job, { status: 'retrying', delayMs: retryDelayMs(job.attempts) })).toBe(true);
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
    await queue.finish(job, { status: 'delivered', columns: { response_status: 204, response_body: 'ok' } });
    const [row] = await all('status, next_retry_at, response_status, response_body, finished_at = last_attempt_at AS at_once');
    expect(row).toMatchObject({ status: 'delivered', next_retry_at: null, response_status: 204, response_body: 'ok' });
    expect(Boolean(row?.at_once)).toBe(true);
    expect((await queue.claim(10, [])).found).toBe(false);
  });

  it('who lost the lease records nothing, neither while the next one works nor afterwards', async () => {
    await add(1, 1);
    const lost = await claimOne(queue);
    await endLeases();
    const held = await claimOne(queue);
    expect(held).toMatchObject({ id: lost.id, attempts: 2 });
    expect(await queue.finish(lost, { status: 'delivered' })).toBe(false);
    expect(await statusOf(held)).toBe('pending');
    expect(await queue.finish(held, { status: 'retrying', delayMs: 1 })).toBe(true);
    for (const job of [lost, held]) expect(await queue.finish(job, { status: 'delivered' })).toBe(false);
    expect(await statusOf(held)).toBe('retrying');
  });

  it('a cancelled job stays cancelled whatever comes of its attempt', async () => {
    await add(1, 3);
    const { jobs } = await queue.claim(2, []);
    await db.write([queue.cancelStatement(1)]);
    for (const status of ['delivered', 'retrying'] as const) expect(await queue.finish(jobs[0] as ClaimedJob, { status })).toBe(false);
    expect((await all('status')).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await queue.claim(10, [])).found).toBe(false);
  });

  it('cancelling for a receiver changes nothing that is done, and nothing of another receiver', async () => {
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

  it('cancels what is due for an inactive receiver instead of giving it out', async () => {
    await add(1, 12);
    await add(2, 1);
    await run('UPDATE webhook_endpoints SET is_active = FALSE WHERE id = 1');
    const jobs: ClaimedJob[] = [];
    for (let claim = await queue.claim(10, []); claim.found; claim = await queue.claim(10, [])) jobs.push(...claim.jobs);
    expect(jobs.map(({ receiverId }) => receiverId)).toEqual([2]);
    expect(await all('status, attempts', 'endpoint_id = 1')).toEqual(
      Array.from({ length: 12 }, () => ({ status: 'cancelled', attempts: 0 })),
    );
  });

  it('fails what has used up its attempts under workers that died, and begins no sixth', async () => {
    await add(1, 1);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect((await queue.claim(10, [])).jobs).toMatchObject([{ attempts: attempt }]);
      await endLeases();
    }
    expect(await queue.claim(10, [])).toEqual({ jobs: [], found: true });
    expect(await all('status, attempts, next_retry_at, claim_token')).toEqual([
      { status: 'failed', attempts: MAX_ATTEMPTS, next_retry_at: null, claim_token: null },
    ]);
  });

  describe('among many that are done', () => {
    it('finds what is due by the index alone, in a claim and in its every part', async () => {
      await add(1, 20_000, 'NULL', 'delivered', 1, 'done');
      await add(2, 20_000, 'NULL', 'failed', 5, 'done');
      await add(3, 20);
      const statements: { sql: string; params: readonly unknown[] }[] = [];
      const noting: Database = {
        ...db,
        write: async (batch) => {
          statements.push(...batch);
          return db.write(batch);
        },
      };
      expect((await createOutboxQueue(noting, DELIVERY_QUEUE, MAX_ATTEMPTS).claim(10, [])).jobs).toHaveLength(10);
      const sql = statements[0]?.sql ?? '';
      for (const analyze of [false, true]) {
        if (analyze) await run('ANALYZE');
        const plan = await explain(sql);
        expect(plan).toContain('webhook_deliveries_endpoint_id_next_retry_at_id_idx');
        expect(plan).not.toMatch(engine === 'sqlite' ? /SCAN (j|webhook_deliveries)\b/ : /Seq Scan on webhook_deliveries/);
      }
    });
  });

  async function explain(sql: string): Promise<string> {
    const values = ["'[]'", '10', "'token'"];
    const literal = sql.replace(/\?/g, () => values.shift() ?? '');
    const [rows = []] = await db.write([{ sql: `${engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${literal}`, params: [] }]);
    return rows.map((row) => Object.values(row).join(' ')).join('\n');
  }
});
