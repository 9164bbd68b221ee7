// @ts-check
/** A hash of the sources, and of the path of BASE_URL, tells whether the build in dist/ and .next/ is current. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { basePathOf } from '../next.config.mjs';

/** The project's folder. */
export const rootDir = fileURLToPath(new URL('..', import.meta.url));

const HASH_FILE = join(rootDir, 'dist', 'source-hash');
/** Of the bundles: tests of sources make them anew without the pages. */
const BASE_PATH_FILE = join(rootDir, 'dist', 'base-path');

/** The sources of the build. */
const SOURCES = [
  'app',
  'cli',
  'components',
  'lib',
  'prisma',
  'server',
  'worker',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

export function isCurrent() {
  if (![join(rootDir, '.next', 'BUILD_ID'), HASH_FILE, BASE_PATH_FILE].every((file) => existsSync(file))) return false;
  if (readFileSync(BASE_PATH_FILE, 'utf8') !== basePathOf(process.env.BASE_URL)) return false;
  return readFileSync(HASH_FILE, 'utf8') === hashSources();
}

export function recordBasePath() {
  mkdirSync(dirname(BASE_PATH_FILE), { recursive: true });
  writeFileSync(BASE_PATH_FILE, basePathOf(process.env.BASE_URL));
}

export function recordBuild() {
  mkdirSync(dirname(HASH_FILE), { recursive: true });
  writeFileSync(HASH_FILE, hashSources());
}

function hashSources() {
  const hash = createHash('sha256').update(process.version).update(basePathOf(process.env.BASE_URL));
  for (const source of SOURCES) hashPath(join(rootDir, source), source, hash);
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @param {string} name
 * @param {import('node:crypto').Hash} hash
 */
function hashPath(path, name, hash) {
  // Generated from hashed sources, or tests.
  if (
    ['lib/db/generated', 'app/fonts', 'components/paste/view/early/generated.ts'].includes(name) ||
    /\.test\.tsx?$|\/testing$/.test(name) ||
    !existsSync(path)
  )
    return;
  if (statSync(path).isFile()) return void hash.update(`${name}\0`).update(readFileSync(path));
  for (const entry of readdirSync(path).sort()) hashPath(join(path, entry), `${name}/${entry}`, hash);
}
