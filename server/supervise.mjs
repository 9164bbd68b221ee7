// @ts-check
import { spawn } from 'node:child_process';

/**
 * Runs several processes as one: a signal goes to all, and when one ends, all do.
 * @param {string[]} names what server/run.mjs runs
 * @returns {Promise<number>} the exit code of the first that ended
 */
export function runTogether(names) {
  const children = names.map((name) => spawn(process.execPath, ['server/run.mjs', name], { stdio: 'inherit', detached: true }));
  let firstCode = /** @type {number | undefined} */ (undefined);
  let stopping = false;
  const signalAll = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  // Once: to a process, a second signal means not to finish what it has begun.
  const stopAll = () => {
    if (!stopping) signalAll();
    stopping = true;
  };
  const onSignal = () => (stopping ? signalAll() : stopAll());
  // In a group of their own (detached): a Ctrl+C in the terminal reaches them once, through here.
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed: it doesn't reach them there, and they would keep the port.
  process.on('SIGHUP', onSignal);
  const ends = children.map(
    (child) =>
      new Promise((resolve) =>
        child.once('exit', (code, signal) => {
          firstCode ??= code ?? (signal === 'SIGTERM' ? 0 : 1);
          stopAll();
          resolve(undefined);
        }),
      ),
  );
  return Promise.all(ends).then(() => firstCode ?? 0);
}
