/** Reads a paste's password from a file, the terminal or the environment; never from an argument, which process lists show. */
import { readFileSync } from 'node:fs';
import { CliError, EXIT, usageError } from './exit';
import type { OptionValues } from './options';
import type { Environment } from './places';
import { askSecret } from './prompt';

/** Returns a password from a file or the environment, or null. @throws CliError */
export function givenPassword(values: OptionValues, env: Environment): string | null {
  const path = values['password-file'];
  if (path !== undefined) return nonEmpty(firstLine(path), '--password-file');
  if (values.password) return null;
  return env.SEALPASTE_PASSWORD || null;
}

/** Asks twice for a new paste's password, since nobody could find a typing error later. @returns null: no password @throws CliError */
export async function newPassword(values: OptionValues, env: Environment): Promise<string | null> {
  const given = givenPassword(values, env);
  if (given !== null || !values.password) return given;
  const password = await ask('Password: ', env);
  if ((await askSecret('Password again: ')) !== password && password !== env.SEALPASTE_PASSWORD) {
    throw usageError('The passwords differ. Nothing was pasted');
  }
  return password;
}

/** Asks for the password of a stored paste. @throws CliError wrongKey without a terminal */
export async function askPassword(env: Environment): Promise<string> {
  const typed = (await askSecret('This paste has a password: ')) ?? env.SEALPASTE_PASSWORD;
  if (!typed) throw new CliError(EXIT.wrongKey, 'This paste has a password. Set SEALPASTE_PASSWORD or use --password-file FILE');
  return typed;
}

async function ask(question: string, env: Environment): Promise<string> {
  const typed = await askSecret(question);
  if (typed !== null) return nonEmpty(typed, 'The password');
  if (env.SEALPASTE_PASSWORD) return env.SEALPASTE_PASSWORD;
  throw usageError('-p needs a terminal. Without one, set SEALPASTE_PASSWORD or use --password-file FILE');
}

function nonEmpty(password: string, name: string): string {
  if (password === '') throw usageError(`${name} is empty`);
  return password;
}

function firstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch (error) {
    throw usageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
