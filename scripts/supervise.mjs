// @ts-check
import { spawn } from 'node:child_process';

/**
 * Runs several processes as one: a signal goes to all, and when one ends, all end.
 * @param {string[]} names of processes for scripts/run.mjs
 * @returns {Promise<number>} the exit code of the first that ended
 */
export function runTogether(names) {
  const children = names.map((name) => spawn(process.execPath, ['scripts/run.mjs', name], { stdio: 'inherit', detached: true }));
  let firstCode = /** @type {number | undefined} */ (undefined);
  let stopping = false;
  const signalAll = () => {
    stopping = true;
    for (const child of children) child.kill('SIGTERM');
  };
  // The processes have their own groups (detached), so that Ctrl+C reaches them only once, through this handler. Closing the
  // terminal doesn't reach those groups either, and the processes would keep the port.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, signalAll);
  const ends = children.map(
    (child) =>
      new Promise((resolve) =>
        child.once('exit', (code, signal) => {
          firstCode ??= code ?? (signal === 'SIGTERM' ? 0 : 1);
          // This happens only once, because a process takes a second signal as "exit now".
          if (!stopping) signalAll();
          resolve(undefined);
        }),
      ),
  );
  return Promise.all(ends).then(() => firstCode ?? 0);
}
