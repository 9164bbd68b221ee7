// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Signals that end what a terminal, a shell or a supervisor has started. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Starts several processes as one: when one ends, all end.
 * @param {Record<string, string[]>} programs arguments of Node by names
 * @returns `ended` has the exit code of the first that ended, once all have
 */
export function runTogether(programs) {
  // The processes have their own groups, so that Ctrl+C reaches them only once, through `stop`. Closing the terminal doesn't reach
  // those groups either, and the processes would keep the port.
  const options = /** @type {const} */ ({ stdio: 'inherit', detached: true });
  const children = Object.entries(programs).map(([name, args]) => ({ name, child: spawn(process.execPath, args, options) }));
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    for (const { child } of children) child.kill('SIGTERM');
  };
  const ends = children.map(async ({ name, child }) => {
    const [code, signal] = await once(child, 'exit');
    const others = children.flatMap((each) => (each.name === name ? [] : each.name)).join(' and ');
    if (!isStopping && others !== '') {
      console.error(`${name} ${signal ? `was killed (${signal})` : `ended with ${code}`}: stopping ${others}.`);
      // This happens only once, because a process takes a second signal as "exit now".
      stop();
    }
    return Number(code ?? (signal === 'SIGTERM' ? 0 : 1));
  });
  const first = Promise.race(ends);
  return { stop, ended: Promise.all(ends).then(() => first) };
}
