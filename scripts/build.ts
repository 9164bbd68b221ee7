/**
 * Builds the database clients, the bundles in dist/, and the pages (.next/). `--generate` stops before the bundles; `--release`
 * compresses what browsers load as well as possible.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateClients } from '../prisma/generate.mjs';
import { buildClient } from './build-client';
import { buildManifest } from './build-manifest';
import { buildPageFiles, PAGES_FOLDER } from './build-pages';
import { bundle, bundleText, forNode, replaceFile } from './bundle.mjs';
import { loadEnvFile } from './env-file.mjs';
import { generateMessages } from './generate-messages';
import { generateOperations } from './generate-operations';
import { noticesOf, productionPackages } from './licenses';
import { precompress } from './precompress';
import { forgetBuild, recordBuild, rootDir } from './source-hash.mjs';

const DIST = join(rootDir, 'dist');

const PROGRAMS = {
  web: 'server/main.ts',
  worker: 'worker/main.ts',
  admin: 'server/admin.ts',
  health: 'server/health.ts',
  'plain-next': 'server/plain-next.ts',
  'sqlite-thread': 'lib/db/engines/sqlite-thread.ts',
  backup: 'lib/operations/backup/backup-process.ts',
};

/** Options of the programs that run on the server. A dynamic import becomes a file of its own, read only when needed. */
export function serverPrograms() {
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' };
  return forNode({ outDir: DIST, minify: false, rolldownOptions: { input: PROGRAMS, output } });
}

/** Builds the service worker of an installed page. */
export async function buildShareWorker(): Promise<string> {
  const text = await bundleText('components/paste/editor/model/share.worker.ts');
  await replaceFile(join(DIST, 'share/worker.js'), text);
  return text;
}

/** Generates the files that the sources import and git doesn't have. */
export async function generate(): Promise<void> {
  await Promise.all([generateMessages(), generateClients()]);
  await generateOperations();
}

/** Builds what tests of sources need besides them. */
export async function buildBundles(): Promise<void> {
  forgetBuild();
  await generate();
  // Their names change with their contents.
  await rm(join(DIST, 'chunks'), { recursive: true, force: true });
  await bundle(serverPrograms());
  await buildShareWorker();
  await buildClient();
}

/** Builds everything, and says what is made and how long that usually takes: whoever starts Sealpaste for the first time waits for it. */
async function buildAll(options: { isRelease: boolean }): Promise<void> {
  console.log('Compiling the server, the worker and the client, about 4 s…');
  await buildBundles();
  // One after the other, since each takes nearly 1 GB of memory; Next first, because this process keeps what Vite took.
  console.log('Building the pages that are rendered, about 13 s…');
  await buildRenderedPages();
  console.log('Building the pages that are files, about 6 s…');
  const pages = await buildPageFiles();
  console.log(`Compressing the pages, about ${options.isRelease ? 60 : 3} s…`);
  for (const folder of [join(rootDir, '.next/static'), PAGES_FOLDER]) await precompress(folder, options);
  await replaceFile(join(DIST, 'licenses.txt'), await noticesOf(await productionPackages()));
  await buildClient(await buildManifest(pages, await buildShareWorker()));
}

/** Has Next build the pages that it renders for each request. It tells much that only matters when it fails. */
async function buildRenderedPages(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
  const run = promisify(execFile)(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: rootDir,
    env,
    maxBuffer: Infinity,
  });
  await run.catch(({ stdout, stderr }) => {
    throw new Error(`next build failed\n${stdout}${stderr}`);
  });
}

export async function main(steps: string[]): Promise<void> {
  // The build needs BASE_URL.
  loadEnvFile(rootDir);
  if (steps.includes('--generate')) await generate();
  else await recordBuild(() => buildAll({ isRelease: steps.includes('--release') }));
}
