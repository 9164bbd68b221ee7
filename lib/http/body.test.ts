import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chunk, chunkedHead, connectRaw, type RawConnection } from '../../e2e/support/sockets';
import { readForm, readJson } from './body';
import { setRequestContext } from './context';
import { ClientGoneError, PayloadTooLargeError, PublicError, ValidationError } from './errors';

const URL_ = 'http://localhost/api/v1/pastes';
const MAX_BYTES = 64 * 1024;
const FORM_MAX_BYTES = 16 * 1024;
const FULL = { code: 'full', status: 507, error: 'full', meaning: '' };

const post = (body: BodyInit | null, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  new Request(URL_, { method: 'POST', body, headers });

/** The error that a promise is rejected with. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('expected a rejection'),
    (error: unknown) => error,
  );

/** A body in pieces, which counts how many were taken. */
function inPieces(piece: string, count: number, headers: Record<string, string> = { 'Content-Type': 'application/json' }) {
  const taken = { pieces: 0 };
  const bytes = Buffer.from(piece);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.pieces === count) return controller.close();
        taken.pieces += 1;
        controller.enqueue(bytes);
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request(URL_, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return { request, taken };
}

describe('readJson', () => {
  it('a JSON body is read, however it is cut', async () => {
    const { request } = inPieces('{"a":"ä€😀"}', 1);
    expect(await readJson(request)).toEqual({ a: 'ä€😀' });
    expect(await readJson(post('{"a":[1,null]}'))).toEqual({ a: [1, null] });
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json ;x=y', 'application/problem+json'])(
    'a JSON body may be sent as %s',
    async (type) => {
      expect(await readJson(post('{}', { 'Content-Type': type }))).toEqual({});
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-seq',
    'text/json',
    'text/plain; application/json',
    '',
  ])('a JSON body is refused as %j: a form of another site could send that', async (type) => {
    const error = await rejection(readJson(post('{}', { 'Content-Type': type })));
    expect(error).toMatchObject({
      status: 415,
      message: 'Unsupported Media Type',
      options: { bodyUnread: true, details: [{ path: [], message: 'expected Content-Type: application/json' }] },
    });
  });

  it('a JSON body is refused without a Content-Type', async () => {
    const request = post(new Uint8Array(Buffer.from('{}')), {});
    expect(request.headers.has('content-type')).toBe(false);
    expect(await rejection(readJson(request))).toMatchObject({ status: 415 });
  });

  it('a JSON body is refused when it is compressed, before a byte of it is read', async () => {
    const { request, taken } = inPieces('{}', 1, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    expect(await rejection(readJson(request))).toMatchObject({ status: 415, options: { bodyUnread: true } });
    expect(taken.pieces).toBe(0);
    const gzipped = post(new Uint8Array(gzipSync('{}')), { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    expect(await rejection(readJson(gzipped))).toBeInstanceOf(PublicError);
  });

  it('a JSON body may say that it is not compressed', async () => {
    expect(await readJson(post('{}', { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' }))).toEqual({});
  });

  it.each(['', '{', 'null null', '{"a":1}x', "{'a':1}"])('a JSON body that is no JSON is a problem of the whole: %j', async (text) => {
    const error = await rejection(readJson(post(text)));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ status: 400, options: { bodyUnread: true, details: [{ path: [] }] } });
  });

  it('a JSON body that is missing is no JSON either', async () => {
    expect(await rejection(readJson(post(null)))).toBeInstanceOf(ValidationError);
  });

  it('a JSON body of exactly the limit is read, and one byte more is not', async () => {
    const ofBytes = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(Buffer.byteLength(ofBytes(MAX_BYTES))).toBe(MAX_BYTES);
    expect(await readJson(post(ofBytes(MAX_BYTES)))).toMatchObject({ a: expect.stringMatching(/^x+$/) });
    const error = await rejection(readJson(post(ofBytes(MAX_BYTES + 1))));
    expect(error).toBeInstanceOf(PayloadTooLargeError);
    expect(error).toMatchObject({ status: 413, options: { bodyUnread: true } });
  });

  it('a JSON body that does not end is left as soon as it is too large', async () => {
    const { request, taken } = inPieces(' '.repeat(16 * 1024), 1_000_000);
    expect(await rejection(readJson(request))).toBeInstanceOf(PayloadTooLargeError);
    expect(taken.pieces).toBe(5);
  });

  it('a JSON body has the limits that are asked for', async () => {
    const limits = { maxBytes: 8, maxDepth: 1, maxKeys: 1 };
    expect(await readJson(post('{"a":10}'), undefined, limits)).toEqual({ a: 10 });
    expect(await rejection(readJson(post('{"a":100}'), undefined, limits))).toMatchObject({ status: 413 });
  });
});

describe('readJson with a field that is streamed', () => {
  const collect = () => {
    const pieces: Buffer[] = [];
    return {
      pieces,
      sink: (piece: Buffer) => void pieces.push(Buffer.from(piece)) as undefined,
      text: () => Buffer.concat(pieces).toString(),
    };
  };

  it('a field that is streamed goes to its sink and not into the result', async () => {
    const content = 'ä€😀\n"'.repeat(50_000);
    const { sink, text } = collect();
    expect(await readJson(post(JSON.stringify({ title: 't', content })), { field: 'content', sink, maxBytes: 1_000_000 })).toEqual({
      title: 't',
      content: '',
    });
    expect(text() === content).toBe(true);
  });

  it('a field that is streamed leaves the limit to the rest of the body', async () => {
    const { sink } = collect();
    const body = JSON.stringify({ content: 'c', title: 'x'.repeat(MAX_BYTES) });
    expect(await rejection(readJson(post(body), { field: 'content', sink, maxBytes: 1_000_000 }))).toMatchObject({ status: 413 });
  });

  it('a field that is streamed waits for its sink before more of the body is taken', async () => {
    const { request, taken } = inPieces(`{"content":"${'x'.repeat(50_000)}`, 1);
    let release = (): void => undefined;
    const sink = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
    const reading = rejection(readJson(request, { field: 'content', sink, maxBytes: 1_000_000 }));
    await vi.waitFor(() => expect(sink).toHaveBeenCalledTimes(1));
    expect(taken.pieces).toBe(1);
    release();
    // The body ends within the string.
    expect(await reading).toBeInstanceOf(ValidationError);
  });

  it.each(['at once', 'later'])('a field that is streamed whose sink fails %s ends the reading with that failure', async (when) => {
    const failure = new Error('full');
    const sink = (): Promise<void> => {
      if (when === 'at once') throw failure;
      return Promise.reject(failure);
    };
    const { request, taken } = inPieces(`{"content":"${'x'.repeat(50_000)}`, 100);
    expect(await rejection(readJson(request, { field: 'content', sink, maxBytes: 1_000_000 }))).toBe(failure);
    expect(taken.pieces).toBe(1);
  });
});

describe('readForm', () => {
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it('a form has its fields decoded; of several of one name the last counts', async () => {
    expect(await readForm(post('a=1&b=%C3%A4+%26&a=2&c', FORM))).toEqual({ a: '2', b: 'ä &', c: '' });
    expect(await readForm(post('a=1', { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }))).toEqual({ a: '1' });
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencodedx'])(
    'a form of type %s is refused',
    async (type) => {
      expect(await rejection(readForm(post('a=1', { 'Content-Type': type })))).toMatchObject({
        status: 415,
        options: { bodyUnread: true, details: [{ path: [], message: 'expected Content-Type: application/x-www-form-urlencoded' }] },
      });
    },
  );

  it('a form without a type is refused', async () => {
    expect(await rejection(readForm(post(new Uint8Array(Buffer.from('a=1')), {})))).toMatchObject({ status: 415 });
  });

  it('a form of exactly the limit is read, and one byte more is not', async () => {
    expect(await readForm(post(`a=${'x'.repeat(FORM_MAX_BYTES - 2)}`, FORM))).toMatchObject({ a: expect.stringMatching(/^x+$/) });
    expect(await rejection(readForm(post(`a=${'x'.repeat(FORM_MAX_BYTES - 1)}`, FORM)))).toMatchObject({ status: 413 });
  });

  it('a form that does not end is left as soon as it is too large', async () => {
    const { request, taken } = inPieces('x'.repeat(8 * 1024), 1_000_000, FORM);
    expect(await rejection(readForm(request))).toBeInstanceOf(PayloadTooLargeError);
    expect(taken.pieces).toBe(3);
  });
});

describe('readJson from a connection', () => {
  const servers: Server[] = [];
  const connections: RawConnection[] = [];
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  /** A request as our own server has it, whose body `handle` reads, and the client's end of its connection. */
  async function send<Value>(handle: (request: Request, incoming: IncomingMessage) => Promise<Value>) {
    let settle: (value: Promise<Value>) => void = () => undefined;
    const handled = new Promise<Value>((resolve) => (settle = resolve));
    const server = createServer((incoming) => {
      const request = new Request(URL_, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
      setRequestContext(request, { requestId: 'id', clientAddress: null, incoming });
      settle(handle(request, incoming));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = await connectRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    connections.push(client);
    client.socket.write(chunkedHead('/'));
    return { client, handled };
  }

  const end = '0\r\n\r\n';

  it('a body on its connection is read to its end', async () => {
    const { client, handled } = await send((request) => readJson(request));
    for (const piece of ['{"a":', '"x', '"}']) client.socket.write(chunk(piece));
    client.socket.write(end);
    expect(await handled).toEqual({ a: 'x' });
  });

  it('a body on its connection that is broken off says that the client is gone', async () => {
    const { client, handled } = await send((request) => rejection(readJson(request)));
    client.socket.write(chunk('{"a":'));
    client.socket.resetAndDestroy();
    expect(await handled).toBeInstanceOf(ClientGoneError);
  });

  it('a body on its connection that was broken off before it is read says so, too', async () => {
    const { client, handled } = await send(async (request, incoming) => {
      incoming.on('error', () => undefined);
      await new Promise((resolve) => incoming.once('close', resolve));
      return rejection(readJson(request));
    });
    client.socket.resetAndDestroy();
    expect(await handled).toBeInstanceOf(ClientGoneError);
  });

  it('a body that is too large leaves its connection open for the response', async () => {
    let incoming: IncomingMessage | undefined;
    const { client, handled } = await send((request, received) => {
      incoming = received;
      return rejection(readJson(request));
    });
    for (let index = 0; index < 5; index++) client.socket.write(chunk(' '.repeat(16 * 1024)));
    expect(await handled).toBeInstanceOf(PayloadTooLargeError);
    expect([incoming?.destroyed, incoming?.listenerCount('data')]).toEqual([false, 0]);
  });

  it('a body on its connection is not taken in faster than its sink takes it', async () => {
    let release = (): void => undefined;
    const sink = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
    let incoming: IncomingMessage | undefined;
    const { client, handled } = await send((request, received) => {
      incoming = received;
      return readJson(request, { field: 'content', sink, maxBytes: 1_000_000 });
    });
    client.socket.write(chunk(`{"content":"${'x'.repeat(50_000)}`));
    await vi.waitFor(() => expect(sink).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(incoming?.isPaused()).toBe(true));
    sink.mockResolvedValue(undefined);
    release();
    client.socket.write(chunk('"}'));
    client.socket.write(end);
    expect(await handled).toEqual({ content: '' });
  });

  it.each(['is taken', 'is refused'])('a body on its connection has not ended before its last piece %s', async (outcome) => {
    let release = (): void => undefined;
    const taken: string[] = [];
    const sink = async (piece: Buffer) => {
      await new Promise<void>((resolve) => (release = resolve));
      if (outcome === 'is refused') throw new PublicError(FULL);
      taken.push(piece.toString());
    };
    let isRead = false;
    let incoming: IncomingMessage | undefined;
    const { client, handled } = await send(async (request, received) => {
      incoming = received;
      // All of it is here before anybody asks for it, as it is when a request has to wait for its turn.
      await vi.waitFor(() => expect(received.complete).toBe(true));
      return readJson(request, { field: 'content', sink, maxBytes: 1_000_000 })
        .catch((error: unknown) => error)
        .finally(() => (isRead = true));
    });
    client.socket.write(chunk('{"content":"all"}') + end);
    await vi.waitFor(() => expect(incoming?.closed).toBe(true));
    expect(isRead).toBe(false);
    release();
    expect(await handled).toEqual(outcome === 'is taken' ? { content: '' } : expect.objectContaining({ status: 507 }));
    expect(taken).toEqual(outcome === 'is taken' ? ['all'] : []);
  });

  it('a body on its connection whose sink fails leaves the connection open', async () => {
    let incoming: IncomingMessage | undefined;
    const { client, handled } = await send((request, received) => {
      incoming = received;
      return rejection(readJson(request, { field: 'content', maxBytes: 1_000_000, sink: () => Promise.reject(new PublicError(FULL)) }));
    });
    client.socket.write(chunk(`{"content":"${'x'.repeat(50_000)}`));
    expect(await handled).toMatchObject({ status: 507 });
    expect(incoming?.destroyed).toBe(false);
  });
});
