/** Tests the rate limits of real processes: what is counted, where, and what the responses and the log say. */
import { randomBytes, randomInt } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTcpProxy } from '#lib/db/testing/tcp-proxy';
import { createTestDatabase, type Engine, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { connectTestRedis, redisUrl } from '#lib/db/testing/test-redis';
import { limitIdentity } from '#lib/http/client-address';
import { counterName } from '#lib/vault/vault';
import { createKeys } from '../support/accounts';
import { call, createPaste } from '../support/api';
import { type Environment, startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { keyringOf } from '../support/rows';

const LIMITS: Environment = { RATE_LIMIT_ANONYMOUS: '5', RATE_LIMIT_AUTHENTICATED: '60' };
/** The time that a process may need to connect or to write its log on a busy machine. */
const SOON = { timeout: 60_000 };
const ABUSE = 'rate limit exceeded, possible abuse';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
}

/** A random address that no other test uses (counters in Redis outlive a test), in the spelling of the log. */
const newAddress = () => `2001:db8:${randomInt(0x1000, 0xffff).toString(16)}:${randomInt(0x1000, 0xffff).toString(16)}::1`;

/** Sends a request over the agent's connections and forgets the body of its response. */
function send(url: string, options: { agent?: Agent; headers?: Record<string, string>; json?: unknown } = {}): Promise<Answer> {
  const { agent, headers = {}, json } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: json === undefined ? 'GET' : 'POST',
      ...(agent ? { agent } : {}),
      headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    outgoing.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

const create = (base: string, options: { agent?: Agent; headers?: Record<string, string> } = {}) =>
  send(`${base}/api/v1/pastes`, { json: { content: 'x' }, ...options });

const count = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

interface LogLine {
  msg: string;
  requestId?: string;
  clientAddress?: string;
  userId?: number;
}

function abuseLines(...processes: readonly WebProcess[]): LogLine[] {
  const lines = processes.flatMap((process) => process.output().split('\n'));
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ msg }) => msg === ABUSE);
}

const stores: { store: string; engine: Engine; environment: Environment; skip: boolean }[] = [
  { store: 'PostgreSQL', engine: 'postgresql', environment: {}, skip: !engines.includes('postgresql') },
  { store: 'Redis, beside SQLite', engine: 'sqlite', environment: { REDIS_URL: redisUrl ?? '' }, skip: redisUrl === null },
  {
    store: 'Redis, beside PostgreSQL',
    engine: 'postgresql',
    environment: { REDIS_URL: redisUrl ?? '' },
    skip: redisUrl === null || !engines.includes('postgresql'),
  },
];

for (const { store, engine, environment, skip } of stores) {
  describe.skipIf(skip)(`two processes that count in ${store}`, () => {
    const userName = `user-${randomBytes(6).toString('hex')}`;
    let database: TestDatabase;
    let webs: WebProcess[] = [];
    let apiKey: string;

    beforeAll(async () => {
      database = await createTestDatabase(engine);
      const shared = testEnvironment(database, { ...LIMITS, ...environment, TRUST_PROXY: '1' });
      // No other test has this user id, which is all that the names of the counters in Redis contain.
      const db = await database.open();
      const userId = randomInt(1_000_000, 2_000_000_000);
      await db.write([{ sql: 'INSERT INTO users (id, name, created_at) VALUES (?, ?, 0)', params: [userId, userName] }]);
      await db.close();
      apiKey = (await createKeys(database, userName))[userName] as string;
      webs = await Promise.all([startWeb(shared), startWeb(shared)]);
      await vi.waitFor(countsTogether, SOON);
    });
    afterAll(async () => {
      await Promise.all(webs.map((web) => web.kill()));
      await database?.drop();
    });

    /** Waits until both processes count in Redis: a process starts without that connection and counts by itself first. */
    async function countsTogether(): Promise<void> {
      const headers = { 'X-Forwarded-For': newAddress() };
      const answers = [];
      for (const { url } of webs) answers.push(await create(url, { headers }));
      expect(answers.map((answer) => answer.headers.ratelimit)).toEqual([4, 3].map((left) => expect.stringContaining(`r=${left}`)));
    }

    const parallel = (requests: number, headers: Record<string, string>) =>
      Promise.all(Array.from({ length: requests }, (_, index) => create((webs[index % 2] as WebProcess).url, { headers })));

    it('let exactly 5 of 100 simultaneous requests without a key pass', async () => {
      const answers = await parallel(100, { 'X-Forwarded-For': newAddress() });
      expect([count(answers, 201), count(answers, 429)]).toEqual([5, 95]);
    });

    it('two processes let exactly 60 of 100 simultaneous requests with one key pass', async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          create((webs[index % 2] as WebProcess).url, { headers: { 'X-Api-Key': apiKey, 'X-Forwarded-For': newAddress() } }),
        ),
      );
      expect([count(answers, 201), count(answers, 429)]).toEqual([60, 40]);
    });

    it('each refusal says how long to wait and is logged with the same request id', async () => {
      const address = newAddress();
      const answers = await parallel(20, { 'X-Forwarded-For': address });
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(15);
      for (const { headers } of refused) {
        expect(headers['ratelimit-policy']).toBe('"api";q=5;w=60');
        const [, remaining, resetSeconds] = /^"api";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? [];
        expect(remaining).toBe('0');
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(Number(resetSeconds));
        expect(Number(resetSeconds)).toBeGreaterThan(50);
        expect(Number(resetSeconds)).toBeLessThanOrEqual(60);
      }
      await vi.waitFor(() => {
        const logged = abuseLines(...webs).filter(({ clientAddress }) => clientAddress === address);
        expect(logged.map(({ requestId }) => requestId).sort()).toEqual(refused.map(({ headers }) => headers['x-request-id']).sort());
      }, SOON);
    });
  });
}

