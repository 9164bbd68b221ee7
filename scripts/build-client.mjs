// @ts-check
/** Builds the command-line client: one file without dependencies, dist/cli/sealpaste.mjs, with reproducible bytes. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { MANIFEST_FILE } from './build-manifest.mjs';
import { licensesIn } from './licenses.mjs';
import { replaceFile } from './replace-file.mjs';
import { rootDir } from './source-hash.mjs';

/** Limit of the client's size, which keeps the start of each call fast. */
const MAX_BYTES = 127_300;

/** Long names of methods in uqr, which nothing else has: shorter ones save a kilobyte. */
const NAMES_IN_UQR =
  /^(getModule|draw[A-Z]\w+|setFunctionModule|addEccAndInterleave|applyMask|getPenaltyScore|getAlignmentPatternPositions|finderPenalty\w+|bitData|numChars)$/;

/** Packages that the client contains. All are under the MIT license, like this project. */
const CONTAINED = ['jose', 'uqr'];

/** The notices that the licenses require in each copy: the lines of copyright, and the one permission that all share. */
async function banner() {
  const licenses = (await Promise.all(['.', ...CONTAINED.map((name) => `node_modules/${name}`)].map(licensesIn))).flat();
  const [permission = ''] = licenses.map((text) => text.slice(text.indexOf('Permission is hereby granted')).trim());
  for (const text of licenses) if (!inOneLine(text).includes(inOneLine(permission))) throw new Error('expected the MIT license');
  const copyrights = licenses.flatMap((text) => text.match(/^Copyright .*$/gm) ?? []);
  const notice = [`Sealpaste, with ${CONTAINED.join(' and ')}. MIT License.`, ...copyrights, inOneLine(permission)];
  return ['#!/usr/bin/env node', ...notice.map((line) => `// ${line}`)].join('\n');
}

/** The part of the pages' manifest that the client has, as JSON: '' before pages are built. */
async function knownManifest() {
  if (!existsSync(MANIFEST_FILE)) return '';
  const bytes = await readFile(MANIFEST_FILE);
  const { version, build } = JSON.parse(bytes.toString('utf8'));
  return JSON.stringify({ version, build, sha256: createHash('sha256').update(bytes).digest('hex') });
}

const inOneLine = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim();

/** @throws Error when the client is larger than MAX_BYTES, or contains a package without its notice */
export async function buildClient() {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints: ['cli/main.ts'],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    charset: 'utf8',
    define: { 'process.env.KNOWN_MANIFEST': JSON.stringify(await knownManifest()) },
    mangleProps: NAMES_IN_UQR,
    legalComments: 'none',
    banner: { js: await banner() },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const contained = Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const names = [...new Set(contained)].sort().join();
  if (names !== CONTAINED.join()) throw new Error(`the client contains ${names}, and has notices of ${CONTAINED.join()}`);
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  if (code.length > MAX_BYTES) throw new Error(`dist/cli/sealpaste.mjs has ${code.length} bytes, expected at most ${MAX_BYTES}`);
  await mkdir(join(rootDir, 'dist/cli'), { recursive: true });
  await replaceFile(join(rootDir, 'dist/cli/sealpaste.mjs'), code, 0o755);
}
