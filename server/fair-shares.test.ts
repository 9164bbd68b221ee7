/** A client that takes many places doesn't keep others from being served. */
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { parseTrustedProxies, type TrustedProxies } from '#lib/http/trusted-proxies';
import { chunk, chunkedHead } from '../e2e/support/sockets';
import { get, openConnection, responseTo, startWebServer, stopWebServers } from './testing/test-web-server';

afterEach(stopWebServers);

const config = { TRUST_PROXY: parseTrustedProxies('loopback') as TrustedProxies, HTTP_MAX_CONNECTIONS_PER_ADDRESS: 1_000 };
/** More than the buffers of a connection hold. */
const content = randomBytes(10 * 2 ** 20);
const from = (address: string) => `X-Forwarded-For: ${address}\r\n`;

/** Addresses of two households: the limits count one IPv6 network as one. */
const SLOW = ['203.0.113.7', '2001:db8:1:2::1', '2001:db8:1:2:ffff::1'];
const THIRD = from('198.51.100.1');

/** Opens so many connections and sends the text on each. @returns how many got no 503, once every response has begun */
async function occupy(url: string, count: number, text: string, isServed: () => number): Promise<number> {
  let refused = 0;
  const before = isServed();
  for (let index = 0; index < count; index++) {
    const { socket } = await openConnection(url);
    socket.once('data', (data: Buffer) => {
      if (data.toString('latin1').startsWith('HTTP/1.1 503')) refused += 1;
      // Reads nothing more.
      else socket.pause();
    });
    socket.write(text);
  }
  await vi.waitFor(() => expect(isServed() - before + refused).toBe(count));
  return count - refused;
}

it('two addresses that read slowly leave a third room for contents and the rest', async () => {
  const { url, reached } = await startWebServer({ config, content });
  const served: number[] = [];
  for (const [index, address] of SLOW.entries())
    served.push(await occupy(url, index === 0 ? 255 : 128, get('/raw/x', from(address)), () => reached.length));
  const held = served.reduce((sum, count) => sum + count, 0);
  // The first came while there was room. The other two count as one, and leave the rest to others.
  expect(served).toEqual([125, 32, 0]);

  const before = reached.length;
  for (let round = 0; round < 12; round++)
    for (const target of ['/raw/x', '/api/v1/pastes', '/']) expect((await responseTo(url, get(target, THIRD))).status).toBe(200);
  // The slow readers still hold their places.
  expect(reached.length - before).toBe(36);
  expect(held).toBe(157);
});

it('contents leave half of all places to other requests, whoever reads slowly', async () => {
  const { url, reached } = await startWebServer({ config: { ...config, HTTP_MAX_REQUESTS: 40 }, content });
  let held = 0;
  for (let household = 0; household < 10; household++)
    held += await occupy(url, 3, get('/raw/x', from(`203.0.113.${household}`)), () => reached.length);
  expect(held).toBe(20);
  expect((await responseTo(url, get('/raw/x', THIRD))).status).toBe(503);
  for (const target of ['/api/v1/pastes', '/']) expect((await responseTo(url, get(target, THIRD))).status).toBe(200);
});

it('two addresses that send slowly leave places to a third', async () => {
  const { url } = await startWebServer({ config: { ...config, HTTP_MAX_REQUESTS: 80 } });
  for (const address of ['203.0.113.7', '203.0.113.8'])
    for (let index = 0; index < 80; index++) {
      const { socket } = await openConnection(url);
      socket.write(`${chunkedHead('/api/v1/pastes', { 'X-Forwarded-For': address })}${chunk('{')}`);
    }
  for (let round = 0; round < 8; round++)
    for (const target of ['/raw/x', '/api/v1/pastes', '/']) expect((await responseTo(url, get(target, THIRD))).status).toBe(200);
});

it('one address gets half of all places while no other address wants them', async () => {
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  const { url, reached } = await startWebServer({ config: { ...config, HTTP_MAX_REQUESTS: 40 }, hold });
  let refused = 0;
  const all = Array.from({ length: 30 }, async () => {
    const { status } = await responseTo(url, get('/api/v1/pastes'));
    if (status === 503) refused += 1;
    return status;
  });
  await vi.waitFor(() => expect([reached.length, refused]).toEqual([20, 10]));
  release();
  expect((await Promise.all(all)).filter((status) => status === 200)).toHaveLength(20);
  // The places are free again.
  expect((await responseTo(url, get('/api/v1/pastes'))).status).toBe(200);
});
