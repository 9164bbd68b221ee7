/** `verify` against a host that sends a browser something else than the files of its version. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { webManifest } from '../lib/site/web-manifest.rules';
import { compareSite } from './compare-site';
import { EXIT } from './exit';
import type { Manifest } from './manifest';
import type { BaseUrl } from './target';

const sha256 = (text: string, encoding: 'hex' | 'base64' = 'hex') => createHash('sha256').update(text).digest(encoding);

const START = 'self.early = 1;';
const POLICY = `default-src 'none'; script-src 'self' 'sha256-${sha256(START, 'base64')}'`;
const PAGE = `<!doctype html><html><head><link rel="manifest" href="/manifest.webmanifest"><script>${START}</script><script src="/_next/static/a.js" async></script></head><body></body></html>`;
const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const KEY = 'dGhlIGtleSBvZiB0aGUgbGluayBpcyBuZXZlciBzZW50';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const COLOUR = '#8b0000';
const COLOURS = { accent: COLOUR, hover: COLOUR, soft: COLOUR, ink: COLOUR };
const DATA = {
  site: { name: 'Acme', logo: null, colours: { light: COLOURS, dark: COLOURS }, notice: null, links: [], languages: ['en'] },
  expiries: {},
  rules: [],
  userName: null,
  mayCreate: true,
};
const WEB_MANIFEST = { name: 'Acme', short_name: 'Acme', icons: [{ src: '/site-logo' }], ...webManifest() };
const json = (value: object) => ({ body: JSON.stringify(value), type: 'application/json' });

const files: Record<string, { body: string; type: string; policy?: string }> = {
  '/data': json(DATA),
  [`/view/${ID}/data`]: json({ ...DATA, paste: null, moderation: null }),
  '/manifest.webmanifest': json(WEB_MANIFEST),
  [`/view/${ID}`]: { body: PAGE, type: 'text/html; charset=utf-8', policy: POLICY },
  '/_next/static/a.js': { body: 'import("b.js");', type: 'text/javascript', policy: "script-src 'self'" },
  '/_next/static/a.css': { body: 'p { color: red }', type: 'text/css' },
};
const expectedOf = (path: string) => {
  const { body = '', type = '', policy } = files[path] ?? {};
  return { sha256: sha256(body), type, policy };
};
const manifest: Manifest = {
  version: '1',
  build: 'b',
  pages: { view: { address: '/view/*', status: 200, ...expectedOf(`/view/${ID}`) } },
  files: { '/_next/static/a.js': expectedOf('/_next/static/a.js'), '/_next/static/a.css': expectedOf('/_next/static/a.css') },
};

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean();
});

type Trick = (answer: Answer, request: { url: string; headers: IncomingHttpHeaders }) => Partial<Answer> | undefined;

/** A host that responds as a right one does, then by the trick. */
async function hostWith(trick: Trick = () => undefined, seen: string[] = []) {
  const server = createServer(({ url = '', headers }, outgoing) => {
    seen.push(`${url} ${JSON.stringify(headers)}`);
    const file = files[url];
    const right: Answer = { status: 404, headers: {}, body: '' };
    if (file) {
      const etag = `"${sha256(file.body)}"`;
      const policy: Record<string, string> = file.policy ? { 'content-security-policy': file.policy } : {};
      Object.assign(right, { status: 200, headers: { 'content-type': file.type, etag, ...policy }, body: file.body });
      if (headers['if-none-match'] === etag) Object.assign(right, { status: 304, body: '' });
      else if (headers.range) Object.assign(right, { status: 206, body: file.body.slice(1) });
    }
    const { status, headers: sent, body } = { ...right, ...trick(right, { url, headers }) };
    const encoding =
      status === 200 && /br|gzip/.exec(String(headers['accept-encoding']).includes('br') ? 'br' : String(headers['accept-encoding']))?.[0];
    const bytes = encoding === 'br' ? brotliCompressSync(body) : encoding ? gzipSync(body) : body;
    outgoing.writeHead(status, { ...(encoding ? { 'content-encoding': encoding } : {}), ...sent }).end(bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` as BaseUrl;
}

const isPage = (url: string) => url === `/view/${ID}`;
const inPage =
  (change: (page: string) => string, isFor: (headers: IncomingHttpHeaders) => boolean = () => true): Trick =>
  ({ body }, { url, headers }) =>
    isPage(url) && isFor(headers) && body ? { body: change(body) } : undefined;
const inScript =
  (isFor: (headers: IncomingHttpHeaders) => boolean): Trick =>
  ({ body }, { url, headers }) =>
    url.endsWith('.js') && isFor(headers) ? { status: 200, body: `${body || 'import("b.js");'} fetch("/x?" + location.hash)` } : undefined;
const inHeaders =
  (pattern: RegExp, more: Record<string, string>): Trick =>
  ({ headers }, { url }) =>
    pattern.test(url) ? { headers: { ...headers, ...more } } : undefined;

/** A host whose data or web manifest has other members, too. */
const inJson =
  (path: string, more: object): Trick =>
  ({ body }, { url }) =>
    url === path ? { body: JSON.stringify({ ...(JSON.parse(body) as object), ...more }) } : undefined;

const compare = async (trick?: Trick, linkPath: string | null = `/view/${ID}`) => compareSite(await hostWith(trick), manifest, linkPath);

it('a right host has no differences, in every encoding', async () => {
  expect(await compare()).toEqual({ differences: [], pages: [`/view/${ID}`], fileCount: 2 });
});

describe('a host that lies is found, when it', () => {
  const VIEW = `/view/${ID}`;
  it.each<[string, Trick, string[]]>([
    [
      'sends the fragment away',
      inPage((page) => page.replace(START, `${START}fetch("/x?" + location.hash)`)),
      [`${VIEW}: other bytes (every visitor)`],
    ],
    ['changes a script', inScript(() => true), ['/_next/static/a.js: other bytes (every visitor)']],
    ['allows more scripts', inHeaders(/view/, { 'content-security-policy': 'script-src *' }), [`${VIEW}: another Content-Security-Policy`]],
    [
      'allows a worker more',
      inHeaders(/\.js$/, { 'content-security-policy': '' }),
      ['/_next/static/a.js: another Content-Security-Policy'],
    ],
    [
      'gives a style sheet another type',
      inHeaders(/\.css$/, { 'content-type': 'text/html' }),
      ['/_next/static/a.css: its type is text/html'],
    ],
    ['sends the browser elsewhere', inHeaders(/view/, { refresh: '0; url=/other' }), [`${VIEW}: a header refresh`]],
    ['loads styles by a header', inHeaders(/view/, { link: '</x.css>; rel=stylesheet' }), [`${VIEW}: a header link that is no preload`]],
    [
      'redirects the page',
      (_, { url }) => (isPage(url) ? { status: 302, headers: { location: '/other' } } : undefined),
      [`${VIEW}: responds 302`],
    ],
    [
      'is right to curl and wrong to Chromium',
      inPage(
        (page) => `${page} `,
        (headers) => Boolean(headers['sec-ch-ua']) && !headers.range && !headers['if-none-match'],
      ),
      [`${VIEW}: other bytes (Chromium, Chromium with cookies, in German)`],
    ],
    [
      'is wrong to phones',
      inPage(
        (page) => `${page} `,
        (headers) => /iPhone/.test(headers['user-agent'] ?? ''),
      ),
      ['(Safari on a phone)'],
    ],
    [
      'is wrong to readers with a cookie',
      inPage(
        (page) => `${page} `,
        (headers) => Boolean(headers.cookie),
      ),
      ['(Chromium with cookies, in German)'],
    ],
    [
      'compresses another script than the plain one',
      inScript((headers) => !/br/.test(String(headers['accept-encoding'])) && /gzip/.test(String(headers['accept-encoding']))),
      ['/_next/static/a.js: other bytes (an old browser)'],
    ],
    [
      'replaces the copy of a browser',
      inScript((headers) => headers['if-none-match'] !== undefined),
      ['(Chromium with its copy, Chromium with an old copy)'],
    ],
    ['sends another part', inScript((headers) => headers.range !== undefined), ['(Chromium for a part)']],
    [
      'changes the policy of a copy',
      ({ status, headers }, { url }) =>
        status === 304 && isPage(url) ? { headers: { ...headers, 'content-security-policy': 'x' } } : undefined,
      [`${VIEW}: another Content-Security-Policy (Chromium with its copy)`],
    ],
    [
      'names a style sheet in its data',
      inJson('/data', { site: { ...DATA.site, style: '/site.css' } }),
      ['/data: unknown data site.style (every visitor)'],
    ],
    [
      'sends colours that are more than colours',
      inJson('/data', { site: { ...DATA.site, colours: { light: COLOURS, dark: { ...COLOURS, ink: 'url(/leak)' } } } }),
      ['/data: colours that are none (every visitor)'],
    ],
    [
      'sends unknown data with a link',
      inJson(`/view/${ID}/data`, { paste: { script: '' }, theme: '' }),
      [`${VIEW}/data: unknown data paste.script`, `${VIEW}/data: unknown data theme`],
    ],
    ['has no data', (_, { url }) => (url === '/data' ? { body: '[]' } : undefined), ['/data: no data of a page (every visitor)']],
    [
      'has a phone share with the server',
      inJson('/manifest.webmanifest', { share_target: { ...webManifest().share_target, action: '/stolen' } }),
      ['/manifest.webmanifest: another share_target (every visitor)'],
    ],
    [
      'has an installed page open files',
      inJson('/manifest.webmanifest', { file_handlers: [{ action: '/stolen' }] }),
      ['/manifest.webmanifest: another file_handlers (every visitor)'],
    ],
    ['has no such file', (_, { url }) => (url.endsWith('.css') ? { status: 404 } : undefined), ['/_next/static/a.css: responds 404']],
  ])('%s', async (_, trick, expected) => {
    const { differences } = await compare(trick);
    for (const part of expected) expect(differences.join('\n')).toContain(part);
    const path = expected[0]?.startsWith(VIEW) ? VIEW : '';
    for (const line of differences) expect(line).toContain(path);
  });
});

it('a page that is wrong to one address only is not found, as the document says', async () => {
  expect(
    (
      await compare(
        inPage(
          (page) => `${page} `,
          (headers) => headers['x-forwarded-for'] === '203.0.113.7',
        ),
      )
    ).differences,
  ).toEqual([]);
});

it('the key of a link is sent nowhere, and a link is needed for its page', async () => {
  const seen: string[] = [];
  const { pages } = await compareSite(await hostWith(undefined, seen), manifest, null);
  expect([pages, seen.some((request) => request.includes('/view/'))]).toEqual([[], false]);
  expect(seen.join()).not.toContain(KEY);
});

it('a link that is no page is refused, and a host out of reach is no difference', async () => {
  await expect(compare(undefined, '/account')).rejects.toMatchObject({ code: EXIT.usage });
  await expect(compareSite('http://127.0.0.1:9' as BaseUrl, manifest, null)).rejects.toMatchObject({ code: EXIT.later });
  await expect(compare(() => ({ status: 503, headers: { 'retry-after': '900' } }))).rejects.toMatchObject({ code: EXIT.later });
});
