/** Connections that send nothing don't keep others out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { parseTrustedProxies, type TrustedProxies } from '#lib/http/trusted-proxies';
import type { RawConnection } from '../e2e/support/sockets';
import { get, openConnection, responseTo, startWebServer, stopWebServers } from './testing/test-web-server';

const others: Socket[] = [];
afterEach(async () => {
  for (const socket of others.splice(0)) socket.destroy();
  await stopWebServers();
});

const kept = (target: string) => `GET ${target} HTTP/1.1\r\nHost: paste.example\r\n\r\n`;
/** A page that never ends. */
/** In development pages are sent as they are rendered. */
const pages = {
  isDevelopment: true,
  handle: async (_: unknown, outgoing: { write(text: string): unknown }) => void outgoing.write('half'),
};

async function ask({ socket, received }: RawConnection, target: string, expected: string): Promise<void> {
  socket.write(kept(target));
  await vi.waitFor(() => expect(received()).toContain(expected));
}

/** Resolves when the server has closed exactly this one of the connections. */
async function onlyClosed(closed: RawConnection, all: readonly RawConnection[]): Promise<void> {
  await vi.waitFor(() => expect(closed.socket.destroyed).toBe(true));
  expect(all.filter(({ socket }) => socket.destroyed)).toEqual([closed]);
}

it('silent connections keep neither health checks nor requests out', async () => {
  const { url } = await startWebServer({ config: { HTTP_MAX_CONNECTIONS: 10 } });
  const silent: RawConnection[] = [];
  for (let index = 0; index < 100; index++) silent.push(await openConnection(url));
  for (let round = 0; round < 20; round++)
    for (const target of ['/healthz', '/api/v1/pastes']) expect((await responseTo(url, get(target))).status).toBe(200);
  await vi.waitFor(() => expect(silent.filter(({ socket }) => !socket.destroyed).length).toBeLessThan(10));
});

it('the longest silent connection makes place, never one with a request under way', async () => {
  const { url } = await startWebServer({ config: { HTTP_MAX_CONNECTIONS: 3 }, pages });
  const busy = await openConnection(url);
  await ask(busy, '/', 'half');
  const first = await openConnection(url);
  const all = [busy, first, await openConnection(url)];
  all.push(await openConnection(url));
  await onlyClosed(first, all);
});

it('a connection is silent from the end of its last response', async () => {
  const { url } = await startWebServer({ config: { HTTP_MAX_CONNECTIONS: 2 } });
  const asked = await openConnection(url);
  const silent = await openConnection(url);
  await ask(asked, '/api/v1/pastes', '"ok"');
  const all = [asked, silent, await openConnection(url)];
  await onlyClosed(silent, all);
});

it('an address at its limit takes no place of another one', async () => {
  const { url } = await startWebServer({ config: { HTTP_MAX_CONNECTIONS: 3, HTTP_MAX_CONNECTIONS_PER_ADDRESS: 2 } });
  const other = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: '127.0.0.2' });
  others.push(other);
  await new Promise((resolve) => other.once('connect', resolve));
  const all = [await openConnection(url), await openConnection(url)];
  for (let index = 0; index < 5; index++) {
    const refused = await openConnection(url);
    await refused.closed;
  }
  expect([other, ...all.map(({ socket }) => socket)].filter(({ destroyed }) => destroyed)).toEqual([]);
});

it('the other end of a unix socket is this machine, trusted as loopback is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-unix-'));
  try {
    for (const [trusted, status] of [
      ['0', 200],
      ['loopback', 403],
      ['10.0.0.5', 200],
    ] as const) {
      const path = join(folder, `${trusted}.sock`);
      await startWebServer({ config: { TRUST_PROXY: parseTrustedProxies(trusted) as TrustedProxies }, banned: '203.0.113.7', path });
      const headers = { Host: 'paste.example', 'X-Forwarded-For': '203.0.113.7' };
      const statusCode = await new Promise((resolve, reject) =>
        request({ socketPath: path, path: '/api/v1/pastes', headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .once('error', reject)
          .end(),
      );
      expect(statusCode, trusted).toBe(status);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
