import { createHash, randomBytes } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgresql } from '../db/engines/postgresql-database';
import { startTcpProxy } from '../testing/tcp-proxy';
import { createTestDatabase, engines, type TestDatabase } from '../testing/test-database';
import { connectTestRedis, redisUrl } from '../testing/test-redis';
import {
  createRateLimiter,
  type NameCounter,
  type RateLimiter,
  type RateLimitResult,
  type RateLimitStore,
  rateLimitHeaders,
} from './rate-limit';
import { createCounterCleanup } from './rate-limit-cleanup';

const MEMORY: RateLimitStore = { kind: 'memory' };
const hashed: NameCounter = (limiter, identity) => createHash('sha256').update(`${limiter} ${identity}`).digest('hex');

/** An identity nobody else counts, in a store that others use too. */
const newIdentity = () => `test-${randomBytes(9).toString('hex')}`;

async function consumeAll(limiters: readonly RateLimiter[], identity: string, requests: number): Promise<RateLimitResult[]> {
  const results = await Promise.all(
    Array.from({ length: requests }, (_, index) => (limiters[index % limiters.length] as RateLimiter).consume(identity)),
  );
  return results.filter((result) => result !== null);
}

const passed = (results: readonly RateLimitResult[]) => results.filter(({ allowed }) => allowed).length;

/** Expects that `limit` of 200 requests at once pass, and that each is told the end of the window that they began. */
async function expectExactly(limit: number, limiters: readonly RateLimiter[]): Promise<void> {
  const began = performance.now();
  const results = await consumeAll(limiters, newIdentity(), 200);
  const tookSeconds = (performance.now() - began) / 1_000;
  expect(results).toHaveLength(200);
  expect(passed(results)).toBe(limit);
  for (const { resetSeconds } of results) {
    expect(resetSeconds).toBeLessThanOrEqual(60);
    expect(resetSeconds).toBeGreaterThanOrEqual(Math.floor(60 - tookSeconds));
  }
}

describe('a limit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('the limit passes in each window, and every request is told how many are left', async () => {
    const limiter = createRateLimiter('test', 3, MEMORY);
    for (let window = 0; window < 3; window++) {
      const results = await consumeAll([limiter], 'a', 5);
      expect(results.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
      expect(results.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
      await vi.advanceTimersByTimeAsync(60_000);
    }
  });

  it('the end of the window is told in whole seconds from 1 to 60, never too early', async () => {
    const limiter = createRateLimiter('test', 1, MEMORY);
    const reset = async () => (await limiter.consume('a'))?.resetSeconds;
    expect(await reset()).toBe(60);
    await vi.advanceTimersByTimeAsync(1);
    expect(await reset()).toBe(60);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reset()).toBe(30);
    await vi.advanceTimersByTimeAsync(29_900);
    expect(await limiter.consume('a')).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 });
    // Whoever waits as long as was said gets through.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await limiter.consume('a')).toMatchObject({ allowed: true });
  });

  it('a window never ends later than its length, though the clock was set back', async () => {
    const limiter = createRateLimiter('test', 1, MEMORY);
    await limiter.consume('a');
    vi.setSystemTime(Date.now() - 86_400_000);
    expect((await limiter.consume('a'))?.resetSeconds).toBe(60);
  });

  it('whose window ends this very moment is told to last a second, not none', async () => {
    const client = { eval: async () => [1, 0] } as unknown as RedisClientType;
    expect(await createRateLimiter('test', 1, { kind: 'redis', client, nameOf: hashed }).consume('a')).toMatchObject({ resetSeconds: 1 });
  });

  it('is not prolonged by requests beyond it', async () => {
    const limiter = createRateLimiter('test', 1, MEMORY);
    await limiter.consume('a');
    for (let second = 0; second < 59; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await limiter.consume('a')).toMatchObject({ allowed: false });
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await limiter.consume('a')).toMatchObject({ allowed: true });
  });

  it('counts each identity by itself, and each limiter by itself', async () => {
    const [anonymous, user] = [createRateLimiter('anonymous', 1, MEMORY), createRateLimiter('user', 1, MEMORY)];
    for (const limiter of [anonymous, user]) {
      for (const identity of ['1', '2', 'user:1', '']) expect(await limiter.consume(identity)).toMatchObject({ allowed: true });
    }
    expect(await user.consume('1')).toMatchObject({ allowed: false });
  });

  it('of 0 is none', async () => {
    const limiter = createRateLimiter('test', 0, MEMORY);
    for (let index = 0; index < 100; index++) expect(await limiter.consume('a')).toBeNull();
  });
});

describe('the headers', () => {
  it('are structured fields: the policy, and what is left of it', () => {
    expect(rateLimitHeaders({ allowed: true, limit: 60, remaining: 59, resetSeconds: 42 })).toEqual({
      'RateLimit-Policy': '"api";q=60;w=60',
      RateLimit: '"api";r=59;t=42',
    });
  });
});

