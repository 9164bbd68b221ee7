import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress, compressedHeaders } from './compression';
import type { Reply } from './reply';
import { acceptedEncoding } from './request-headers';

describe('the encoding of a response', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['GZIP; Q=1', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
    ['x-br', null],
    ['', null],
    [null, null],
  ])('is by the weights of %j: %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});

const TEXT = 'all work and no play makes Jack a dull boy\n'.repeat(20_000);
const open = { br: brotliDecompressSync, gzip: gunzipSync };

async function bytesOf({ body }: Reply): Promise<Buffer> {
  if (body === null || typeof body === 'string') throw new Error('expected bytes');
  if (body instanceof Uint8Array) return Buffer.from(body);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* pieces(text: string, ended: () => void = () => undefined): AsyncGenerator<Buffer> {
  try {
    for (let from = 0; from < text.length; from += 65_536) yield Buffer.from(text.slice(from, from + 65_536));
  } finally {
    ended();
  }
}

describe.each(['br', 'gzip'] as const)('a compressed reply by %s', (encoding) => {
  it.each<[string, () => Reply['body']]>([
    ['a text', () => TEXT],
    ['bytes', () => Buffer.from(TEXT)],
    ['pieces', () => pieces(TEXT)],
  ])('of %s is the same text in fewer bytes, without the length of the text', async (_, body) => {
    const headers = { 'Content-Type': 'text/plain', 'Content-Length': String(TEXT.length) };
    const reply = await compress(encoding, { status: 200, headers, body: body() });
    expect(reply.headers).toEqual({ 'Content-Type': 'text/plain', Vary: 'Accept-Encoding', 'Content-Encoding': encoding });
    const bytes = await bytesOf(reply);
    expect(bytes.length).toBeLessThan(TEXT.length / 20);
    expect(open[encoding](bytes).toString()).toBe(TEXT);
  });

  it('has the same headers for HEAD', () => {
    expect(compressedHeaders(encoding, { 'Content-Length': '5000' })).toEqual({ Vary: 'Accept-Encoding', 'Content-Encoding': encoding });
  });

  it('whose reader leaves asks for no more pieces', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Enough, and hard enough to compress, that all of it can't be under way.
    const source = pieces(randomBytes(8_000_000).toString('hex'), () => end());
    const reply = await compress(encoding, { status: 200, body: source });
    for await (const piece of reply.body as AsyncIterable<Uint8Array>) if (piece.length > 0) break;
    await ended;
    expect(await source.next()).toEqual({ done: true, value: undefined });
  });

  it('whose text breaks off breaks off with the same error', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from(TEXT);
      throw new Error('the row has gone');
    }
    await expect(bytesOf(await compress(encoding, { status: 200, body: broken() }))).rejects.toThrow('the row has gone');
  });
});

it('a reply to a client that accepts none of our encodings only gains Vary', async () => {
  const reply = await compress('identity', { status: 200, headers: { 'Content-Length': '4' }, body: 'text' });
  expect(reply).toEqual({ status: 200, headers: { 'Content-Length': '4', Vary: 'Accept-Encoding' }, body: 'text' });
});
