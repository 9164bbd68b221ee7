/** Collecting pages, behind a real HTTP server. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CollectedPage, createPageCollector, MAX_AT_ONCE, MAX_WAITING } from './collect-page';

let server: Server;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

interface Collected {
  url: string;
  /** The collected pages; an error where one failed. */
  results: (CollectedPage | Error | null)[];
}

/** @param render renders each page; a page that can't wait gets 503, one that fails 500 */
async function start(render: (page: ServerResponse, path: string) => Promise<void>): Promise<Collected> {
  const collector = createPageCollector();
  const results: Collected['results'] = [];
  server = createServer((incoming, outgoing) => {
    outgoing.setHeader('X-Request-Id', 'request-1');
    if (collector.isFull()) return void outgoing.writeHead(503).end();
    void collector
      .collect(outgoing, (page) => render(page, incoming.url ?? ''))
      .catch((error: Error) => error)
      .then((result) => {
        results.push(result);
        if (result instanceof Error) outgoing.writeHead(500);
        outgoing.end(result && 'body' in result ? result.body : '');
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, results };
}

/** A lock that many wait for. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a page is collected with its status, its headers and its bytes', () => {
  it.each([
    [
      'in one piece',
      async (page: ServerResponse) =>
        void page.setHeader('X-Part', ['a', 'b']).writeHead(404, 'Not There', { ETag: '"x"' }).end('é\u{1f600}'),
    ],
    [
      'in pieces',
      async (page: ServerResponse) => {
        page.setHeader('X-Part', ['a', 'b']).setHeader('ETag', '"x"').statusCode = 404;
        page.flushHeaders();
        for (const byte of Buffer.from('é\u{1f600}')) page.write(Uint8Array.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
        page.end();
      },
    ],
  ])('written %s', async (_, render) => {
    const { url, results } = await start(render);
    expect(await (await fetch(url)).text()).toBe('é\u{1f600}');
    expect(results).toMatchObject([{ status: 404, headers: { 'x-request-id': 'request-1', 'x-part': 'a,b', etag: '"x"' } }]);
  });

  it('also where it has more than a socket takes, and cookies', async () => {
    const line = 'x'.repeat(64 * 1024);
    const { url, results } = await start(async (page) => {
      page.setHeader('Set-Cookie', ['a=1', 'b=2']).setHeader('Content-Length', 200 * line.length);
      await pipeline(Readable.from(Array(200).fill(line)), page);
    });
    expect((await (await fetch(url)).text()).length).toBe(200 * line.length);
    expect(results).toMatchObject([{ status: 200, setCookies: ['a=1', 'b=2'] }]);
  });

  it('for HEAD and for 304 without bytes', async () => {
    const { url, results } = await start(
      async (page, path) => void page.writeHead(path === '/304' ? 304 : 200, { ETag: '"x"' }).end('page'),
    );
    await fetch(url, { method: 'HEAD' });
    await fetch(`${url}/304`);
    expect(results).toMatchObject([200, 304].map((status) => ({ status, headers: { etag: '"x"' }, body: Buffer.alloc(0) })));
  });
});

describe('a page that fails', () => {
  it.each([
    ['before it has written', () => Promise.reject(new Error('failed'))],
    ['after it has written', async (page: ServerResponse) => Promise.reject(new Error(String(page.write('half') && 'failed')))],
    ['by ending its connection', async (page: ServerResponse) => void page.destroy(new Error('failed'))],
  ])('%s is no page', async (_, render) => {
    const { url, results } = await start(render);
    expect((await fetch(url)).status).toBe(500);
    expect(results).toEqual([expect.any(Error)]);
  });

  it('makes room for the next', async () => {
    const { url } = await start(async (page, path) => void (path === '/' ? page.end('page') : page.destroy()));
    await Promise.all(Array.from({ length: 3 * MAX_AT_ONCE }, () => fetch(`${url}/broken`)));
    expect((await fetch(url)).status).toBe(200);
  });
});

it('eight pages render at a time, 400 wait, and the others are refused at once', async () => {
  const gate = createGate();
  let rendering = 0;
  let most = 0;
  const { url } = await start(async (page) => {
    rendering += 1;
    most = Math.max(most, rendering);
    await gate.opened;
    rendering -= 1;
    page.end('page');
  });
  const statuses: number[] = [];
  const all = Array.from({ length: 500 }, async () => {
    const { status } = await fetch(url);
    statuses.push(status);
  });
  await vi.waitFor(() => expect(statuses).toHaveLength(500 - MAX_AT_ONCE - MAX_WAITING));
  expect([rendering, new Set(statuses)]).toEqual([MAX_AT_ONCE, new Set([503])]);
  gate.open();
  await Promise.all(all);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_AT_ONCE + MAX_WAITING);
  expect(most).toBe(MAX_AT_ONCE);
});

it('a page whose reader has left is not rendered, and one under way learns of it', async () => {
  const gate = createGate();
  const rendered: string[] = [];
  const closed: string[] = [];
  const { url, results } = await start(async (page, path) => {
    rendered.push(path);
    page.once('close', () => closed.push(path));
    if (path === '/endless') return void page.write('half');
    await gate.opened;
    page.end('page');
  });
  function open(path: string): { leave(): Promise<unknown> } {
    const leaving = new AbortController();
    const left = fetch(`${url}${path}`, { signal: leaving.signal }).catch(() => undefined);
    return {
      leave() {
        leaving.abort();
        return left;
      },
    };
  }
  const endless = open('/endless');
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  const first = Array.from({ length: MAX_AT_ONCE - 1 }, () => fetch(`${url}/first`));
  await vi.waitFor(() => expect(rendered).toHaveLength(MAX_AT_ONCE));
  const arrived = once(server, 'request');
  const waiting = open('/left');
  const [, outgoing] = (await arrived) as [unknown, ServerResponse];
  const isClosed = once(outgoing, 'close');
  await Promise.all([waiting.leave(), isClosed]);
  await endless.leave();
  await vi.waitFor(() => expect(closed).toEqual(['/endless']));
  gate.open();
  await Promise.all(first);
  await (await fetch(`${url}/last`)).text();
  expect(rendered.slice(MAX_AT_ONCE)).toEqual(['/last']);
  expect(results.filter((result) => result === null)).toHaveLength(2);
});
