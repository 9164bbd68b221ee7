import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { precompress } from '../scripts/precompress';
import { createStaticAssets } from './static-assets';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0)) await clean();
});

test('scripts have the workers’ policy; no static asset has an ETag', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  for (const name of ['a.js', 'a.css']) writeFileSync(join(folder, name), '/* */');
  const serve = createStaticAssets({ '/assets/': folder });
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing, 'id')).listen(0, '127.0.0.1');
  cleanUp.push(() => {
    server.close();
    // fetch keeps its connection for the next request.
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/assets/${path}`);
  for (const path of ['a.js', 'a.js?dpl=1']) {
    expect((await get(path)).headers.get('content-security-policy'), path).toContain("default-src 'none'");
  }
  const { headers } = await get('a.css');
  expect(headers.get('content-security-policy')).toBeNull();
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': expect.stringContaining('immutable'),
    'x-content-type-options': 'nosniff',
    'x-request-id': 'id',
  });
  expect(headers.get('etag')).toBeNull();
});

test.each([
  ['br, gzip', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip', 'gzip'],
  ['br;q=0', null],
  ['identity', null],
])('a file goes out as its client wants it: %s', async (accepted, encoding) => {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.css'), `/* ${'x'.repeat(2_000)} */`);
  await precompress(folder, { isRelease: false });
  const serve = createStaticAssets({ '/assets/': folder });
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing, 'id')).listen(0, '127.0.0.1');
  cleanUp.push(() => {
    server.close();
    // fetch keeps its connection for the next request.
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/assets/a.css`;
  const { headers } = await fetch(url, { headers: { 'Accept-Encoding': accepted } });
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
});

test('each folder has its own addresses', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assets-'));
  cleanUp.push(() => rmSync(root, { recursive: true }));
  const folders = Object.fromEntries(['/assets/', '/_next/static/'].map((prefix, index) => [prefix, join(root, String(index))]));
  for (const [prefix, folder] of Object.entries(folders)) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.js'), prefix);
  }
  const serve = createStaticAssets(folders);
  const server = createServer((incoming, outgoing) => {
    if (!serve(incoming, outgoing, 'id')) outgoing.writeHead(421).end();
  }).listen(0, '127.0.0.1');
  cleanUp.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return [response.status, await response.text()];
  };
  for (const prefix of Object.keys(folders)) expect(await get(`${prefix}a.js`)).toEqual([200, prefix]);
  expect(await get('/assets/b.js')).toEqual([404, '']);
  expect((await get('/assets'))[0]).toBe(421);
});
