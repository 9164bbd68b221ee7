/** The queue of pages, behind a real HTTP server. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createPageQueue, MAX_AT_ONCE, MAX_WAITING } from './page-queue';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** @param render renders each page; refused ones get 503 */
async function start(render: (outgoing: ServerResponse, path: string) => Promise<void>): Promise<string> {
  const queue = createPageQueue();
  server = createServer((incoming, outgoing) => {
    if (queue.enter(outgoing, () => render(outgoing, incoming.url ?? '')) === null) outgoing.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A lock that many wait for. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it('eight pages render at a time, 400 wait, and the others are refused at once', async () => {
  const gate = createGate();
  let rendering = 0;
  let most = 0;
  const url = await start(async (outgoing) => {
    rendering += 1;
    most = Math.max(most, rendering);
    await gate.opened;
    rendering -= 1;
    outgoing.end('page');
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

it('pages that are still being sent keep nobody waiting', async () => {
  const url = await start(async (outgoing, path) => {
    if (path !== '/slow') return void outgoing.end('page');
    outgoing.write('half');
    await once(outgoing, 'close');
  });
  const slow = await Promise.all(Array.from({ length: MAX_AT_ONCE }, () => fetch(`${url}/slow`)));
  expect(await (await fetch(url)).text()).toBe('page');
  await Promise.all(slow.map(({ body }) => body?.cancel()));
});

it('a page whose reader has left is not rendered', async () => {
  const gate = createGate();
  const rendered: string[] = [];
  const url = await start(async (outgoing, path) => {
    rendered.push(path);
    await gate.opened;
    outgoing.end('page');
  });
  const first = Array.from({ length: MAX_AT_ONCE }, () => fetch(`${url}/first`));
  await vi.waitFor(() => expect(rendered).toHaveLength(MAX_AT_ONCE));
  const leaving = new AbortController();
  const arrived = once(server, 'request');
  const left = fetch(`${url}/left`, { signal: leaving.signal }).catch(() => undefined);
  const [, outgoing] = (await arrived) as [unknown, ServerResponse];
  const isClosed = once(outgoing, 'close');
  leaving.abort();
  await Promise.all([left, isClosed]);
  gate.open();
  await Promise.all(first);
  await (await fetch(`${url}/last`)).text();
  expect(rendered.slice(MAX_AT_ONCE)).toEqual(['/last']);
});

it('a page that fails makes room for the next', async () => {
  const url = await start(async (outgoing, path) => {
    outgoing.statusCode = path === '/' ? 200 : 500;
    if (path !== '/') outgoing.destroy();
    else outgoing.end('page');
  });
  await Promise.allSettled(Array.from({ length: 3 * MAX_AT_ONCE }, () => fetch(`${url}/broken`)));
  expect((await fetch(url)).status).toBe(200);
});
