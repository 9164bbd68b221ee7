/** Compressed pages through a real socket. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compressPage } from './page-compression';

const PAGE = `<!DOCTYPE html>${'<p>One line of a page like the others.</p>'.repeat(200)}`;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

async function serve(handle: Handler): Promise<number> {
  server = createServer((incoming, outgoing) => {
    compressPage(incoming, outgoing, ['session']);
    handle(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function ask(port: number, headers: Record<string, string>, method = 'GET'): Promise<IncomingMessage> {
  const sent = request({ port, host: '127.0.0.1', method, headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

async function fetched(handle: Handler, headers: Record<string, string> = BROWSER, method = 'GET') {
  const response = await ask(await serve(handle), headers, method);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers as IncomingHttpHeaders, body: Buffer.concat(chunks) };
}

const html = (outgoing: ServerResponse) => outgoing.setHeader('Content-Type', 'text/html; charset=utf-8');
const whole: Handler = (_, outgoing) => html(outgoing).end(PAGE);
const inPieces: Handler = (_, outgoing) => {
  html(outgoing).flushHeaders();
  for (let at = 0; at < PAGE.length; at += 100) outgoing.write(Buffer.from(PAGE.slice(at, at + 100)));
  outgoing.end();
};

describe('the encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=0, identity', undefined],
    ['', undefined],
  ])('for %j is %s', async (accepted, expected) => {
    const { headers, body } = await fetched(whole, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(expected);
    const text = expected === 'br' ? brotliDecompressSync(body) : expected === 'gzip' ? gunzipSync(body) : body;
    expect(text.toString()).toBe(PAGE);
    expect(headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  });

  it.each([
    ['in one piece', whole],
    ['in many pieces', inPieces],
    ['under a status and headers of its own', (_, outgoing) => html(outgoing).writeHead(404, 'Not There').end(PAGE)],
  ] satisfies [string, Handler][])('of a page that is written %s keeps its text', async (_how, handle) => {
    const { headers, body } = await fetched(handle);
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'transfer-encoding': 'chunked' });
    expect(headers).not.toHaveProperty('content-length');
    expect(brotliDecompressSync(body).toString()).toBe(PAGE);
  });

  it('makes one block of pieces written at once', async () => {
    const [one, many] = [await fetched(whole), await fetched(inPieces)];
    expect(many.body.length).toBeLessThanOrEqual(one.body.length + 16);
  });

  it('removes the length and makes a strong ETag weak', async () => {
    const { headers } = await fetched((_, outgoing) =>
      html(outgoing).setHeader('Content-Length', PAGE.length).setHeader('ETag', '"abc"').end(PAGE),
    );
    expect(headers).not.toHaveProperty('content-length');
    expect(headers.etag).toBe('W/"abc"');
  });

  it('is added to Vary', async () => {
    const { headers } = await fetched((_, outgoing) => html(outgoing).setHeader('Vary', 'rsc').end(PAGE));
    expect(headers.vary).toBe('rsc, Accept-Encoding, Accept-Language, Cookie');
  });
});

describe('uncompressed stays', () => {
  it.each([
    ['what is short', (_, outgoing) => html(outgoing).end('short')],
    ['a picture', (_, outgoing) => outgoing.setHeader('Content-Type', 'image/png').end(PAGE)],
    ['what names no type', (_, outgoing) => outgoing.end(PAGE)],
    ['what must not be transformed', (_, outgoing) => html(outgoing).setHeader('Cache-Control', 'private, no-transform').end(PAGE)],
    ['part of a page', (_, outgoing) => html(outgoing).writeHead(206).end(PAGE)],
  ] satisfies [string, Handler][])('%s', async (_what, handle) => {
    const { headers, body } = await fetched(handle);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toMatch(/^(short|<!DOCTYPE html>)/);
  });

  it('a response that is encoded already', async () => {
    const { headers, body } = await fetched((_, outgoing) => html(outgoing).setHeader('Content-Encoding', 'x-own').end(PAGE));
    expect(headers['content-encoding']).toBe('x-own');
    expect(body.toString()).toBe(PAGE);
  });

  it('a response without a body, with the ETag of the compressed one', async () => {
    // The renderer of a page needn't know that the request is a HEAD.
    const head = await fetched((_, outgoing) => html(outgoing).setHeader('Content-Length', PAGE.length).end(PAGE), BROWSER, 'HEAD');
    expect(head.headers).toMatchObject({ 'content-length': String(PAGE.length), vary: 'Accept-Encoding, Accept-Language, Cookie' });
    const unchanged = await fetched((_, outgoing) => outgoing.setHeader('ETag', '"abc"').writeHead(304).end());
    expect(unchanged).toMatchObject({ status: 304, headers: { etag: 'W/"abc"', vary: 'Accept-Encoding, Accept-Language, Cookie' } });
    for (const { headers, body } of [head, unchanged]) {
      expect(headers).not.toHaveProperty('content-encoding');
      expect(body).toHaveLength(0);
    }
  });
});

describe('somebody’s own page', () => {
  const cookie = 'theme=dark; session=sealed';
  it.each([
    [{ cookie, 'sec-fetch-site': 'cross-site' }, undefined],
    [{ cookie, 'sec-fetch-site': 'same-site' }, undefined],
    [{ cookie }, undefined],
    [{ cookie, 'sec-fetch-site': 'same-origin' }, 'br'],
    [{ cookie, 'sec-fetch-site': 'none' }, 'br'],
    [{ cookie: 'theme=dark', 'sec-fetch-site': 'cross-site' }, 'br'],
  ])('requested with %j is encoded as %s', async (headers, expected) => {
    expect((await fetched(whole, { ...BROWSER, ...headers })).headers['content-encoding']).toBe(expected);
  });
});

describe('while more is to come', () => {
  it('what was written arrives', async () => {
    let finish = () => {};
    const port = await serve((_, outgoing) => {
      html(outgoing).write('the beginning');
      finish = () => outgoing.end(' and the end');
    });
    const decoder = (await ask(port, BROWSER)).pipe(createBrotliDecompress()).setEncoding('utf8');
    let text = '';
    decoder.on('data', (piece: string) => (text += piece));
    await vi.waitFor(() => expect(text).toBe('the beginning'));
    finish();
    await once(decoder, 'end');
    expect(text).toBe('the beginning and the end');
  });

  it('a reader who takes nothing pauses the writer, and gets all of it later', async () => {
    // Random bytes, which don't shrink. Together they exceed the socket buffers of both sides.
    const random = randomBytes(64 * 1024);
    const pieces = 240;
    let written = 0;
    let isHeld = false;
    const port = await serve((_, outgoing) => {
      html(outgoing);
      const go = () => {
        while (written < pieces) {
          written += 1;
          if (!outgoing.write(random)) {
            isHeld = true;
            return;
          }
        }
        outgoing.off('drain', go);
        outgoing.end();
      };
      outgoing.on('drain', go);
      go();
    });
    const response = await ask(port, { 'accept-encoding': 'gzip' });
    let before = -1;
    await vi.waitFor(() => {
      const isStill = before === written;
      before = written;
      expect(isHeld && isStill).toBe(true);
    });
    expect(written).toBeLessThan(pieces);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    expect(gunzipSync(Buffer.concat(chunks)).length).toBe(pieces * random.length);
  });

  it('a waiting writer continues, however small the compressed text is', async () => {
    const line = 'x'.repeat(64 * 1024);
    const { body } = await fetched((_, outgoing) => Readable.from(Array(20).fill(line)).pipe(html(outgoing)));
    expect(brotliDecompressSync(body).length).toBe(20 * line.length);
  });

  it('a reader who leaves ends the encoder without an error', async () => {
    const errors: unknown[] = [];
    let outgoing: ServerResponse | undefined;
    const port = await serve((_, response) => {
      outgoing = response;
      response.on('error', (error) => errors.push(error));
      html(response).write(PAGE);
    });
    const response = await ask(port, BROWSER);
    response.once('error', () => undefined);
    response.destroy();
    await vi.waitFor(() => expect(outgoing?.destroyed).toBe(true));
    expect(await new Promise((resolve) => outgoing?.write(PAGE, resolve))).toBeInstanceOf(Error);
    outgoing?.end();
    expect(errors).toEqual([]);
  });
});
