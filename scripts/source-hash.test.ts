/** Tests whether a build counts as current, in a small project with the same script. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as ours from './source-hash.mjs';

let root: string;
let project: typeof ours;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sealpaste-source-hash-'));
  for (const file of ['scripts/source-hash.mjs', 'scripts/base-path.mjs']) cpSync(join(ours.rootDir, file), join(root, file));
  write('app/page.tsx', 'first');
  project = (await import(/* @vite-ignore */ pathToFileURL(join(root, 'scripts/source-hash.mjs')).href)) as typeof ours;
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const done = async () => undefined;

it('a build is current once it was made of the sources as they are', async () => {
  expect(project.isBuilt()).toBe(false);
  await project.recordBuild(done);
  expect(project.isBuilt()).toBe(true);
});

it.each([
  ['a source', () => write('app/page.tsx', 'second')],
  ['a new source', () => write('lib/new.ts', '')],
  ['a package', () => write('package-lock.json', '{}')],
  ['an alias of imports', () => write('package.json', '{}')],
  ['the path of BASE_URL', () => vi.stubEnv('BASE_URL', 'https://example.org/paste')],
])('%s that changed makes the build old', async (_, change) => {
  await project.recordBuild(done);
  change();
  expect(project.isBuilt()).toBe(false);
});

it('a build is old when a source changed while it was made', async () => {
  await project.recordBuild(async () => write('app/page.tsx', 'second'));
  expect(project.isBuilt()).toBe(false);
});

it('a build that failed half-way is old, even when its sources are back', async () => {
  await project.recordBuild(done);
  write('app/page.tsx', 'second');
  await expect(project.recordBuild(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  write('app/page.tsx', 'first');
  expect(project.isBuilt()).toBe(false);
});

it('a build of which a part was made anew is old, even when its sources are back', async () => {
  await project.recordBuild(done);
  write('app/page.tsx', 'second');
  project.forgetBuild();
  write('app/page.tsx', 'first');
  expect(project.isBuilt()).toBe(false);
});

it('the name of a build is the same in every folder, for the same path of hosts', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'sealpaste-elsewhere-'));
  try {
    cpSync(root, elsewhere, { recursive: true });
    const copy = (await import(/* @vite-ignore */ pathToFileURL(join(elsewhere, 'scripts/source-hash.mjs')).href)) as typeof ours;
    vi.stubEnv('BASE_URL', 'https://a.example/paste');
    const name = project.hashSources();
    vi.stubEnv('BASE_URL', 'https://b.example/paste/');
    vi.stubEnv('MASTER_KEY', 'secret');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(copy.hashSources()).toBe(name);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

it('tests and what helps them are no source of the build', async () => {
  await project.recordBuild(done);
  write('lib/paste.test.ts', '');
  write('lib/testing/helper.ts', '');
  expect(project.isBuilt()).toBe(true);
});
