/** Tests the rate limits of real processes: what is counted, where, and what the responses and the log say. */
import { randomBytes, randomInt } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { redisUrl } from '#lib/testing/test-redis';
import { call, createPaste } from '../support/api';
import { type Environment, startWeb, type WebProcess } from '../support/processes';
import { withService } from '../support/service';

const LIMITS: Environment = { RATE_LIMIT_ANONYMOUS: '5', RATE_LIMIT_AUTHENTICATED: '60' };
/** The time that a process may need to connect or to write its log on a busy machine. */
const SOON = { timeout: 60_000 };
const ABUSE = 'rate limit exceeded, possible abuse';

type Answer = Pick<Awaited<ReturnType<typeof call>>, 'status' | 'headers'>;

/** A random address that no other test uses (counters in Redis outlive a test), in the spelling of the log. */
const newAddress = () => `2001:db8:${randomInt(0x1000, 0xffff).toString(16)}:${randomInt(0x1000, 0xffff).toString(16)}::1`;

const create = async (base: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const { status, headers: received } = await call(`${base}/api/v1/pastes`, { json: { content: 'x' }, headers });
  return { status, headers: received };
};

const count = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

interface LogLine {
  msg: string;
  requestId?: string;
  clientAddress?: string;
}

function abuseLines(...processes: readonly WebProcess[]): LogLine[] {
  const lines = processes.flatMap((process) => process.output().split('\n'));
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ msg }) => msg === ABUSE);
}

describe.skipIf(redisUrl === null)('two processes that count in Redis', () => {
  const service = withService({ webs: 2, variables: { ...LIMITS, REDIS_URL: redisUrl ?? '', TRUST_PROXY: '1' } });
  beforeAll(() => vi.waitFor(countsTogether, SOON));

  /** Waits until both processes count in Redis: a process starts without that connection and counts by itself first. */
  async function countsTogether(): Promise<void> {
    const headers = { 'X-Forwarded-For': newAddress() };
    const answers = [];
    for (const { url } of service.webs) answers.push(await create(url, headers));
    expect(answers.map((answer) => answer.headers.get('ratelimit'))).toEqual([4, 3].map((left) => expect.stringContaining(`r=${left}`)));
  }

  const parallel = (requests: number, headers: Record<string, string>) =>
    Promise.all(Array.from({ length: requests }, (_, index) => create(service.urlOf(index), headers)));

  it('let exactly 5 of 100 simultaneous requests without a key pass', async () => {
    const answers = await parallel(100, { 'X-Forwarded-For': newAddress() });
    expect([count(answers, 201), count(answers, 429)]).toEqual([5, 95]);
  });

  it('each refusal says how long to wait and is logged with the same request id', async () => {
    const address = newAddress();
    const answers = await parallel(20, { 'X-Forwarded-For': address });
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const { headers } of refused) {
      expect(headers.get('ratelimit-policy')).toBe('"api";q=5;w=60');
      const [, remaining, resetSeconds] = /^"api";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      expect(remaining).toBe('0');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(Number(resetSeconds));
      expect(Number(resetSeconds)).toBeGreaterThan(50);
      expect(Number(resetSeconds)).toBeLessThanOrEqual(60);
    }
    await vi.waitFor(() => {
      const logged = abuseLines(...service.webs).filter(({ clientAddress }) => clientAddress === address);
      expect(logged.map(({ requestId }) => requestId).sort()).toEqual(refused.map(({ headers }) => headers.get('x-request-id')).sort());
    }, SOON);
  });
});

describe('whom a process counts', () => {
  const service = withService({ webs: 0, variables: LIMITS });
  const running: WebProcess[] = [];

  afterEach(async () => {
    await Promise.all(running.splice(0).map((web) => web.kill()));
  });

  async function start(overrides: Environment = {}): Promise<WebProcess> {
    const web = await startWeb({ ...service.environment, ...overrides });
    running.push(web);
    return web;
  }

  const randomAddress = (index: number) => (index % 3 === 0 ? newAddress() : [...randomBytes(4)].join('.'));

  it('a client counts by its socket: 5 of 50 creates pass, whatever it claims to be', async () => {
    const { url } = await start();
    const answers = [];
    for (let index = 0; index < 50; index++) {
      const claim = () => randomAddress(index);
      answers.push(
        await create(url, {
          'X-Forwarded-For': `${claim()}, ${claim()}`,
          'X-Real-IP': claim(),
          Forwarded: `for=${claim()};proto=https`,
          'X-Client-IP': claim(),
          'CF-Connecting-IP': claim(),
          'True-Client-IP': claim(),
          'X-Cluster-Client-IP': claim(),
          'X-Forwarded-Host': `${index}.example`,
        }),
      );
    }
    expect([count(answers, 201), count(answers, 429)]).toEqual([5, 45]);
  });

  it('pages, raw text and health don’t count; API requests do, even failed ones', async () => {
    const { url, log } = await start({ RATE_LIMIT_ANONYMOUS: '4' });
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
    expect(await log()).not.toContain(publicId);
  });
});
