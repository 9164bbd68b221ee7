/** Tests pages that the server renders once and sends copies of, against a real process. */
import { platform } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { createPaste } from '../support/api';
import { memoryOf } from '../support/memory';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { connectRaw, type RawConnection } from '../support/sockets';

const nonceOf = ({ headers }: Response): string => /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';

describe.runIf(platform() === 'linux')('800 requests at once', () => {
  const COUNT = 800;
  /** Limit for a process that has just started, and that starts Next for the first page. */
  const MAX_PAGES_MEMORY_BYTES = 350 * 2 ** 20;
  let database: TestDatabase;
  let web: WebProcess;

  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    const room = { HTTP_MAX_CONNECTIONS_PER_ADDRESS: '1000', HTTP_MAX_REQUESTS: '2000' };
    web = await startWeb(testEnvironment(database, { ...room, RATE_LIMIT_PAGES: '0' }));
  });
  afterEach(async () => {
    await web?.kill();
    await database?.drop();
  });

  /** Requests all paths at once, and readiness meanwhile. @returns the number of responses by status */
  async function statusesOf(pathOf: (index: number) => string): Promise<Record<string, number>> {
    const connections: RawConnection[] = [];
    for (let batch = 0; batch < COUNT / 100; batch++)
      connections.push(...(await Promise.all(Array.from({ length: 100 }, () => connectRaw(web.url)))));
    let waiting = connections.length;
    for (const [index, { socket, closed }] of connections.entries()) {
      socket.write(`GET ${pathOf(index)} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`);
      void closed.then(() => {
        waiting -= 1;
      });
    }
    do expect((await fetch(`${web.url}/readyz`)).status).toBe(200);
    while (waiting > 0);
    return Object.fromEntries(
      [404, 503].map((status) => [status, connections.filter(({ received }) => received().startsWith(`HTTP/1.1 ${status} `)).length]),
    );
  }

  it('a flood for missing pages takes bounded memory while others are served', async () => {
    expect(await statusesOf((index) => `/nothing/${index}`)).toEqual({ 404: COUNT, 503: 0 });
    expect(memoryOf(web, 'VmHWM')).toBeLessThan(MAX_PAGES_MEMORY_BYTES);
  });
});

describe('a page that everybody sees alike', () => {
  let database: TestDatabase;
  let web: WebProcess;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    web = await startWeb(testEnvironment(database, { SITE_NOTICE: 'Closed on Sunday' }));
  });
  afterAll(async () => {
    await web?.kill();
    await database?.drop();
  });

  /** Fetches a page and leaves out what differs in each response. */
  async function look(path: string, cookie: string): Promise<{ status: number; headers: object; body: string }> {
    const response = await fetch(`${web.url}${path}`, { headers: { Cookie: cookie } });
    const nonce = nonceOf(response);
    const {
      date,
      'x-request-id': id,
      'content-length': length,
      'transfer-encoding': encoding,
      ...headers
    } = Object.fromEntries(response.headers);
    return {
      status: response.status,
      headers: { ...headers, 'content-security-policy': headers['content-security-policy']?.replaceAll(nonce, 'NONCE') },
      body: (await response.text()).replaceAll(nonce, 'NONCE'),
    };
  }

  it.each(['/', '/requests', '/docs/how', '/docs/cli'])('%s is a copy of what Next draws, in each look', async (path) => {
    for (const cookie of ['', 'theme=dark', 'theme=light']) {
      const [copy, again] = [await look(path, cookie), await look(path, cookie)];
      expect(again).toEqual(copy);
      expect(copy.status).toBe(200);
      expect(copy.body).toContain('nonce="NONCE"');
      // Next renders an address with a query.
      expect(copy).toEqual(await look(`${path}?`, cookie));
    }
  });
});

describe('the page of a paste that many ask for at once', () => {
  const READERS = 40;
  let database: TestDatabase;
  let web: WebProcess;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    web = await startWeb(testEnvironment(database));
  });
  afterAll(async () => {
    await web?.kill();
    await database?.drop();
  });

  it('is the same for all but for the nonce, and each is a view', async () => {
    const { publicId } = await createPaste(web.url, { content: 'const one = 1;', syntax: 'javascript' });
    const read = async () => {
      const response = await fetch(`${web.url}/view/${publicId}`);
      const nonce = nonceOf(response);
      const html = (await response.text()).replaceAll(nonce, 'NONCE');
      const views = Number(/viewCount\\":(\d+)/.exec(html)?.[1]);
      const look = html.replace(/<li>\d+ views?<\/li>/, '').replace(/(viewCount|renderedAt)\\":\d+/g, '');
      return { status: response.status, nonce, views, look };
    };
    const pages = await Promise.all(Array.from({ length: READERS }, read));
    expect(new Set(pages.map(({ status, look }) => `${status} ${look}`)).size).toBe(1);
    expect(pages[0]).toMatchObject({ status: 200, look: expect.stringContaining('const one = 1;') });
    expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(READERS);
    // The first request starts Next, so others arrive meanwhile.
    const numbers = new Set(pages.map(({ views }) => views));
    expect(numbers.size).toBeLessThan(READERS);
    expect(Math.max(...numbers)).toBe(READERS);
    expect((await read()).views).toBe(READERS + 1);
  });
});
