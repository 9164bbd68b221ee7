// @ts-check
/**
 * Builds what runs: database clients, the bundles in dist/, and the pages (.next/).
 * `node server/build.mjs [--generate | --bundles]` stops after the named step; `--pages` makes what comes after the bundles.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { generateClients } from '../prisma/generate.mjs';
import { rootDir, stampBuild } from './build-stamp.mjs';
import { precompress } from './precompress.mjs';
import { subsetFonts } from './subset-fonts.mjs';

const ENTRY_POINTS = {
  web: 'server/main.ts',
  worker: 'worker/main.ts',
  admin: 'server/admin.ts',
  health: 'server/health.ts',
  'sqlite-thread': 'lib/db/sqlite/sqlite.thread.ts',
  'sqlite-copy': 'lib/db/sqlite/sqlite.copy-process.ts',
};

/**
 * Gives `virtual:routes` its content: one import for each app/**\/route.ts, so that the file's place
 * is the only place where a route's path is written.
 * @type {esbuild.Plugin}
 */
const routesPlugin = {
  name: 'routes',
  setup(build) {
    build.onResolve({ filter: /^virtual:routes$/ }, () => ({ path: 'routes', namespace: 'routes' }));
    build.onLoad({ filter: /.*/, namespace: 'routes' }, () => ({ contents: routesModule(), resolveDir: rootDir, loader: 'js' }));
  },
};

function routesModule() {
  const files = readdirSync(join(rootDir, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)route\.ts$/.test(file))
    .sort();
  const imports = files.map((file, index) => `import * as route${index} from './app/${file}';`);
  const table = files.map((file, index) => `  { pattern: ${JSON.stringify(toPattern(file))}, module: route${index} },`);
  return `${imports.join('\n')}\nexport const routes = [\n${table.join('\n')}\n];\n`;
}

/**
 * `api/v1/pastes/[publicId]/route.ts` → `/api/v1/pastes/:publicId`; `[...rest]` → `*rest`; route groups `(name)` vanish.
 * @param {string} file
 */
function toPattern(file) {
  const segments = file
    .split('/')
    .slice(0, -1)
    .filter((segment) => !/^\(.*\)$/.test(segment));
  return `/${segments.map((segment) => segment.replace(/^\[\.\.\.(.+)\]$/, '*$1').replace(/^\[(.+)\]$/, ':$1')).join('/')}`;
}

/** @returns {esbuild.BuildOptions} */
export function bundleOptions() {
  return {
    absWorkingDir: rootDir,
    entryPoints: ENTRY_POINTS,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [routesPlugin],
  };
}

/** Builds everything. */
export async function build() {
  await buildBundles();
  await buildRest();
}

async function buildRest() {
  await subsetFonts();
  buildPages();
  await precompress(join(rootDir, '.next/static'));
  stampBuild();
}

/** What the sources import and is not in git, except fonts, which only pages need. */
async function generate() {
  await generateClients();
  await buildEarlyScript();
}

export async function buildBundles() {
  await generate();
  await esbuild.build(bundleOptions());
}

/** The program that is part of the view's document, as text for its page. */
async function buildEarlyScript() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints: ['components/view/early/early.entry.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  // `</script` in a string of it would end the element.
  const code = (outputFiles[0]?.text ?? '').trim().replaceAll('</', '<\\/');
  await writeFile(join(rootDir, 'components/view/early/generated.ts'), `export const earlyScript = ${JSON.stringify(code)};\n`);
}

function buildPages() {
  const { status } = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: rootDir,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error('next build failed');
}

if (process.argv[1] && relative(process.argv[1], fileURLToPath(import.meta.url)) === '') {
  const [step] = process.argv.slice(2);
  if (step === '--generate') await generate();
  else if (step === '--bundles') await buildBundles();
  else if (step === '--pages') await buildRest();
  else await build();
}
