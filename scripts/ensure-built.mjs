// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCurrent, rootDir } from './source-hash.mjs';

const LOCK_FILE = join(rootDir, 'dist', 'build-lock');

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const isBuilt = () => isCurrent('bundles', 'pages');

/**
 * Builds the parts that don't match the sources. Ends the process with a sentence when the build fails.
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureBuilt() {
  if (isBuilt()) return false;
  const release = await lockBuild();
  try {
    if (isBuilt()) return false;
    requireTools();
    console.log('Building, once: about half a minute on two cores, and up to 1 GB of memory.');
    await build(isCurrent('bundles') ? ['--pages'] : []);
    return true;
  } finally {
    release();
  }
}

/** An installation without development dependencies can run a build but not make one. */
function requireTools() {
  try {
    createRequire(import.meta.url).resolve('esbuild');
  } catch {
    end('The build needs packages that are not installed, for example because NODE_ENV is production: npm ci --include=dev');
  }
}

/**
 * Builds in a process of its own: this one stays, and would keep the memory of the build.
 * @param {string[]} steps arguments of build.mjs
 */
async function build(steps) {
  const child = spawn(process.execPath, ['scripts/build.mjs', ...steps], { cwd: rootDir, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  for (const signal of STOPS) process.on(signal, stop);
  const [code, signal] = await once(child, 'exit');
  for (const signal of STOPS) process.off(signal, stop);
  // 137 is what a shell makes of SIGKILL. Nobody else kills a build.
  if (signal === 'SIGKILL' || code === 137)
    end('The build was killed, most likely for lack of memory: it takes up to 1 GB (docs/install.md).');
  if (signal !== null) end('The build was stopped.');
  if (code !== 0) end('The build failed. If it says that a service was stopped or killed, it lacked memory: it takes up to 1 GB.');
}

/** @param {string} sentence @returns {never} */
function end(sentence) {
  console.error(sentence);
  rmSync(LOCK_FILE, { force: true });
  process.exit(1);
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