describe.skipIf(!engines.includes('postgresql'))('counters in PostgreSQL', () => {
  type Postgresql = Awaited<ReturnType<typeof openPostgresql>>;
  let database: TestDatabase;
  let opened: Postgresql[];

  beforeAll(async () => {
    database = await createTestDatabase('postgresql');
    opened = [];
    for (let index = 0; index < 2; index++) opened.push(await openPostgresql({ url: database.url, rootDir: process.cwd() }));
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
    await database.drop();
  });

  const storeOf = ({ pool }: Postgresql, nameOf: NameCounter = hashed) =>
    ({ kind: 'postgresql', pool: pool as NonNullable<typeof pool>, nameOf }) as const;
  const limiters = (limit: number) => opened.map((each) => createRateLimiter('test', limit, storeOf(each)));

  it.each([5, 60])('let exactly %i of 200 simultaneous requests of two processes pass', async (limit) => {
    await expectExactly(limit, limiters(limit));
  });

  it('in PostgreSQL hold no address that was counted', async () => {
    const address = '203.0.113.77';
    const names: string[] = [];
    const nameOf: NameCounter = (limiter, identity) => {
      names.push(`${limiter} ${identity}`);
      return hashed(limiter, identity);
    };
    await createRateLimiter('form', 5, storeOf(opened[0] as Postgresql, nameOf)).consume(address);
    expect(names).toEqual([`form ${address}`]);
    const rows = (await opened[0]?.read('SELECT key FROM rate_limits')) ?? [];
    expect(rows.map(({ key }) => key)).toContain(`form:${hashed('form', address)}`);
    expect(JSON.stringify(rows)).not.toContain(address);
  });

  it('go with the cleanup a minute after their window, and not before', async () => {
    const [db] = opened as [Postgresql];
    await db.write([
      { sql: 'DELETE FROM rate_limits', params: [] },
      {
        sql: `INSERT INTO rate_limits (key, points, expire) VALUES
          ('old', 1, ${db.dialect.now} - 60001), ('recent', 1, ${db.dialect.now} - 30000), ('under way', 1, ${db.dialect.now} + 60000)`,
        params: [],
      },
    ]);
    expect(await createCounterCleanup(db).prune()).toBe(1);
    expect((await db.read('SELECT key FROM rate_limits ORDER BY key')).map(({ key }) => key)).toEqual(['recent', 'under way']);
  });

  it('that cannot be reached are replaced by each process counting for itself', async () => {
    const gone = await openPostgresql({ url: database.url, rootDir: process.cwd() });
    const limiter = createRateLimiter('test', 5, storeOf(gone));
    await gone.close();
    expect(passed(await consumeAll([limiter], newIdentity(), 20))).toBe(5);
  });
});

describe.skipIf(redisUrl === null)('counters in Redis', () => {
  const url = redisUrl as string;
  let clients: RedisClientType[];

  beforeAll(async () => {
    clients = [await connectTestRedis(url), await connectTestRedis(url)];
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
  });

  it.each([5, 60])('let exactly %i of 200 simultaneous requests of two processes pass', async (limit) => {
    await expectExactly(
      limit,
      clients.map((client) => createRateLimiter('test', limit, { kind: 'redis', client, nameOf: hashed })),
    );
  });

  it('counters are named without the address and go when their window has passed', async () => {
    const identity = newIdentity();
    await createRateLimiter('test', 5, { kind: 'redis', client: clients[0] as RedisClientType, nameOf: hashed }).consume(identity);
    const ttlMs = await (clients[0] as RedisClientType).pTTL(`sealpaste:test:${hashed('test', identity)}`);
    expect(ttlMs).toBeGreaterThan(0);
    expect(ttlMs).toBeLessThanOrEqual(60_000);
  });

  it('a process that was busy for long counts with the others still', async () => {
    const [busy, other] = clients.map((client) => createRateLimiter('test', 2, { kind: 'redis', client, nameOf: hashed })) as RateLimiter[];
    if (!busy || !other) throw new Error('expected two processes');
    const identity = newIdentity();
    const first = busy.consume(identity);
    await new Promise(setImmediate);
    for (const since = performance.now(); performance.now() - since < 700; );
    await first;
    await other.consume(identity);
    expect(await busy.consume(identity)).toMatchObject({ allowed: false });
  });

  it('that cannot be reached are replaced by each process counting for itself', async () => {
    const client = await connectTestRedis(url);
    const limiter = createRateLimiter('test', 5, { kind: 'redis', client, nameOf: hashed });
    client.destroy();
    expect(passed(await consumeAll([limiter], newIdentity(), 20))).toBe(5);
  });

  it('silent counters are replaced, and only the first request waits for them', async () => {
    const proxy = await startTcpProxy(url);
    const client = await connectTestRedis(proxy.url);
    // The clock stands still: the pause after the silence doesn't end by itself.
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked = vi.spyOn(client, 'eval');
    try {
      const limiter = createRateLimiter('test', 5, { kind: 'redis', client, nameOf: hashed });
      const identity = newIdentity();
      expect(await limiter.consume(identity)).toMatchObject({ allowed: true, remaining: 4 });
      proxy.setSilent(true);
      expect(await limiter.consume(identity)).not.toBeNull();
      expect(asked).toHaveBeenCalledTimes(2);
      expect(passed(await consumeAll([limiter], newIdentity(), 100))).toBe(5);
      expect(asked).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
      client.destroy();
      await proxy.stop();
    }
  });

  it('that respond again are asked again once the pause is over, and not before', async () => {
    const proxy = await startTcpProxy(url);
    const client = await connectTestRedis(proxy.url);
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked = vi.spyOn(client, 'eval');
    try {
      const limiter = createRateLimiter('test', 5, { kind: 'redis', client, nameOf: hashed });
      proxy.setSilent(true);
      await limiter.consume(newIdentity());
      proxy.setSilent(false);
      vi.setSystemTime(Date.now() + 5_999);
      await limiter.consume(newIdentity());
      expect(asked).toHaveBeenCalledTimes(1);
      vi.setSystemTime(Date.now() + 1);
      await limiter.consume(newIdentity());
      expect(asked).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
      client.destroy();
      await proxy.stop();
    }
  });
});
