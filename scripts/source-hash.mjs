// @ts-check
/**
 * Names a build by a hash of its sources and of the path in BASE_URL, and tells by that whether the bundles (dist/) and the pages
 * (.next/) are current.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { basePathOf } from './base-path.mjs';

export const rootDir = fileURLToPath(new URL('..', import.meta.url));

/** Each part has its own hash, because tests of sources rebuild the bundles without the pages. */
const HASH_FILES = { bundles: join(rootDir, 'dist/source-hash'), pages: join(rootDir, '.next/source-hash') };

/** @typedef {keyof typeof HASH_FILES} Part of the build */

const FOLDERS = ['app', 'cli', 'components', 'lib', 'locales', 'prisma', 'scripts', 'server', 'static-pages', 'worker'];
const FILES = ['instrumentation.ts', 'next.config.mjs', 'package-lock.json', 'package.json', 'tsconfig.json', 'vite.config.mjs'];
/** Tests, and what is generated from sources. */
const NO_SOURCE = /\.test\.tsx?$|\/testing\/|^lib\/(?:db\/generated|client\/operations\.generated)|^components\/messages/;

/** Whether the parts were built completely from the current sources. @param {Part[]} parts */
export function isCurrent(...parts) {
  const build = hashBuild();
  return parts.every((part) => existsSync(HASH_FILES[part]) && readFileSync(HASH_FILES[part], 'utf8') === build);
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
  for (const name of [...FOLDERS.flatMap(filesIn), ...FILES].filter((file) => existsSync(join(rootDir, file))))
    hash.update(`${name}\0`).update(readFileSync(join(rootDir, name)));
  return hash.digest('hex');
}

/** @param {string} folder */
const filesIn = (folder) =>
  !existsSync(join(rootDir, folder))
    ? []
    : readdirSync(join(rootDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(rootDir.length))
        .filter((file) => !NO_SOURCE.test(file))
        .sort();
