/** Paths of configuration, history and claims (XDG Base Directory Specification). */
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { PublicId } from '../lib/pastes/paste.rules';

export type Environment = Record<string, string | undefined>;

const NAME = 'sealpaste';

export const isWindows = process.platform === 'win32';

export const configFile = (env: Environment): string => join(folder(env, 'XDG_CONFIG_HOME', '.config'), 'config.json');

export const historyFile = (env: Environment): string => join(stateFolder(env), 'history.jsonl');

export const claimsFolder = (env: Environment): string => join(stateFolder(env), 'claims');

/** Requests made on this machine, with their private keys. */
export const requestsFolder = (env: Environment): string => join(stateFolder(env), 'requests');

/** The one place where a server's text becomes a file name. @param id checked, since a server could name another file */
export const fileOf = (folder: string, id: PublicId): string => join(folder, id);

const stateFolder = (env: Environment) => folder(env, 'XDG_STATE_HOME', '.local/state');

/** A relative path in the variable is ignored, as the specification says. */
function folder(env: Environment, variable: string, fallback: string): string {
  const given = env[variable];
  return join(given && isAbsolute(given) ? given : join(env.HOME || homedir(), fallback), NAME);
}

/** Writes a file atomically, with mode 0600 from the first byte. */
export function writePrivateFile(path: string, text: string): void {
  makePrivateFolder(dirname(path));
  const unfinished = `${path}.${process.pid}`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
  renameSync(unfinished, path);
}

/** Makes a folder with mode 0700. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}