describe('whom a process counts', () => {
  let database: TestDatabase;
  const running: WebProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((web) => web.kill()));
  });
  afterAll(() => database?.drop());

  const masterKey = randomBytes(32).toString('base64');
  const environmentWith = (overrides: Environment) => testEnvironment(database, { ...LIMITS, MASTER_KEY: masterKey, ...overrides });
  async function start(overrides: Environment = {}): Promise<WebProcess> {
    const web = await startWeb(environmentWith(overrides));
    running.push(web);
    return web;
  }

  const randomAddress = (index: number) => (index % 3 === 0 ? newAddress() : [...randomBytes(4)].join('.'));

  it('a client counts by its socket: 5 of 50 creates pass, whatever it claims to be', async () => {
    const { url } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    for (let index = 0; index < 50; index++) {
      const claim = () => randomAddress(index);
      answers.push(
        await create(url, {
          agent,
          headers: {
            'X-Forwarded-For': `${claim()}, ${claim()}`,
            'X-Real-IP': claim(),
            Forwarded: `for=${claim()};proto=https`,
            'X-Client-IP': claim(),
            'CF-Connecting-IP': claim(),
            'True-Client-IP': claim(),
            'X-Cluster-Client-IP': claim(),
            'X-Forwarded-Host': `${index}.example`,
          },
        }),
      );
    }
    agent.destroy();
    expect([count(answers, 201), count(answers, 429)]).toEqual([5, 45]);
  });

  it('no other spelling of a path is counted less', async () => {
    const { url } = await start();
    const statuses = [];
    for (let index = 0; index < 12; index++) {
      for (const path of ['/api/v1/pastes', '/%61pi/v1/pastes', '/x/../api/v1/pastes', '/x/%2e%2e/api/v1/pastes', '//api/v1/pastes']) {
        const { hostname, port } = new URL(url);
        const answer = await new Promise<number>((resolve, reject) => {
          // The path is sent as written, while a URL object would resolve its dots.
          const outgoing = request(
            { hostname, port, path, method: 'POST', headers: { 'Content-Type': 'application/json' } },
            (incoming) => {
              incoming.resume();
              resolve(incoming.statusCode ?? 0);
            },
          );
          outgoing.on('error', reject).end('{"content":"x"}');
        });
        statuses.push(answer);
      }
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
  });

  it('behind one proxy the rightmost entry, and nothing left of it', async () => {
    const { url } = await start({ TRUST_PROXY: '1' });
    const client = newAddress();
    const forged = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(url, { headers: { 'X-Forwarded-For': `${randomAddress(index)}, ${client}` } })),
    );
    expect([count(forged, 201), count(forged, 429)]).toEqual([5, 45]);
    const others = await Promise.all(Array.from({ length: 20 }, () => create(url, { headers: { 'X-Forwarded-For': newAddress() } })));
    expect(count(others, 201)).toBe(20);
  });

  it('an IPv6 household as one, by its /64', async () => {
    const { url } = await start({ TRUST_PROXY: '1' });
    const network = newAddress().replace(/::1$/, '');
    const addressWithin = () =>
      `${network}:${randomBytes(8)
        .toString('hex')
        .replace(/(.{4})(?=.)/g, '$1:')}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(url, { headers: { 'X-Forwarded-For': addressWithin() } })));
    expect([count(answers, 201), count(answers, 429)]).toEqual([5, 15]);
  });

  it('whoever shows a wrong key, by address; who shows a right one, by user', async () => {
    const apiKey = (await createKeys(database, 'anna')).anna;
    const { url } = await start();
    const statuses = [];
    for (const key of ['', 'nonsense', `${apiKey.slice(0, -1)}_`, `sp_${'a'.repeat(8)}_${'b'.repeat(38)}`, 'x', 'y', 'z'])
      statuses.push((await create(url, { headers: { 'X-Api-Key': key } })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await create(url)).status).toBe(429);
    expect((await create(url, { headers: { 'X-Api-Key': apiKey } })).status).toBe(201);
  });

  it('pages, raw text and health don’t count; API requests do, even failed ones', async () => {
    const { url, output } = await start({ RATE_LIMIT_ANONYMOUS: '4' });
    const { publicId } = await createPaste(url, { content: 'x' });
    for (let index = 0; index < 5; index++) {
      for (const path of ['/healthz', '/readyz', `/raw/${publicId}`, '/', `/view/${publicId}`]) {
        const { status, headers } = await call(`${url}${path}`);
        expect(status).not.toBe(429);
        expect(headers.has('ratelimit')).toBe(false);
      }
    }
    const remaining = async (path: string, method = 'GET') => {
      const answer = await fetch(`${url}${path}`, { method });
      await answer.arrayBuffer();
      return [answer.status, /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]];
    };
    // A preflight doesn't count as a request.
    expect(await remaining('/api/v1/pastes', 'OPTIONS')).toEqual([204, undefined]);
    expect(await remaining(`/api/v1/pastes/${publicId}`)).toEqual([200, '2']);
    expect(await remaining('/api/v1/pastes/unknown')).toEqual([404, '1']);
    expect(await remaining('/api/v1/pastes', 'PUT')).toEqual([405, '0']);
    expect(await remaining(`/api/v1/pastes/${publicId}`)).toEqual([429, '0']);
    expect(output()).not.toContain(publicId);
  });

  it('each for itself when Redis cannot be reached, and says so once', async () => {
    const { url, output } = await start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(url)));
    expect([count(answers, 201), count(answers, 429)]).toEqual([5, 25]);
    await vi.waitFor(() => expect(output().split('Redis is not reachable')).toHaveLength(2), SOON);
  });

  it.skipIf(redisUrl === null)('each process counts by itself while Redis is silent, until it is found again', async () => {
    const proxy = await startTcpProxy(redisUrl as string);
    const redis = await connectTestRedis(redisUrl as string);
    try {
      const { url, output, environment } = await start({ REDIS_URL: proxy.url, TRUST_PROXY: '1' });
      await vi.waitFor(() => expect(proxy.connections()).toBe(1));
      proxy.setSilent(true);
      for (let client = 0; client < 3; client++) {
        const headers = { 'X-Forwarded-For': newAddress() };
        const answers = await Promise.all(Array.from({ length: 10 }, () => create(url, { headers })));
        expect([count(answers, 201), count(answers, 429)]).toEqual([5, 5]);
      }
      await vi.waitFor(() => expect(proxy.connections()).toBeGreaterThan(1));
      await vi.waitFor(() => expect(output()).toContain('Redis is not reachable'), SOON);

      proxy.setSilent(false);
      const address = newAddress();
      const counter = counterName(keyringOf(environment), 'anonymous', limitIdentity(address));
      await vi.waitFor(
        async () => {
          await create(url, { headers: { 'X-Forwarded-For': address } });
          expect(await redis.exists(`sealpaste:anonymous:${counter}`)).toBe(1);
        },
        { timeout: 30_000, interval: 200 },
      );
    } finally {
      redis.destroy();
      await proxy.stop();
    }
  });
});
