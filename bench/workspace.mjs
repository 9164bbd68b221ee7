// @ts-check
/**
 * The temporary folder and the child processes of a measurement. Both are removed when this process ends, except by
 * SIGKILL.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than a web process takes to stop; afterwards it is killed. */
const STOP_GIVE_UP_MS = 15_000;
/** Time for killed processes to close their files. */
const REMOVE_RETRIES = 20;
const REMOVE_RETRY_MS = 100;

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {ReturnType<typeof createWorkspace>} Workspace */

export function createWorkspace() {
  const dir = mkdtempSync(join(tmpdir(), 'sealpaste-bench-'));
  /** @type {Set<ChildProcess>} */
  const running = new Set();

  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true, maxRetries: REMOVE_RETRIES, retryDelay: REMOVE_RETRY_MS });
  });
  for (const [signal, number] of /** @type {const} */ ([
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]))
    process.once(signal, () => process.exit(128 + number));

  return {
    dir,
    /** @param {string} name */
    path: (name) => join(dir, name),
    /** Removes all files, after all processes have ended. */
    clear() {
      for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true });
    },
    /**
     * Starts a process that is expected to run until it is stopped.
     * @param {string} command
     * @param {readonly string[]} args
     * @param {import('node:child_process').SpawnOptions} options
     * @returns {{ child: ChildProcess, stop(): Promise<void> }}
     */
    start(command, args, options) {
      const child = spawn(command, args, options);
      let stopping = false;
      running.add(child);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.once('exit', (code, signal) => {
        running.delete(child);
        if (!stopping) throw new Error(`${command} ${args.join(' ')} ended by itself: ${signal ?? `exit code ${code}`}`);
      });
      return {
        child,
        async stop() {
          stopping = true;
          child.kill('SIGTERM');
          const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_GIVE_UP_MS);
          await ended;
          clearTimeout(giveUp);
        },
      };
    },
    /**
     * Runs a process that ends by itself.
     * @param {string} command
     * @param {readonly string[]} args
     * @param {import('node:child_process').SpawnOptions} [options]
     * @returns {{ child: ChildProcess, output: Promise<string> }} what it writes; rejects when it fails
     */
    run(command, args, options = {}) {
      const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
      running.add(child);
      let text = '';
      child.stdout?.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      const output = new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (code, signal) => {
          running.delete(child);
          if (code === 0) resolve(text);
          else reject(new Error(`${command} failed: ${signal ?? `exit code ${code}`}\n${text}`));
        });
      });
      return { child, output };
    },
  };
}
