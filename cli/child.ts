/** Starts a command with secrets in its environment. They are in no argument, and in no file. */

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { constants as system } from 'node:os';
import { join } from 'node:path';
import { orNull } from '../lib/encoding/or-null.rules';
import { CliError, EXIT } from './exit';
import { type Environment, isWindows } from './places';

/**
 * Finds a command that can't be started before anything is used up.
 * @throws CliError noCommand, cannotStart
 */
export function requireCommand(command: string, env: Environment): void {
  // Windows has more names for a program than this one.
  if (isWindows) return;
  const paths = /\//.test(command) ? [command] : (env.PATH ?? '').split(':').map((folder) => join(folder || '.', command));
  const there = paths.filter((path) => existsSync(path) && statSync(path).isFile());
  if (there.length === 0) throw failedStart('ENOENT');
  if (!there.some((path) => orNull(() => accessSync(path, constants.X_OK)) !== null)) throw failedStart('EACCES');
}

function failedStart(code: string | undefined): CliError {
  if (code === 'ENOENT') return new CliError(EXIT.noCommand, 'There is no such command');
  const reason = code === 'EACCES' ? 'it is not executable' : code === 'E2BIG' ? 'the values are too large for variables' : code;
  return new CliError(EXIT.cannotStart, `The command can't be started: ${reason}`);
}

/**
 * @param command program and arguments; no shell takes part
 * @returns when it runs
 * @throws CliError noCommand, cannotStart
 */
export function startCommand(command: readonly string[], env: Environment, stdio: StdioOptions): Promise<ChildProcess> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    try {
      const child = spawn(program, args, { env: env as NodeJS.ProcessEnv, stdio });
      child.on('spawn', () => resolve(child));
      child.on('error', ({ code }: NodeJS.ErrnoException) => reject(failedStart(code)));
    } catch (error) {
      reject(failedStart((error as NodeJS.ErrnoException).code));
    }
  });
}

/** The exit code of a command, by the convention of shells: 128 + the number of the signal that ended it. */
export const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : system.signals[signal]);
