/** The service's address and API key: flag, then environment, then the file that `login` writes, readable by its owner only. */

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { orNull } from '../lib/encoding/or-null.rules';
import { CliError, EXIT, usageError } from './exit';
import { textOf } from './input';
import type { OptionValues } from './options';
import { configFile, type Environment, isWindows, writePrivateFile } from './places';
import { isOwnMachine } from './proxy';
import { type BaseUrl, NO_ADDRESS, parseBaseUrl } from './target';

export type Settings = ReturnType<typeof loadSettings>;

const INSECURE =
  'By http:// anybody on the way can read and change what is sent. Use https://, or allow it: --insecure or SEALPASTE_INSECURE=1';

/** @throws CliError for a config file that other users may read, a wrong address, or an impossible key */
export function loadSettings({ url: flagUrl, insecure }: Pick<OptionValues, 'url' | 'insecure'>, env: Environment) {
  const config = readConfig(configFile(env));
  const given = flagUrl ?? (env.SEALPASTE_URL || config.url);
  const baseUrl = given === undefined ? null : parseBaseUrl(given);
  return {
    /** The service's address; null when none is configured. */
    baseUrl,
    /**
     * @returns the same address, after checking that nobody on the way can read and change what is sent
     * @throws CliError usage for `http://` to another machine, unless that is allowed
     */
    reach<Address extends { baseUrl: string }>(address: Address): Address & { baseUrl: BaseUrl } {
      const isAllowed = insecure || env.SEALPASTE_INSECURE === '1' || (config.insecure && address.baseUrl === config.url);
      if (!isAllowed && address.baseUrl.startsWith('http:') && !isOwnMachine(new URL(address.baseUrl).hostname)) throw usageError(INSECURE);
      return address as Address & { baseUrl: BaseUrl };
    },
    /** @returns the API key of that address, never the key of another one */
    apiKeyFor(address: string): string | null {
      const [owner, apiKey] = env.SEALPASTE_API_KEY ? [baseUrl, env.SEALPASTE_API_KEY] : [config.url, config.apiKey];
      return apiKey && address === owner ? checkApiKey(apiKey) : null;
    },
  };
}

/** @throws CliError usage */
export function requireBaseUrl({ baseUrl, reach }: Settings): BaseUrl {
  if (baseUrl === null) throw usageError(`The service's address is missing: ${NO_ADDRESS}`);
  return reach({ baseUrl }).baseUrl;
}

/** Checks the key's characters, since Node's error for an invalid header would quote the key. @throws CliError */
export function checkApiKey(apiKey: string): string {
  if (!/^[\x21-\x7e]{1,500}$/.test(apiKey)) throw new CliError(EXIT.usage, 'This is not an API key: keys have letters, digits and _ only');
  return apiKey;
}

export interface Config {
  url?: string;
  /** Sent to `url` only. */
  apiKey?: string;
  /** Allows an `http://` address of another machine. */
  insecure?: true;
}

/**
 * @returns empty when there is no file
 * @throws CliError when other users may read the file, or `login` didn't write it
 */
export function readConfig(path: string): Config {
  const file = openIfThere(path);
  if (file === null) return {};
  try {
    // The mode of the open file: the path could name another file between check and read.
    const mode = fstatSync(file).mode & 0o777;
    if (!isWindows && (mode & 0o077) !== 0) {
      throw new CliError(
        EXIT.other,
        `${path} can be read by other users (mode ${mode.toString(8).padStart(4, '0')}). Run: chmod 600 ${path}`,
      );
    }
    return parseConfig(textOf(readFileSync(file), path), path);
  } finally {
    closeSync(file);
  }
}

/** Writes the file atomically. */
export function writeConfig(path: string, config: Config): void {
  writePrivateFile(path, `${JSON.stringify(config, null, 2)}\n`);
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CliError(EXIT.other, `${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parseConfig(text: string, path: string): Config {
  // The error is dropped, because it would quote the file.
  const value = orNull((): unknown => JSON.parse(text));
  const { url, apiKey, insecure } = Object(value) as Record<string, unknown>;
  const isWrong = (field: unknown) => field !== undefined && typeof field !== 'string';
  if (typeof value !== 'object' || value === null || isWrong(url) || isWrong(apiKey)) {
    throw new CliError(EXIT.other, `${path} is damaged. Expected {"url": "https://HOST", "apiKey": "sp_…"}`);
  }
  return {
    ...(typeof url === 'string' ? { url: parseBaseUrl(url) } : {}),
    ...(typeof apiKey === 'string' ? { apiKey } : {}),
    ...(insecure === true ? { insecure } : {}),
  };
}
