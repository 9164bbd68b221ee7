// @ts-check
import { spawn } from 'node:child_process';

/**
 * Runs several processes as one: a signal goes to all, and when one ends, all end.
 * @param {string[]} names of processes for server/run.mjs
 * @returns {Promise<number>} the exit code of the first that ended
 */
export function runTogether(names) {
  const children = names.map((name) => spawn(process.execPath, ['server/run.mjs', name], { stdio: 'inherit', detached: true }));
  let firstCode = /** @type {number | undefined} */ (undefined);
  let stopping = false;
  const signalAll = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  // Once: a process takes a second signal as "exit now".
  const stopAll = () => {
    if (!stopping) signalAll();
    stopping = true;
  };
  const onSignal = () => (stopping ? signalAll() : stopAll());
  // The processes have their own group (detached), so that Ctrl+C reaches them once, through here.
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // Closing the terminal doesn't reach their group, and they would keep the port.
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
