// @ts-check
/** Names a build by a hash of its sources and of the path in BASE_URL, and tells by that whether the build is current. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { basePathOf } from './base-path.mjs';

export const rootDir = fileURLToPath(new URL('..', import.meta.url));

const HASH_FILE = join(rootDir, '.next/source-hash');
const FOLDERS = ['app', 'cli', 'components', 'lib', 'locales', 'prisma', 'scripts', 'server', 'static-pages', 'worker'];
const FILES = ['instrumentation.ts', 'next.config.mjs', 'package-lock.json', 'package.json', 'tsconfig.json', 'vite.config.mjs'];
/** Tests, and what is generated from sources. */
const NO_SOURCE = /\.test\.tsx?$|\/testing\/|^lib\/(?:db\/generated|client\/operations\.generated)|^components\/messages/;

/** Whether everything was built from the current sources. */
export const isBuilt = () => existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === hashBuild();

/** Runs a whole build, which counts only after that, and only if its sources haven't changed meanwhile. @param {() => Promise<void>} build */
export async function recordBuild(build) {
  const hash = hashBuild();
  forgetBuild();
  await build();
  mkdirSync(dirname(HASH_FILE), { recursive: true });
  writeFileSync(HASH_FILE, hash);
}

/** Makes the build count no more, before a part of it changes. */
export const forgetBuild = () => rmSync(HASH_FILE, { force: true });

/** Another version of Node needs a new build, although what browsers get is the same. */
const hashBuild = () => `${process.version} ${hashSources()}`;

/** Depends on no folder, user, clock, language or variable but the path in BASE_URL: every build of a version has the same. */
export function hashSources() {
  const hash = createHash('sha256').update(basePathOf(process.env.BASE_URL));
  const files = FOLDERS.filter((folder) => existsSync(join(rootDir, folder))).flatMap(filesIn);
  for (const name of [...files, ...FILES.filter((file) => existsSync(join(rootDir, file)))])
    hash.update(`${name}\0`).update(readFileSync(join(rootDir, name)));
  return hash.digest('hex');
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(join(rootDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(rootDir.length))
    .filter((file) => !NO_SOURCE.test(file))
    .sort();
