/** The file that `login` writes: an address and its API key, readable by its owner only. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { CliError, EXIT } from './exit';
import { writePrivateFile } from './places';
import { parseBaseUrl } from './target';

export interface Config {
  url?: string;
  /** Sent to `url` only. */
  apiKey?: string;
  /** Allows an `http://` address of another machine. */
  insecure?: true;
}

const isWindows = process.platform === 'win32';

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
    return parseConfig(readFileSync(file, 'utf8'), path);
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // No `cause`: it would quote the file.
  }
  const { url, apiKey, insecure } = (value ?? {}) as Record<string, unknown>;
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
