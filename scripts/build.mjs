// @ts-check
/**
 * Builds the database clients, the bundles in dist/, and the pages (.next/).
 * `node scripts/build.mjs [--generate | --bundles]` stops after the named step; `--pages` makes only the parts after the bundles;
 * `--release` compresses what browsers load as well as possible.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { generateClients } from '../prisma/generate.mjs';
import { basePathOf } from './base-path.mjs';
import { buildClient } from './build-client.mjs';
import { buildManifest } from './build-manifest.mjs';
import { buildPageFiles, PAGES_FOLDER } from './build-pages.mjs';
import { buildShareWorker } from './bundle-script.mjs';
import { loadEnvFile } from './env-file.mjs';
import { generateMessages, groupOf } from './generate-messages.mjs';
import { generateOperations } from './generate-operations.mjs';
import { noticesOf, productionPackages } from './licenses.mjs';
import { precompress } from './precompress.mjs';
import { replaceFile } from './replace-file.mjs';
import { makeCurrent, rootDir } from './source-hash.mjs';
import { messagesInProcess } from './vite-options.mjs';

const ENTRY_POINTS = {
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
 * @type {esbuild.Plugin}
 */
const packageMapsPlugin = {
  name: 'package-maps',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const map = JSON.stringify({ version: 3, sources: [basename(path)], sourcesContent: [''], mappings: 'AAAA' });
      const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
      return { contents: `${await readFile(path, 'utf8')}\n${comment}`, loader: 'js' };
    });
  },
};

/**
 * Leaves out zod's words in languages other than English, half of zod: our programs have their own words, and zod exports all.
 * @type {esbuild.Plugin}
 */
const zodPlugin = {
  name: 'zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

/**
 * Gives the server's programs the sentences in the language of each request.
 * @type {esbuild.Plugin}
 */
const messagesPlugin = {
  name: 'messages',
  setup(build) {
    build.onLoad({ filter: /[\\/]components[\\/]messages[\\/][^\\/]+\.ts$/ }, ({ path }) => ({
      contents: messagesInProcess(groupOf(path)),
      resolveDir: rootDir,
    }));
  },
};

/**
 * Writes changed files, and removes files of an earlier build from dist/chunks/.
 * @param {(isChanged: boolean) => Promise<void>} [onWritten] called with whether a file changed; the next build waits for its end
 * @returns {esbuild.Plugin}
 */
const outputPlugin = (onWritten) => ({
  name: 'output',
  setup(build) {
    build.onEnd(async ({ errors, outputFiles = [] }) => {
      if (errors.length > 0) return;
      const folder = join(rootDir, 'dist/chunks');
      await mkdir(folder, { recursive: true });
      let isChanged = false;
      for (const { path, contents } of outputFiles) if (await replaceFile(path, contents)) isChanged = true;
      const current = new Set(outputFiles.map(({ path }) => path));
      for (const file of await readdir(folder)) if (!current.has(join(folder, file))) await rm(join(folder, file), { force: true });
      await onWritten?.(isChanged);
    });
  },
});

/**
 * Packages outside the bundles: the native one, Next, which loads files beside itself, and those that production doesn't install
 * or never needs. All others are bundled, because finding and reading hundreds of small files costs more than running them.
 */
const EXTERNAL = ['@photostructure/sqlite', 'esbuild', 'next', 'pino-pretty', 'pg-native', 'supports-color', 'vite'];

/**
 * @param {(isChanged: boolean) => Promise<void>} [onWritten] called after each build that succeeds
 * @returns {esbuild.BuildOptions}
 */
export function bundleOptions(onWritten) {
  return {
    absWorkingDir: rootDir,
    entryPoints: ENTRY_POINTS,
    outdir: 'dist',
    bundle: true,
    // A dynamic import becomes a file of its own, read only when needed. `import()` of a CommonJS package gives only the default
    // export here, so our code imports modules of ours dynamically, which import such packages.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: EXTERNAL,
    // CommonJS packages load Node's modules by `require`, which an ES module doesn't have.
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
    legalComments: 'linked',
    sourcemap: 'linked',
    logLevel: 'warning',
    define: { 'process.env.BASE_PATH': JSON.stringify(basePathOf(process.env.BASE_URL)) },
    plugins: [zodPlugin, packageMapsPlugin, messagesPlugin, outputPlugin(onWritten)],
  };
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
    await step('Building the pages that are files', 8, buildPageFiles);
    await step('Compressing the pages', options.isRelease ? 60 : 3, async () => {
      for (const folder of [join(rootDir, '.next/static'), PAGES_FOLDER]) await precompress(folder, options);
    });
    await replaceFile(join(rootDir, 'dist/licenses.txt'), Buffer.from(await noticesOf(await productionPackages())));
    await buildShareWorker();
    await buildManifest();
    // The client carries the manifest.
    await buildClient();
  });
}

/** Generates the files that the sources import and git doesn't have. */
export async function generate() {
  await generateMessages();
  await generateClients();
  await generateOperations();
}

export function buildBundles() {
  return makeCurrent('bundles', async () => {
    await step('Compiling the server, the worker and the client', 6, async () => {
      await generate();
      await esbuild.build(bundleOptions());
      await buildShareWorker();
      await buildClient();
    });
  });
}

/** Has Next build the pages that it renders for each request. */
async function buildRenderedPages() {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: rootDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  // Next tells much that only matters when it fails.
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      told += text;
    });
  // Any other failure ends the build: Next doesn't go on alone.
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`next build failed\n${told}`);
}

if (process.argv[1] && relative(process.argv[1], fileURLToPath(import.meta.url)) === '') {
  // The build needs BASE_URL.
  loadEnvFile(rootDir);
  const steps = process.argv.slice(2);
  if (steps.includes('--generate')) await generate();
  else {
    if (!steps.includes('--pages')) await buildBundles();
    // Its service keeps 500 MB, also while Next compiles; the next use starts another.
    await esbuild.stop();
    if (!steps.includes('--bundles')) await buildRest({ isRelease: steps.includes('--release') });
  }
}
