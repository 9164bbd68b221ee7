/** Reads passwords from a file, the terminal or the environment; never from an argument, which process lists show. */
import { openSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { CliError, EXIT, usageError } from './exit';
import { readText } from './input';
import type { OptionValues } from './options';
import type { Environment } from './places';
import { writeError } from './terminal';

/** Returns a password from a file or the environment, or null. @throws CliError */
export function givenPassword(values: OptionValues, env: Environment): string | null {
  const path = values['password-file'];
  if (path !== undefined) return nonEmpty(readText(path).split(/\r?\n/, 1)[0] ?? '', '--password-file');
  if (values.password) return null;
  return env.SEALPASTE_PASSWORD || null;
}

/** Asks twice for a new paste's password, since nobody could find a typing error later. @returns null: no password @throws CliError */
export async function newPassword(values: OptionValues, env: Environment): Promise<string | null> {
  const given = givenPassword(values, env);
  if (given !== null || !values.password) return given;
  const typed = await askSecret('Password: ');
  if (typed === null) {
    if (env.SEALPASTE_PASSWORD) return env.SEALPASTE_PASSWORD;
    throw usageError('-p needs a terminal. Without one, set SEALPASTE_PASSWORD or use --password-file FILE');
  }
  nonEmpty(typed, 'The password');
  if ((await askSecret('Password again: ')) !== typed) throw usageError('The passwords differ. Nothing was pasted');
  return typed;
}

/** Asks for the password of a stored paste. @throws CliError wrongKey without a terminal */
export async function askPassword(env: Environment): Promise<string> {
  const typed = (await askSecret('This paste has a password: ')) ?? env.SEALPASTE_PASSWORD;
  if (!typed) throw new CliError(EXIT.wrongKey, 'This paste has a password. Set SEALPASTE_PASSWORD or use --password-file FILE');
  return typed;
}

function nonEmpty(password: string, name: string): string {
  if (password === '') throw usageError(`${name} is empty`);
  return password;
}

/** @returns the terminal, or null without one */
async function openTerminal(): Promise<ReadStream | null> {
  if (process.stdin.isTTY) return process.stdin as unknown as ReadStream;
  try {
    const tty = await import('node:tty');
    return new tty.ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return null;
  }
}

/**
 * Asks for a secret without showing what is typed.
 * @returns null when there is no terminal
 * @throws CliError interrupted for Ctrl+C
 */
export async function askSecret(question: string): Promise<string | null> {
  const terminal = await openTerminal();
  if (!terminal) return null;
  const { createInterface } = await import('node:readline');
  // Its raw mode comes before the question: not even the first typed character may show.
  const typing = createInterface({ input: terminal, output: new Writable({ write: (_, _encoding, done) => done() }), terminal: true });
  writeError(question);
  return new Promise<string>((resolve, reject) => {
    typing.on('line', resolve);
    typing.on('SIGINT', () => reject(new CliError(EXIT.interrupted, 'Interrupted')));
    typing.on('close', () => resolve(''));
  }).finally(() => {
    typing.close();
    writeError('\n');
  });
}
