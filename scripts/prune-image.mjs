#!/usr/bin/env node
/**
 * Removes all files from a built project that web, worker and admin don't load, for the image: `node scripts/prune-image.mjs
 * [FOLDER]`. Next's build lists the files of its server and the pages (`*.nft.json`); this script traces the packages outside our
 * bundles. e2e/http/image.test.ts runs the remaining files.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? '.');
const require = createRequire(join(folder, 'package.json'));

/** Packages outside our bundles (EXTERNAL in scripts/build.mjs) that production needs. */
const OUTSIDE = ['next/dist/server/next.js', '@photostructure/sqlite/dist/index.mjs'];
/** Files that are read at run time, which a trace doesn't show. */
const READ = ['next/package.json', 'react/package.json', 'react-dom/package.json', '@photostructure/sqlite/package.json'];
const BUILD_ONLY = [
  'node_modules/next/dist/{docs,build/webpack,build/swc,build/turbopack*,server/dev}/**',
  'node_modules/next/dist/compiled/{babel,babel-packages,@babel,next-devtools,terser,cssnano-simple,amphtml-validator}/**',
  'node_modules/next/dist/compiled/next-server/*.dev.js',
  'node_modules/{typescript,prisma,sharp,@img,@swc/core,@next}/**',
  '**/*.{map,d.ts}',
];

const kept = new Set();
/** @param {string} path */
const keep = (path) => {
  const name = relative(folder, path);
  if (name.startsWith('node_modules/')) kept.add(name);
};

for (const list of [join(folder, '.next/next-server.js.nft.json'), ...walk(join(folder, '.next/server'), '.nft.json')]) {
  for (const file of JSON.parse(readFileSync(list, 'utf8')).files) keep(resolve(dirname(list), file));
}
for (const name of READ) keep(join(folder, 'node_modules', name));
// The driver's package has binaries for each platform, glibc and musl, and finds its own at run time.
for (const file of walk(join(folder, `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}`), '.node'))
  keep(file);
/** @type {{ nodeFileTrace(files: string[], options: object): Promise<{ fileList: Set<string> }> }} */
const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft');
const entries = OUTSIDE.map((name) => join(folder, 'node_modules', name));
const { fileList } = await nodeFileTrace(entries, {
  base: folder,
  processCwd: folder,
  mixedModules: true,
  // These are loaded only in a build or in development.
  ignore: BUILD_ONLY,
});
for (const file of fileList) keep(join(folder, file));

let removed = 0;
/** @param {string} file */
const remove = (file) => {
  removed += lstatSync(file).size;
  rmSync(file);
};
for (const file of walk(join(folder, 'node_modules'), '')) if (!kept.has(relative(folder, file))) remove(file);
for (const file of walk(join(folder, '.next'), '')) {
  const name = relative(join(folder, '.next'), file);
  // Source maps of pages cost memory, and a stack names the page's module without them.
  if (/^(?:cache|types|diagnostics)\/|^trace|\.nft\.json$|^server\/.*\.map$/.test(name)) remove(file);
}
for (const name of ['node_modules', '.next']) removeEmpty(join(folder, name));
process.stdout.write(`removed ${Math.round(removed / 1e6)} MB\n`);

/**
 * Files and links below a folder, by the end of their names.
 * @param {string} below @param {string} ending @returns {string[]}
 */
function walk(below, ending) {
  if (!existsSync(below)) return [];
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return walk(path, ending);
    return entry.name.endsWith(ending) ? [path] : [];
  });
}

/** @param {string} below */
function removeEmpty(below) {
  for (const entry of readdirSync(below, { withFileTypes: true })) if (entry.isDirectory()) removeEmpty(join(below, entry.name));
  if (readdirSync(below).length === 0) rmdirSync(below);
}
