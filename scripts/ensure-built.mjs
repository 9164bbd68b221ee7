// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCurrent, rootDir } from './source-hash.mjs';

const LOCK_FILE = join(rootDir, 'dist', 'build-lock');

const isBuilt = () => isCurrent('bundles', 'pages');

/**
 * Builds the parts that don't match the sources.
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureBuilt() {
  if (isBuilt()) return false;
  const release = await lockBuild();
  try {
    if (isBuilt()) return false;
    // The import is dynamic because an installation without development dependencies can run a build but not make one.
    const { buildBundles, buildRest } = await import('./build.mjs');
    if (!isCurrent('bundles')) await buildBundles();
    if (!isCurrent('pages')) await buildRest();
    return true;
  } finally {
    release();
  }
}

/**
 * Makes one process build while the other waits, since web and worker may start at the same moment in a fresh clone.
 * @returns {Promise<() => void>} releases the lock
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

/** Whether the process that holds the lock still runs; a killed build leaves its lock behind. */
function isHolderAlive() {
  try {
    process.kill(Number(readFileSync(LOCK_FILE, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}
