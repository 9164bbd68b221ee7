/** Tests the manifest and `sealpaste verify` with the real build; the tests in cli change what a host sends. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { createPaste } from '../support/api';
import { type Client, newClient, type Run } from '../support/client';
import { findIn } from '../support/needles';
import { startRecorder } from '../support/recorder';
import { createSealed } from '../support/sealed';
import { withService } from '../support/service';

const MANIFEST = '/.well-known/sealpaste-manifest.json';

const service = withService();
let client: Client;

beforeAll(async () => {
  client = newClient(service.url);
});
afterAll(() => client?.remove());

const said = ({ code, stdout, stderr }: Run) => ({ code, stdout: stdout.toString(), stderr });

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
    const named = [...page.matchAll(/src="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
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
  it('finds no difference at a right host, and sends no key of a link', async () => {
    const { path, key } = await createSealed(service.url, { content: 'text' });
    const [page = ''] = path.split('#');
    const recorder = await startRecorder();
    recorder.forwardTo(Number(new URL(service.url).port));
    const { files } = (await (await fetch(service.url + MANIFEST)).json()) as { files: object };
    const { code, stdout, stderr } = said(await client.run(['verify', recorder.url, '--link', '-'], { input: recorder.url + path }));
    await recorder.close();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/says it is version \d\S+, build [0-9a-f]{12}\.\n/);
    expect(stdout).toContain(`\nThe same for 6 kinds of visitors: ${Object.keys(files).length} files, pages /`);
    expect(stdout).toContain(` ${page}`);
    expect(recorder.sent().includes(page)).toBe(true);
    expect(findIn(recorder.sent(), key)).toEqual([]);
  });

  it('finds that the page of a paste that the server encrypts is rendered there', async () => {
    const { publicId } = await createPaste(service.url, { content: 'text' });
    expect(said(await client.run(['verify', service.url, '--link', `${service.url}/view/${publicId}`]))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/other bytes/),
    });
  });
});
