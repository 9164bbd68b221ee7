#!/usr/bin/env node
/**
 * Removes all files from a built project that web, worker and admin don't load, for the image: `node scripts/prune-image.mjs
 * [FOLDER]`. Next's build lists the files of its server and the pages (`*.nft.json`); this script traces the packages outside our
 * bundles. e2e/http/image.test.ts runs the remaining files.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? '.');
const require = createRequire(join(folder, 'package.json'));

/** Packages outside our programs (EXTERNAL in scripts/bundle.mjs) that production needs. */
const OUTSIDE = ['next/dist/server/next.js', '@photostructure/sqlite/dist/index.mjs'];
/** Files that are read at run time, which a trace doesn't show. The driver has binaries for each system, and finds its own. */
const DRIVER = `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/`;
const READ = /^node_modules\/(?:next|react|react-dom|@photostructure\/sqlite)\/package\.json$/;
const BUILD_ONLY = [
  'node_modules/next/dist/{docs,build/webpack,build/swc,build/turbopack*,server/dev}/**',
  'node_modules/next/dist/compiled/{babel,babel-packages,@babel,next-devtools,terser,cssnano-simple,amphtml-validator}/**',
  'node_modules/next/dist/compiled/next-server/*.dev.js',
  'node_modules/{typescript,prisma,sharp,@img,@swc/core,@next}/**',
  '**/*.{map,d.ts}',
];
/** Files that Next writes for itself. Source maps of pages cost memory, and a stack names the page's module without them. */
const UNUSED = /^\.next\/(?:(?:cache|types|diagnostics)\/|trace|.*\.nft\.json$|server\/.*\.map$)/;

/** @param {string} below @returns {string[]} files and links below a folder, by their paths from the project's */
const filesIn = (below) =>
  readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const ofNext = filesIn('.next');
const listed = ofNext
  .filter((file) => file === '.next/next-server.js.nft.json' || (file.startsWith('.next/server/') && file.endsWith('.nft.json')))
  .flatMap((list) =>
    JSON.parse(readFileSync(join(folder, list), 'utf8')).files.map((/** @type {string} */ file) => join(dirname(list), file)),
  );
/** @type {{ nodeFileTrace(files: string[], options: object): Promise<{ fileList: Set<string> }> }} */
const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft');
const entries = OUTSIDE.map((name) => join(folder, 'node_modules', name));
const { fileList } = await nodeFileTrace(entries, { base: folder, processCwd: folder, mixedModules: true, ignore: BUILD_ONLY });

const kept = new Set([...listed, ...fileList]);
for (const file of filesIn('node_modules'))
  if (!kept.has(file) && !READ.test(file) && !(file.startsWith(DRIVER) && file.endsWith('.node'))) rmSync(join(folder, file));
for (const file of ofNext) if (UNUSED.test(file)) rmSync(join(folder, file));
execFileSync('find', ['node_modules', '.next', '-type', 'd', '-empty', '-delete'], { cwd: folder });
