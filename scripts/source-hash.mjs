// @ts-check
/** A hash of the sources, and of the path of BASE_URL, tells whether the bundles in dist/ and the pages in .next/ are current. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { basePathOf } from './base-path.mjs';

/** The project's folder. */
export const rootDir = fileURLToPath(new URL('..', import.meta.url));

/** Each part has its own: bundles are made anew without the pages, by tests of sources. */
const HASH_FILES = {
  bundles: join(rootDir, 'dist', 'source-hash'),
  pages: join(rootDir, '.next', 'source-hash'),
};

/** @typedef {keyof typeof HASH_FILES} Part of the build */

/** The sources of the build. */
const SOURCES = [
  'app',
  'cli',
  'components',
  'lib',
  'prisma',
  'scripts',
  'server',
  'worker',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** Whether the parts were made, to their end, of the sources as they are. @param {Part[]} parts */
export function isCurrent(...parts) {
  const files = parts.map((part) => HASH_FILES[part]);
  if (!files.every((file) => existsSync(file))) return false;
  const sources = hashSources();
  return files.every((file) => readFileSync(file, 'utf8') === sources);
}

/**
 * Makes a part. Until that has ended it isn't current, nor afterwards when its sources changed meanwhile.
 * @param {Part} part
 * @param {() => Promise<void>} make
 */
export async function makeCurrent(part, make) {
  forget(part);
  const hash = hashSources();
  await make();
  mkdirSync(dirname(HASH_FILES[part]), { recursive: true });
  writeFileSync(HASH_FILES[part], hash);
}

/** The part is about to change. @param {Part} part */
export function forget(part) {
  rmSync(HASH_FILES[part], { force: true });
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
    ['lib/db/generated', 'app/fonts', 'lib/client/operations.generated.ts', 'components/paste/view/early/generated.ts'].includes(name) ||
    /\.test\.tsx?$|\/testing$/.test(name) ||
    !existsSync(path)
  )
    return;
  if (statSync(path).isFile()) return void hash.update(`${name}\0`).update(readFileSync(path));
  for (const entry of readdirSync(path).sort()) hashPath(join(path, entry), `${name}/${entry}`, hash);
}
