/** Tests several web processes behind one port: their common limits, the tasks of only one, and the end of one of them. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { call, createPaste } from '../support/api';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { rounds } from '../support/rounds';
import { processEngines } from '../support/settings';

const TOKEN = 'metrics-token-of-this-test';
const LIMIT = 20;
const READERS = 100;

describe.each(processEngines)('two web processes on %s', (engine) => {
  let database: TestDatabase;
  let web: WebProcess;
  let addresses = 0;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const limits = { RATE_LIMIT_ANONYMOUS: String(LIMIT), TRUST_PROXY: '1', METRICS_TOKEN: TOKEN };
    web = await startWeb(testEnvironment(database, { WEB_PROCESSES: '2', ...limits }));
  });
  afterAll(async () => {
    await web?.kill();
    await database?.drop();
  });

  /** Headers of a client with a new address, on a connection of its own, which any process may accept. */
  const asNew = (address = `10.255.${(addresses += 1) >> 8}.${addresses & 255}`) => ({ 'X-Forwarded-For': address, Connection: 'close' });
  const read = (publicId: string, address?: string) => call(`${web.url}/api/v1/pastes/${publicId}`, { headers: asNew(address) });

  interface Line {
    pid: number;
    msg: string;
    route?: string;
    status?: number;
    endedPid?: number;
  }
  const lines = (): Line[] =>
    web
      .output()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  /** The log lines of requests. */
  const requests = () => lines().filter(({ msg }) => msg === 'request');
  const serving = (from = 0) =>
    new Set(
      requests()
        .slice(from)
        .map(({ pid }) => pid),
    );

  it('give a burn paste to one of a hundred readers', async () => {
    for (let round = 0; round < rounds(3); round++) {
      const { publicId } = await createPaste(web.url, { content: 'once', burnAfterRead: true }, asNew());
      const answers = await Promise.all(Array.from({ length: READERS }, (_, index) => read(publicId, `10.${round}.0.${index}`)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(READERS - 1);
    }
    await vi.waitUntil(() => serving().size === 2);
  });

  it('let exactly as many requests of an address pass as one would', async () => {
    const { publicId } = await createPaste(web.url, { content: 'x' }, asNew());
    const answers = await Promise.all(Array.from({ length: 3 * LIMIT }, () => read(publicId, '192.0.2.1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * LIMIT);
  });

  it('tell the metrics of both, whichever is asked', async () => {
    const readers = () => requests().filter(({ route, status }) => route === '/api/v1/pastes/:publicId' && status === 200).length;
    const scrape = async () => {
      const { body } = await call<string>(`${web.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}`, Connection: 'close' } });
      return Number(
        /^sealpaste_http_requests_total\{method="GET",route="\/api\/v1\/pastes\/:publicId",status="200"\} (\d+)$/m.exec(body)?.[1],
      );
    };
    for (let time = 0; time < 4; time++) await vi.waitUntil(async () => (await scrape()) === readers());
    expect(readers()).toBeGreaterThan(LIMIT);
  });

  it('are two again when one is killed, and nobody else is refused meanwhile', async () => {
    const { publicId } = await createPaste(web.url, { content: 'stays' }, asNew());
    const [victim = 0] = serving();
    // Requests to the killed process may fail; its own calls to the others must harm nobody.
    const underWay = Promise.allSettled(Array.from({ length: READERS }, () => read(publicId)));
    process.kill(victim, 'SIGKILL');
    await underWay;
    await vi.waitUntil(() => lines().some(({ endedPid }) => endedPid === victim));
    const before = requests().length;
    await vi.waitUntil(
      async () => {
        const answers = await Promise.all(Array.from({ length: READERS / 4 }, () => read(publicId)));
        expect(answers.every(({ status }) => status === 200)).toBe(true);
        const now = serving(before);
        return now.size === 2 && !now.has(victim);
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  it('end together, as one would', async () => {
    const { publicId } = await createPaste(web.url, { content: 'kept' }, asNew());
    const pids = [...serving()].filter((pid) => !lines().some(({ endedPid }) => endedPid === pid));
    expect(await web.stop()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    web = await startWeb({ ...web.environment, WEB_PROCESSES: '1' });
    expect((await read(publicId)).status).toBe(200);
  });
});

it('one that cannot start says why once, and none is left', async () => {
  const database = await createTestDatabase('sqlite');
  try {
    const environment = testEnvironment(database, { WEB_PROCESSES: '2' });
    await (await startWeb({ ...environment, WEB_PROCESSES: '1' })).stop();
    const other = testEnvironment(database, { WEB_PROCESSES: '2' });
    const failure = await startWeb(other).catch((error: Error) => error.message);
    expect(failure).toContain('ended before');
    expect(
      String(failure)
        .split('\n')
        .filter((line) => line.includes('MASTER_KEY')),
    ).toHaveLength(1);
  } finally {
    await database.drop();
  }
});
