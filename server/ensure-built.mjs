// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const rootDir = fileURLToPath(new URL('..', import.meta.url));

const STAMP_FILE = join(rootDir, 'dist', 'build-stamp');
const LOCK_FILE = join(rootDir, 'dist', 'build-lock');

/** What the build is made of. */
const SOURCES = ['app', 'components', 'lib', 'prisma', 'server', 'worker', 'next.config.mjs', 'package-lock.json', 'tsconfig.json'];

/**
 * Builds when there is no build of the sources as they are.
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureBuilt() {
  if (isCurrent()) return false;
  const release = await lockBuild();
  try {
    if (isCurrent()) return false;
    // Loaded only now: an installation without development dependencies can run a build, not make one.
    const { build } = await import('./build.mjs');
    await build();
    return true;
  } finally {
    release();
  }
}

function isCurrent() {
  return existsSync(join(rootDir, '.next', 'BUILD_ID')) && existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === hashSources();
}

/**
 * Web and worker may be started at the same moment in a fresh clone: one builds, the other waits.
 * @returns {Promise<() => void>} what gives the lock back
 */
async function lockBuild() {
  mkdirSync(dirname(LOCK_FILE), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
      return () => rmSync(LOCK_FILE, { force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      if (isHolderAlive()) await sleep(200);
      else rmSync(LOCK_FILE, { force: true });
    }
  }
}

/** A build that was killed leaves its lock behind. */
function isHolderAlive() {
  try {
    process.kill(Number(readFileSync(LOCK_FILE, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/** Marks the build as one of the sources as they are. */
export function stampBuild() {
  mkdirSync(join(rootDir, 'dist'), { recursive: true });
  writeFileSync(STAMP_FILE, hashSources());
}

function hashSources() {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES) hashPath(join(rootDir, source), source, hash);
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @param {string} name
 * @param {import('node:crypto').Hash} hash
 */
function hashPath(path, name, hash) {
  // Generated from what is hashed; tests are not part of the build.
  if (
    ['lib/db/generated', 'app/fonts', 'components/view/early/generated.ts'].includes(name) ||
    /\.test\.tsx?$|\/testing$/.test(name) ||
    !existsSync(path)
  )
    return;
  if (statSync(path).isFile()) return void hash.update(`${name}\0`).update(readFileSync(path));
  for (const entry of readdirSync(path).sort()) hashPath(join(path, entry), `${name}/${entry}`, hash);
}
