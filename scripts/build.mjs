// @ts-check
/**
 * Builds the database clients, the bundles in dist/, and the pages (.next/).
 * `node scripts/build.mjs [--generate | --bundles]` stops after the named step; `--pages` makes only the parts after the bundles;
 * `--release` compresses what browsers load as well as possible.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateClients } from '../prisma/generate.mjs';
import { buildClient } from './build-client.mjs';
import { buildManifest } from './build-manifest.mjs';
import { buildPageFiles, PAGES_FOLDER } from './build-pages.mjs';
import { bundle, bundleText, forNode, replaceFile } from './bundle.mjs';
import { loadEnvFile } from './env-file.mjs';
import { generateMessages } from './generate-messages.mjs';
import { generateOperations } from './generate-operations.mjs';
import { noticesOf, productionPackages } from './licenses.mjs';
import { precompress } from './precompress.mjs';
import { makeCurrent, rootDir } from './source-hash.mjs';

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

/**
 * Leaves packages out of source maps, so that a stack shows only their files: `--enable-source-maps` reads the whole map at the
 * start, and that of the packages is ten times as large as ours.
 * @type {import('vite').Plugin}
 */
const packageMapsPlugin = {
  name: 'package-maps',
  transform: { filter: { id: /\/node_modules\// }, handler: (code) => ({ code, map: { mappings: '' } }) },
};

/**
 * Leaves files alone that have the same content already, which a process may be reading, and removes those of an earlier build.
 * @param {(isChanged: boolean) => Promise<void>} [onWritten] called with whether a file changed; the next build waits for its end
 * @returns {import('vite').Plugin}
 */
const outputPlugin = (onWritten) => {
  let isChanged = false;
  return {
    name: 'output',
    generateBundle: {
      order: 'post',
      async handler(_, files) {
        const before = await readdir(join(DIST, 'chunks')).catch(() => []);
        for (const name of before) if (!(`chunks/${name}` in files)) await rm(join(DIST, 'chunks', name));
        for (const [name, file] of Object.entries(files)) {
          const old = await readFile(join(DIST, name), 'utf8').catch(() => null);
          if (old === (file.type === 'chunk' ? file.code : file.source)) delete files[name];
        }
        isChanged = Object.keys(files).length > 0;
      },
    },
    writeBundle: () => onWritten?.(isChanged),
  };
};

/**
 * Options of the programs that run on the server. A dynamic import becomes a file of its own, read only when needed.
 * @param {(isChanged: boolean) => Promise<void>} [onWritten] see `outputPlugin`
 */
export function serverPrograms(onWritten) {
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' };
  const watch = onWritten ? {} : null;
  const options = forNode({ outDir: DIST, minify: false, sourcemap: true, watch, rolldownOptions: { input: PROGRAMS, output } });
  return { ...options, plugins: [...(options.plugins ?? []), packageMapsPlugin, outputPlugin(onWritten)] };
}

/** Builds the service worker of an installed page. */
export async function buildShareWorker() {
  const text = await bundleText('components/paste/editor/model/share.worker.ts');
  await replaceFile(join(DIST, 'share/worker.js'), text);
  return text;
}

/**
 * Says what is made and how long that usually takes: whoever starts Sealpaste for the first time waits for it.
 * @template Result @param {string} name @param {number} seconds @param {() => Promise<Result>} make
 */
function step(name, seconds, make) {
  console.log(`${name}, about ${seconds} s…`);
  return make();
}

/** @param {{ isRelease: boolean }} options */
export function buildRest(options = { isRelease: false }) {
  return makeCurrent('pages', async () => {
    // One after the other, since each takes nearly 1 GB of memory; Next first, because this process keeps what Vite took.
    await step('Building the pages that are rendered', 13, buildRenderedPages);
    const pages = await step('Building the pages that are files', 6, buildPageFiles);
    await step('Compressing the pages', options.isRelease ? 60 : 3, async () => {
      for (const folder of [join(rootDir, '.next/static'), PAGES_FOLDER]) await precompress(folder, options);
    });
    await replaceFile(join(DIST, 'licenses.txt'), await noticesOf(await productionPackages()));
    await buildManifest(pages, await buildShareWorker());
    // The client carries the manifest.
    await buildClient();
  });
}

/** Generates the files that the sources import and git doesn't have. */
export async function generate() {
  await Promise.all([generateMessages(), generateClients()]);
  await generateOperations();
}

export function buildBundles() {
  return makeCurrent('bundles', async () => {
    await step('Compiling the server, the worker and the client', 4, async () => {
      await generate();
      await bundle(serverPrograms());
      await buildShareWorker();
      await buildClient();
    });
  });
}

/** Has Next build the pages that it renders for each request. It tells much that only matters when it fails. */
async function buildRenderedPages() {
  const next = promisify(execFile)(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: rootDir,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    maxBuffer: Infinity,
  });
  // Any other failure ends the build: Next doesn't go on alone.
  process.once('exit', () => next.child.kill());
  await next.catch(({ stdout, stderr }) => {
    throw new Error(`next build failed\n${stdout}${stderr}`);
  });
}

if (process.argv[1] === import.meta.filename) {
  // The build needs BASE_URL.
  loadEnvFile(rootDir);
  const steps = process.argv.slice(2);
  if (steps.includes('--generate')) await generate();
  else {
    if (!steps.includes('--pages')) await buildBundles();
    if (!steps.includes('--bundles')) await buildRest({ isRelease: steps.includes('--release') });
  }
}
