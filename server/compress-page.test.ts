import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CollectedPage } from './collect-page';
import { compressPage } from './compress-page';

const PAGE = `<!DOCTYPE html>${'<p>One line of a page like the others.</p>'.repeat(200)}`;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const VARY = 'Accept-Encoding, Accept-Language, Cookie';

interface Changes {
  headers?: Record<string, string>;
  body?: string;
}

function compress(changes: Changes = {}, asked: Record<string, string> = BROWSER): Promise<CollectedPage> {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...changes.headers };
  const page = { status: 200, headers, body: Buffer.from(changes.body ?? PAGE) };
  return compressPage(asked, page, 'session');
}

describe('the encoding of a page', () => {
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
    const { headers, body } = await compress({}, { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ vary: VARY });
    expect(headers['content-encoding']).toBe(expected);
    const text = expected === 'br' ? brotliDecompressSync(body) : expected === 'gzip' ? gunzipSync(body) : body;
    expect(text.toString()).toBe(PAGE);
  });

  it('is added to Vary', async () => {
    expect((await compress({ headers: { vary: 'rsc' } })).headers).toMatchObject({ vary: `rsc, ${VARY}` });
  });
});

describe('a page stays uncompressed', () => {
  it.each([
    ['where it is short', { body: 'short' }],
    ['where it is a picture', { headers: { 'content-type': 'image/png' } }],
    ['where it names no type', { headers: { 'content-type': '' } }],
    ['where it must not be transformed', { headers: { 'cache-control': 'private, no-transform' } }],
  ] satisfies [string, Changes][])('%s', async (_, changes) => {
    const { headers, body } = await compress(changes);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toBe('body' in changes ? changes.body : PAGE);
  });

  it('where it is encoded already', async () => {
    expect((await compress({ headers: { 'content-encoding': 'x-own' } })).body.toString()).toBe(PAGE);
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
  ])('requested with %j is encoded as %s', async (asked, expected) => {
    expect((await compress({}, { ...BROWSER, ...asked })).headers['content-encoding']).toBe(expected);
  });
});
