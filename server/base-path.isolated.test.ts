/** The service below a path of its host: behind a proxy that removes the path, and behind one that doesn't. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestServices } from '#lib/composition/testing/test-services';
import { createWebServer } from './web-server';

const BASE = '/paste';
const BASE_URL = `https://host.example${BASE}`;
vi.stubEnv('BASE_PATH', BASE);

let services: Awaited<ReturnType<typeof openTestServices>>;
let origin: string;
const shown: string[] = [];
let stop: () => Promise<void>;

beforeAll(async () => {
  services = await openTestServices({ BASE_URL, SITE_COLOR: '#8b0000', ABUSE_CONTACT: 'abuse@host.example', STOP_DELAY_MS: '0' });
  const { endpoints } = await import('#lib/api/routes');
  const pages = {
    isDevelopment: false,
    files: null,
    assets: (incoming: { url?: string }, outgoing: { end(text: string): void }) => {
      if (!incoming.url?.startsWith('/_next/static/')) return false;
      outgoing.end('file');
      return true;
    },
    handle: async (incoming: { url?: string }, outgoing: { end(text: string): void }) => {
      shown.push(incoming.url ?? '');
      outgoing.end('page');
    },
  };
  const web = createWebServer(services, endpoints, pages as never);
  web.server.listen(0, '127.0.0.1');
  await once(web.server, 'listening');
  origin = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`;
  stop = web.stop;
});
afterAll(async () => {
  await stop();
  await services.end();
  vi.unstubAllEnvs();
});

/** @param path as the routes know it */
const ask = (prefix: string, path: string, init: RequestInit = {}) => fetch(`${origin}${prefix}${path}`, { redirect: 'manual', ...init });
const post = (prefix: string, path: string, body: unknown) =>
  ask(prefix, path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

describe.each([
  ['leaves the path', BASE],
  ['takes the path away', ''],
])('where the proxy %s', (_, prefix) => {
  it('a paste is created, read, and named by addresses below the path', async () => {
    const created = (await (await post(prefix, '/api/v1/pastes', { content: 'text' })).json()) as Record<string, string>;
    const id = created.publicId ?? '';
    expect(created).toMatchObject({ url: `${BASE_URL}/view/${id}`, rawUrl: `${BASE_URL}/raw/${id}` });
    expect(await (await ask(prefix, `/raw/${id}`)).text()).toBe('text');
    expect((await ask(prefix, `/api/v1/pastes/${id}`)).status).toBe(200);
    const list = await ask(prefix, `/documents/${id}`);
    expect(await list.json()).toEqual({ key: id, data: 'text' });
  });

  it('uploads work with and without a name', async () => {
    for (const path of ['/', '/notes.md', '/?ttl=1h']) {
      const response = await ask(prefix, path, { method: 'PUT', body: 'text' });
      expect([path, response.status]).toEqual([path, 201]);
      expect(await response.text()).toMatch(new RegExp(`^${BASE_URL}/view/\\w{24}\n$`));
    }
  });

  it('a browser that asks for a text that burns is sent to its page', async () => {
    const created = (await (await post(prefix, '/api/v1/pastes', { content: 'a', burnAfterRead: true })).json()) as { publicId: string };
    const response = await ask(prefix, `/raw/${created.publicId}`, { headers: { Accept: 'text/html' } });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${BASE}/view/${created.publicId}`]);
  });

  it('signing in leads to a page below the path, with a cookie for the path alone', async () => {
    const key = await services.keyOf(`anna${prefix.length}`);
    const form = {
      method: 'POST',
      body: new URLSearchParams({ apiKey: key }),
      headers: { Origin: 'https://host.example', Accept: 'text/html' },
    };
    const response = await ask(prefix, '/account/actions/sign-in', form);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${BASE}/mine`]);
    expect(response.headers.get('set-cookie')).toMatch(/^__Secure-sealpaste-session=[^;]+; Path=\/paste; HttpOnly; SameSite=Lax; Secure;/);
  });

  it('pages and files of the build are found, and Next is asked for its own paths', async () => {
    shown.length = 0;
    for (const path of ['/', '/?a=b', '/view/x?raw', '/account']) expect(await (await ask(prefix, path)).text()).toBe('page');
    expect(shown).toEqual([BASE, `${BASE}?a=b`, `${BASE}/view/x?raw`, `${BASE}/account`]);
    expect(await (await ask(prefix, '/_next/static/x.js')).text()).toBe('file');
  });

  it('what tools and browsers fetch names addresses below the path', async () => {
    const text = async (path: string) => (await ask(prefix, path)).text();
    expect(await text('/help.txt')).toContain(`curl -T notes.md ${BASE_URL}/\n`);
    expect(JSON.parse(await text('/sealpaste.sxcu'))).toMatchObject({ RequestURL: `${BASE_URL}/` });
    expect(JSON.parse(await text('/api/v1/openapi.json'))).toMatchObject({ servers: [{ url: BASE_URL }] });
    expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({
      start_url: `${BASE}/`,
      icons: [{ src: `${BASE}/icon.svg` }, {}],
    });
    expect(await text('/robots.txt')).toContain(`Disallow: ${BASE}/\n`);
    expect(await text('/.well-known/security.txt')).toContain('Canonical: https://host.example/.well-known/security.txt\n');
    expect(await text('/healthz')).toContain('ok');
  });
});

it('the root of the service has one with and one without a slash', async () => {
  shown.length = 0;
  await fetch(`${origin}${BASE}`);
  await fetch(`${origin}${BASE}?a=b`);
  await fetch(`${origin}${BASE}/`);
  expect(shown).toEqual([BASE, `${BASE}?a=b`, BASE]);
});

it('a path that only begins like it is another one', async () => {
  shown.length = 0;
  await fetch(`${origin}${BASE}d/view/x`);
  expect(shown).toEqual([`${BASE}${BASE}d/view/x`]);
});

it('what Next renders and redirects is found below the path', async () => {
  const rootDir = mkdtempSync(join(tmpdir(), 'base-path-'));
  mkdirSync(join(rootDir, '.next'));
  const redirects = [{ regex: '^/paste/moved$' }];
  const files = {
    '.next/manifest.json': { pages: {} },
    '.next/routes-manifest.json': { staticRoutes: [{ page: '/account', regex: '^/account$' }], dynamicRoutes: [], redirects },
    '.next/app-path-routes-manifest.json': { '/account/page': '/account' },
  };
  for (const [name, value] of Object.entries(files)) writeFileSync(join(rootDir, name), JSON.stringify(value));
  const { createStaticPages } = await import('./static-pages');
  const { isRendered } = createStaticPages(rootDir);
  rmSync(rootDir, { recursive: true });
  expect(['/account', '/moved', '/nowhere'].map(isRendered)).toEqual([true, true, false]);
});
