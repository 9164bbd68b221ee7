/** Requests to a server that misbehaves. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { EXIT } from './exit';
import { send } from './http';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0)) await clean();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const body = new TextEncoder().encode('{"a":1}');

describe('a redirect', () => {
  it('to another origin is not followed, and nothing is sent there', async () => {
    const seen: string[] = [];
    const elsewhere = await serve((incoming, outgoing) => {
      seen.push(incoming.url ?? '');
      outgoing.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await serve((_, outgoing) => void outgoing.writeHead(status, { Location: `${elsewhere}/taken` }).end());
      await expect(send({ method: 'GET', url })).rejects.toMatchObject({ code: EXIT.other });
      await expect(send({ method: 'POST', url, body })).rejects.toMatchObject({ code: EXIT.other });
    }
    expect(seen).toEqual([]);
  });

  it('within the origin is followed only with the same method and body', async () => {
    const seen: string[] = [];
    const url = await serve((incoming, outgoing) => {
      incoming.resume();
      const status = Number(incoming.url?.slice(1));
      seen.push(`${incoming.method} ${incoming.url} ${incoming.headers['content-length'] ?? ''}`);
      if (status) outgoing.writeHead(status, { Location: '/' }).end();
      else outgoing.end('arrived');
    });
    expect((await send({ method: 'POST', url: `${url}/308`, body })).body.toString()).toBe('arrived');
    await expect(send({ method: 'POST', url: `${url}/302`, body })).rejects.toMatchObject({ code: EXIT.other });
    expect((await send({ method: 'GET', url: `${url}/302` })).body.toString()).toBe('arrived');
    expect(seen).toEqual(['POST /308 7', 'POST / 7', 'POST /302 7', 'GET /302 ', 'GET / ']);
  });

  it('that leads in a circle is an error', async () => {
    const url = await serve((_, outgoing) => void outgoing.writeHead(302, { Location: '/' }).end());
    await expect(send({ method: 'GET', url })).rejects.toMatchObject({ code: EXIT.other });
  });
});

it('a response that breaks off is an error, never a short text', async () => {
  const url = await serve((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': '100' });
    outgoing.write('the beginning', () => outgoing.destroy());
  });
  await expect(send({ method: 'GET', url })).rejects.toMatchObject({ code: EXIT.later });
});

it('the progress of a request ends with all that was sent', async () => {
  const url = await serve((incoming, outgoing) => void incoming.resume().on('end', () => outgoing.end('x')));
  const sent: [done: number, total: number | null][] = [];
  const size = 200_000;
  await send(
    { method: 'POST', url, body: new Uint8Array(size) },
    (what, done, total) => void (what === 'sent' && sent.push([done, total])),
  );
  expect([sent[0], sent.at(-1)]).toEqual([
    [0, size],
    [size, size],
  ]);
});

it('a fragment is not sent', async () => {
  let path = '';
  const url = await serve((incoming, outgoing) => {
    path = incoming.url ?? '';
    outgoing.end();
  });
  await send({ method: 'GET', url: `${url}/a#S3CRET` });
  expect(path).toBe('/a');
});

it('a refusal counts even when the server does not read the whole body', async () => {
  const url = await serve((incoming, outgoing) => {
    outgoing.writeHead(413, { Connection: 'close' }).end('too much');
    incoming.resume();
  });
  const response = await send({ method: 'POST', url, body: new Uint8Array(8 * 1024 * 1024) });
  expect(response.status).toBe(413);
});
