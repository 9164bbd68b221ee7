/** Tests the manifest and `sealpaste verify` with the real build, and with a host that changes what the real one sends. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import type { Manifest } from '../../cli/manifest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { type Client, newClient, type Run } from '../support/client';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';

const MANIFEST = '/.well-known/sealpaste-manifest.json';

let database: TestDatabase;
let web: WebProcess;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase('sqlite');
  web = await startWeb(testEnvironment(database));
  client = newClient(web.url);
});
afterAll(async () => {
  client?.remove();
  await web?.kill();
  await database?.drop();
});

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean();
});

const said = ({ code, stdout, stderr }: Run) => ({ code, stdout: stdout.toString(), stderr });
const verify = async (...args: string[]) => said(await client.run(['verify', ...args]));
const manifest = () => JSON.parse(readFileSync(join(rootDir, '.next/manifest.json'), 'utf8')) as Manifest;

/** A host between the client and the real one, which changes bodies as a browser reads them. */
async function startHostile(change: (path: string, body: Buffer, headers: IncomingHttpHeaders) => Buffer): Promise<string> {
  const server = createServer(async ({ url = '', headers }, outgoing) => {
    const asked = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const response = await fetch(web.url + url, { headers: { ...asked, connection: 'close', 'accept-encoding': 'identity' } });
    const right = Buffer.from(await response.arrayBuffer());
    const body = change(url, right, headers);
    const isCompressed = response.status === 200 && String(headers['accept-encoding']).includes('br');
    const { 'content-length': _, ...sent } = Object.fromEntries(response.headers);
    outgoing.writeHead(response.status, { ...sent, ...(isCompressed ? { 'content-encoding': 'br' } : {}) });
    outgoing.end(isCompressed ? brotliCompressSync(body, { params: { 1: 1 } }) : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the manifest', () => {
  it('is served as the build made it, and only once to who has it', async () => {
    const response = await fetch(web.url + MANIFEST);
    expect(await response.text()).toBe(readFileSync(join(rootDir, '.next/manifest.json'), 'utf8'));
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
    expect((await fetch(web.url + MANIFEST, { headers })).status).toBe(304);
  });

  it('has the hash of each file that a page names, in both forms', async () => {
    const { files } = (await (await fetch(web.url + MANIFEST)).json()) as { files: Record<string, { sha256: string; integrity: string }> };
    const page = await (await fetch(web.url)).text();
    const named = [...page.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(named.length).toBeGreaterThan(3);
    for (const path of named) {
      const bytes = Buffer.from(await (await fetch(web.url + path)).arrayBuffer());
      const digest = createHash('sha256').update(bytes).digest();
      expect([path, files[path]]).toEqual([
        path,
        expect.objectContaining({ sha256: digest.toString('hex'), integrity: `sha256-${digest.toString('base64')}` }),
      ]);
    }
  });
});

describe('sealpaste verify', () => {
  it('finds no difference at a right host', async () => {
    const { code, stdout, stderr } = await verify(web.url);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/says it is version \d\S+, build [0-9a-f]{12}\.\n.*\nThe same for 6 kinds of visitors: \d{3} files/);
  });

  it('takes the manifest of a file, and no other build’s', async () => {
    const other = join(client.folder, 'other.json');
    writeFileSync(other, JSON.stringify({ ...manifest(), build: 'other' }));
    expect(await verify(web.url, '--manifest', other)).toMatchObject({ code: 1, stderr: expect.stringMatching(/different builds/) });
    writeFileSync(other, readFileSync(join(rootDir, '.next/manifest.json')));
    expect((await verify(web.url, '--manifest', other)).code).toBe(0);
    writeFileSync(other, '[]');
    expect((await verify(web.url, '--manifest', other)).code).toBe(2);
  });

  it('exits with 6 when the host can’t be reached', async () => {
    expect(await verify('http://127.0.0.1:9')).toMatchObject({ code: 6, stdout: '' });
  });

  it('finds a script that one browser gets changed, and a manifest that hides it', async () => {
    const path = Object.keys(manifest().files).find((name) => /chunks\/.*\.js$/.test(name)) ?? '';
    const evil = Buffer.from('\nfetch("/x?" + location.hash)');
    const change = (url: string, body: Buffer, headers: IncomingHttpHeaders) =>
      url === path && /Firefox/.test(headers['user-agent'] ?? '') ? Buffer.concat([body, evil]) : body;
    const { code, stdout } = await verify(await startHostile(change));
    expect([code, stdout.match(/^differs: .*$/gm)]).toEqual([1, [`differs: ${path}: other bytes (Firefox)`]]);

    const hiding = await startHostile((url, body, headers) => {
      if (url !== MANIFEST) return change(url, body, headers);
      const claimed = JSON.parse(body.toString()) as Manifest;
      Object.assign(claimed.files[path] ?? {}, { sha256: 'f'.repeat(64) });
      return Buffer.from(JSON.stringify(claimed));
    });
    const hidden = await verify(hiding);
    expect([hidden.code, hidden.stdout.match(/^differs: .*$/gm)]).toEqual([
      1,
      [`differs: ${MANIFEST}: another manifest`, `differs: ${path}: other bytes (Firefox)`],
    ]);
  });
});
