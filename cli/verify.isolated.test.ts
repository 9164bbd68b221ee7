/** The manifest of a host is believed when its bytes have the hash that this client knows. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { webManifest } from '../lib/site/web-manifest.rules';
import { EXIT } from './exit';
import { showRun } from './testing/show-run';

const MANIFEST = JSON.stringify({ version: '1.2.3', build: 'b'.repeat(64), pages: {}, files: {} });
const OTHER = JSON.stringify({
  version: '1.2.3',
  build: 'b'.repeat(64),
  pages: {},
  files: { '/x.js': { sha256: 'f'.repeat(64), type: 'a' } },
});

/** Files that every right host serves besides its manifest. */
const OTHER_FILES: Readonly<Record<string, string>> = {
  '/data': '{}',
  '/manifest.webmanifest': JSON.stringify(webManifest((path) => path)),
};

let server: Server;
let url: string;
let folder: string;
/** The host's manifest; null: it has none. */
let served: string | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-verify-'));
  server = createServer(({ url: path }, response) => {
    const other = OTHER_FILES[path ?? ''];
    response.writeHead(other === undefined && served === null ? 404 : 200).end(other ?? served ?? '{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(folder, 'manifest.json'), MANIFEST);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

const sha256 = createHash('sha256').update(MANIFEST).digest('hex');
function verify(manifest: string | null, ...more: string[]) {
  served = manifest;
  vi.stubEnv('KNOWN_MANIFEST', JSON.stringify({ version: '1.2.3', build: 'b'.repeat(64), sha256 }));
  return showRun(['verify', url, ...more], { HOME: folder }, { isTerminal: false });
}

describe('the manifest of a host', () => {
  it('is taken when its bytes have the known hash', async () => {
    expect(await verify(MANIFEST)).toMatchObject({
      code: EXIT.done,
      stdout: expect.stringContaining('The same for 6 kinds of visitors: 0 files'),
    });
  });

  it.each([OTHER, `${MANIFEST}\n`, null, '[]'])(
    'is a difference when it has other bytes, and nothing is compared: %s',
    async (manifest) => {
      const { code, stdout, stderr } = await verify(manifest);
      expect([code, stderr]).toEqual([EXIT.other, expect.stringContaining('another manifest. Nothing else was compared')]);
      expect(stdout).not.toContain('The same');
    },
  );

  it('is compared with that of a file, which counts', async () => {
    const manifest = ['--manifest', join(folder, 'manifest.json')];
    expect((await verify(MANIFEST, ...manifest)).code).toBe(EXIT.done);
    expect(await verify(OTHER, ...manifest)).toMatchObject({
      code: EXIT.other,
      stdout: expect.stringContaining('differs: /.well-known/sealpaste-manifest.json: another manifest'),
    });
    const ofFile = join(folder, 'other.json');
    writeFileSync(ofFile, MANIFEST.replace('bbb', 'ccc'));
    expect(await verify(MANIFEST, '--manifest', ofFile)).toMatchObject({
      code: EXIT.other,
      stderr: expect.stringContaining('different builds'),
    });
    writeFileSync(ofFile, '[]');
    expect((await verify(MANIFEST, '--manifest', ofFile)).code).toBe(EXIT.usage);
  });
});
