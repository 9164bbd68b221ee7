// @ts-check
/**
 * Names a build by a hash of its sources and of the path in BASE_URL, and tells by that whether the bundles (dist/) and the pages
 * (.next/) are current.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { basePathOf } from './base-path.mjs';

export const rootDir = fileURLToPath(new URL('..', import.meta.url));

/** Each part has its own hash, because tests of sources rebuild the bundles without the pages. */
const HASH_FILES = {
  bundles: join(rootDir, 'dist', 'source-hash'),
  pages: join(rootDir, '.next', 'source-hash'),
};

/** @typedef {keyof typeof HASH_FILES} Part of the build */

const SOURCES = [
  'app',
  'cli',
  'components',
  'lib',
  'locales',
  'prisma',
  'scripts',
  'server',
  'static-pages',
  'worker',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** Whether the parts were built completely from the current sources. @param {Part[]} parts */
export function isCurrent(...parts) {
  const files = parts.map((part) => HASH_FILES[part]);
  if (!files.every((file) => existsSync(file))) return false;
  const build = hashBuild();
  return files.every((file) => readFileSync(file, 'utf8') === build);
}

/**
 * Makes a part, which is current only after that, and only if its sources haven't changed meanwhile.
 * @param {Part} part
 * @param {() => Promise<void>} make
 */
export async function makeCurrent(part, make) {
  forget(part);
  const hash = hashBuild();
  await make();
  mkdirSync(dirname(HASH_FILES[part]), { recursive: true });
  writeFileSync(HASH_FILES[part], hash);
}

/** Marks the part as not current, before it changes. @param {Part} part */
export function forget(part) {
  rmSync(HASH_FILES[part], { force: true });
}

/** Another version of Node needs a new build, although what browsers get is the same. */
const hashBuild = () => `${process.version} ${hashSources()}`;

/** Depends on no folder, user, clock, language or variable but the path in BASE_URL: every build of a version has the same. */
export function hashSources() {
  const hash = createHash('sha256').update(basePathOf(process.env.BASE_URL));
  for (const source of SOURCES) hashPath(join(rootDir, source), source, hash);
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @param {string} name
 * @param {import('node:crypto').Hash} hash
 */
function hashPath(path, name, hash) {
  // Tests, and files generated from hashed sources, don't count.
  if (
    ['lib/db/generated', 'components/messages', 'lib/client/operations.generated.ts'].includes(name) ||
    /\.test\.tsx?$|\/testing$/.test(name) ||
    !existsSync(path)
  )
    return;
  if (statSync(path).isFile()) return void hash.update(`${name}\0`).update(readFileSync(path));
  for (const entry of readdirSync(path).sort()) hashPath(join(path, entry), `${name}/${entry}`, hash);
}
