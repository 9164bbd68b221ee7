// @ts-check
/** `npm start`: builds if needed, writes the first `.env`, and runs web and worker. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureBuilt } from './ensure-built.mjs';
import { loadEnvFile, writeFirstEnvFile } from './env-file.mjs';
import { rootDir } from './source-hash.mjs';

process.chdir(rootDir);
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production' });

loadEnvFile(rootDir);
const written = writeFirstEnvFile(rootDir);
if (written) {
  loadEnvFile(rootDir);
  console.log('Wrote a fresh MASTER_KEY into .env.');
  console.log('KEEP A COPY OF IT SOMEWHERE SAFE: without MASTER_KEY every stored paste is lost.\n');
}
if (await ensureBuilt()) console.log('\nBuilt.');
console.log(`Starting web and worker: ${process.env.BASE_URL || `http://localhost:${process.env.PORT || 3000}`}  (Ctrl+C stops both)`);
process.exitCode = await runTogether(['web', 'worker']);

/**
 * Runs several processes as one: a signal goes to all, and when one ends, all end.
 * @param {string[]} names of processes for scripts/run.mjs
 * @returns {Promise<number>} the exit code of the first that ended
 */
function runTogether(names) {
  const options = /** @type {const} */ ({ stdio: 'inherit', detached: true });
  const children = names.map((name) => ({ name, child: spawn(process.execPath, ['scripts/run.mjs', name], options) }));
  const others = (/** @type {string} */ ended) => names.filter((name) => name !== ended).join(' and ');
  let firstCode = /** @type {number | undefined} */ (undefined);
  let stopping = false;
  const signalAll = () => {
    stopping = true;
    for (const { child } of children) child.kill('SIGTERM');
  };
  // The processes have their own groups (detached), so that Ctrl+C reaches them only once, through this handler. Closing the
  // terminal doesn't reach those groups either, and the processes would keep the port.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, signalAll);
  const ends = children.map(async ({ name, child }) => {
    const [code, signal] = await once(child, 'exit');
    if (!stopping) console.error(`${name} ${signal ? `was killed (${signal})` : `ended with ${code}`}: stopping ${others(name)}.`);
    firstCode ??= code ?? (signal === 'SIGTERM' ? 0 : 1);
    // This happens only once, because a process takes a second signal as "exit now".
    if (!stopping) signalAll();
  });
  return Promise.all(ends).then(() => firstCode ?? 0);
}
