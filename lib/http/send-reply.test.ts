import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from './reply';
import { sendReply } from './send-reply';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a reply over real HTTP. @returns the response as a client gets it */
async function send(reply: Reply, headers: Record<string, string> = {}, onError = vi.fn()): Promise<IncomingMessage> {
  server = createServer((_, outgoing) => void sendReply(outgoing, reply, headers, onError)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [response] = (await once(get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), 'response')) as [IncomingMessage];
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  return text;
}

describe('sendReply', () => {
  it.each([
    ['a text', 'é', 'é', '2'],
    ['a long text', 'é'.repeat(100_000), 'é'.repeat(100_000), '200000'],
    ['bytes', new Uint8Array([0x61, 0x62]), 'ab', '2'],
    ['many bytes', Buffer.alloc(200_000, 'x'), 'x'.repeat(200_000), '200000'],
    ['nothing', null, '', undefined],
  ])('sendReply sends %s, with its length', async (_, body, text, length) => {
    const response = await send({ status: 201, body });
    expect([response.statusCode, response.headers['content-length'], await textOf(response)]).toEqual([201, length, text]);
  });

  it("sendReply puts the reply's own headers over those of every response", async () => {
    const { headers } = await send({ status: 200, headers: { 'X-A': 'own' }, body: '' }, { 'X-A': 'all', 'X-B': 'all' });
    expect(headers).toMatchObject({ 'x-a': 'own', 'x-b': 'all' });
  });

  it('sendReply takes pieces as the reader does, and ends them when the reader leaves', async () => {
    let taken = 0;
    let isReturned = false;
    async function* pieces() {
      try {
        for (; ; taken++) yield Buffer.alloc(65_536);
      } finally {
        isReturned = true;
      }
    }
    const onError = vi.fn();
    const response = await send({ status: 200, body: pieces() }, {}, onError);
    let before = 0;
    // The kernel takes some, then nobody.
    await vi.waitUntil(
      () => {
        const isStill = taken > 0 && taken === before;
        before = taken;
        return isStill;
      },
      { interval: 200 },
    );
    expect(taken).toBeLessThan(1_000);
    response.destroy();
    await vi.waitUntil(() => isReturned);
    expect(onError).not.toHaveBeenCalled();
  });

  it('sendReply ends the connection of a body that breaks off, and tells of it', async () => {
    async function* breakingOff() {
      yield Buffer.from('begin');
      throw new Error('disk gone');
    }
    const onError = vi.fn();
    const response = await send({ status: 200, body: breakingOff() }, {}, onError);
    await expect(textOf(response)).rejects.toThrow('aborted');
    expect(onError.mock.calls).toEqual([[new Error('disk gone')]]);
  });
});
