import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reply } from '#lib/http/reply';
import { sendReply } from '#lib/http/send-reply';
import { inLanguage } from '#lib/locales/current-language';
import { createStaticPages } from './static-pages';

const HTML = '<!DOCTYPE html><p>A page.</p>';
const rootDir = mkdtempSync(join(tmpdir(), 'static-pages-'));
const folder = join(rootDir, 'dist/pages');
const GERMAN = '<!DOCTYPE html><p>Eine Seite.</p>';
for (const [language, html] of Object.entries({ en: HTML, de: GERMAN })) {
  mkdirSync(join(folder, 'documents', language), { recursive: true });
  for (const [ending, body] of Object.entries({ '': html, '.br': brotliCompressSync(html), '.gz': gzipSync(html) }))
    for (const name of ['view', 'missing']) writeFileSync(join(folder, 'documents', language, `${name}.html${ending}`), body);
}
const page = (sha256: string, status = 200) => ({ policy: "default-src 'none'", sha256, status });
mkdirSync(join(rootDir, '.next'));
writeFileSync(
  join(rootDir, '.next/manifest.json'),
  JSON.stringify({ pages: { view: page('abc'), 'view de': page('xyz'), missing: page('abc', 404) } }),
);
const routes = {
  staticRoutes: [{ page: '/account', regex: '^/account(?:/)?$' }],
  dynamicRoutes: [{ page: '/[name]', regex: '^/([^/]+?)(?:/)?$' }],
  redirects: [],
};
const sources = { '/(rendered)/account/page': '/account', '/[name]/route': '/[name]' };
writeFileSync(join(rootDir, '.next/app-path-routes-manifest.json'), JSON.stringify(sources));
writeFileSync(join(rootDir, '.next/routes-manifest.json'), JSON.stringify(routes));

const pages = createStaticPages(rootDir);
const server = createServer((incoming, outgoing) =>
  inLanguage(incoming.headers['accept-language'] === 'de' ? 'de' : 'en', () =>
    sendReply(outgoing, pages.read(incoming.url === '/gone' ? 'missing' : 'view', incoming.headers) as Reply, {}, () => undefined),
  ),
);
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close().closeAllConnections();
  rmSync(rootDir, { recursive: true });
});

const get = (headers: Record<string, string>, init: RequestInit = {}, path = '/') => fetch(url + path, { headers, ...init });

it.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('the page is the same in the encoding %s, with its policy and a tag of its own', async (accepted, encoding) => {
  const response = await get({ 'Accept-Encoding': accepted });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy': "default-src 'none'",
    'integrity-policy': 'blocked-destinations=(script)',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    'content-language': 'en',
    etag: `"abc-${accepted}"`,
  });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(await response.text()).toBe(HTML);
});

it('the page is in the language of the request, which a copy in another one isn’t', async () => {
  const response = await get({ 'Accept-Language': 'de', 'Accept-Encoding': 'br', 'If-None-Match': '"abc-br"' });
  expect([response.status, response.headers.get('content-language'), response.headers.get('etag')]).toEqual([200, 'de', '"xyz-br"']);
  expect(await response.text()).toBe(GERMAN);
});

it.each(['"abc-br"', 'W/"abc-br"', '"other", "abc-br"', '*'])('a browser that has the page (%s) gets 304 with the policy', async (tag) => {
  const response = await get({ 'Accept-Encoding': 'br', 'If-None-Match': tag });
  expect([response.status, await response.text()]).toEqual([304, '']);
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
});

it.each(['"abc-gzip"', '"abc"', ''])('a browser that has another page (%s) gets this one', async (tag) => {
  expect((await get({ 'Accept-Encoding': 'br', 'If-None-Match': tag })).status).toBe(200);
});

it('HEAD has the head of GET and no body', async () => {
  const response = await get({ 'Accept-Encoding': 'identity' }, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, `${HTML.length}`, '']);
});

it('nobody keeps a page that says that something is missing', async () => {
  const response = await get({ 'If-None-Match': '*' }, {}, '/gone');
  expect([response.status, response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([404, 'no-store', null]);
});

it('the addresses that Next responds to are known from the build', () => {
  expect(['/account', '/account/', '/ACCOUNT', '/accounts', '/view/x'].map(pages.isRendered)).toEqual([true, true, true, false, false]);
});
