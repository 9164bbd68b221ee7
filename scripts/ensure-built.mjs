// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCurrent, rootDir } from './source-hash.mjs';

const LOCK_FILE = join(rootDir, 'dist/build-lock');

const isBuilt = () => isCurrent('bundles', 'pages');

/**
 * Builds the parts that don't match the sources. Ends the process with a sentence when the build fails.
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureBuilt() {
  if (isBuilt()) return false;
  await lockBuild();
  process.once('exit', unlock);
  try {
    if (isBuilt()) return false;
    // An installation without development dependencies can run a build but not make one.
    if (!existsSync(join(rootDir, 'node_modules/vite')))
      end('The build needs packages that are not installed, for example because NODE_ENV is production: npm ci --include=dev');
    console.log('Building, once: about half a minute on two cores, and up to 1 GB of memory.');
    await build(isCurrent('bundles') ? ['--pages'] : []);
    return true;
  } finally {
    process.off('exit', unlock);
    unlock();
  }
}

/**
 * Builds in a process of its own: this one stays, and would keep the memory of the build.
 * @param {string[]} steps arguments of build.mjs
 */
async function build(steps) {
  const child = spawn(process.execPath, ['scripts/build.mjs', ...steps], { cwd: rootDir, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.on(name, stop);
  const [code, signal] = await once(child, 'exit');
  for (const name of signals) process.off(name, stop);
  // 137 is what a shell makes of SIGKILL. Nobody else kills a build.
  if (signal === 'SIGKILL' || code === 137)
    end('The build was killed, most likely for lack of memory: it takes up to 1 GB (docs/install.md).');
  if (signal !== null) end('The build was stopped.');
  if (code !== 0) end('The build failed. If it says that a service was stopped or killed, it lacked memory: it takes up to 1 GB.');
}

/** @param {string} sentence @returns {never} */
function end(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Makes one process build while the other waits, since web and worker may start at the same moment in a fresh clone. */
async function lockBuild() {
  mkdirSync(join(rootDir, 'dist'), { recursive: true });
  for (;;) {
    try {
      return writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (isHolderAlive()) await sleep(200);
    else unlock();
  }
}

const unlock = () => rmSync(LOCK_FILE, { force: true });

/** Whether the process that holds the lock still runs; a killed build leaves its lock behind. */
function isHolderAlive() {
  try {
    return process.kill(Number(readFileSync(LOCK_FILE, 'utf8')), 0);
  } catch {
    return false;
  }
}
