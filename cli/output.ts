/** Writes results. When `writeOut` returns, the system has taken all bytes. */
import { close, fstatSync, fsync, open, rmSync, statSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CliError, EXIT } from './exit';

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const writePiece = promisify(write) as unknown as (file: number, bytes: Uint8Array, from: number) => Promise<{ bytesWritten: number }>;

const STDOUT = 1;

/**
 * Writes the result to standard output and flushes it.
 * @throws CliError other, for a closed pipe or a full disk
 */
export async function writeOut(bytes: Uint8Array): Promise<void> {
  try {
    // A stream reports when it has taken everything; a write to a file or device may be short without an error.
    const kind = fstatSync(STDOUT);
    if (kind.isFIFO() || kind.isSocket() || process.stdout.isTTY) await writeToStream(bytes);
    else await writeToFile(STDOUT, bytes, kind.isFile());
  } catch (error) {
    throw notWritten('Standard output', error);
  }
}

/**
 * @param path a file, which is overwritten, or a folder, where none is
 * @param name for a new file in a folder
 * @returns where it was written
 * @throws CliError other; a partial file is removed
 */
export async function writeToPath(path: string, name: string, bytes: Uint8Array): Promise<string> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? path.endsWith('/');
  const target = isFolder ? join(path, cleanName(name)) : path;
  let file: number | undefined;
  try {
    file = await openFile(target, isFolder ? 'wx' : 'w', 0o600);
    const isFile = fstatSync(file).isFile();
    try {
      await writeToFile(file, bytes, isFile);
      // Some file systems report a full disk only on close.
      await closeFile(file);
    } catch (error) {
      if (isFile) rmSync(target, { force: true });
      throw error;
    }
    return target;
  } catch (error) {
    throw notWritten(target, error);
  }
}

/** Makes somebody else's title safe as a file name: no path, no control or invisible character, no leading dot. */
export function cleanName(name: string): string {
  const cleaned = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/gu, '')
    .slice(0, 120);
  return cleaned || 'paste.txt';
}

function writeToStream(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.on('error', reject);
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function writeToFile(file: number, bytes: Uint8Array, isFile: boolean): Promise<void> {
  for (let from = 0; from < bytes.length; ) from += (await writePiece(file, bytes, from)).bytesWritten;
  if (isFile) await syncFile(file);
}

function notWritten(target: string, error: unknown): CliError {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EPIPE: 'was closed',
    ENOSPC: 'is on a full disk',
    EEXIST: 'exists already and is not overwritten',
    ENOENT: 'is in a folder that does not exist',
    EACCES: 'is not writable for you',
  };
  return new CliError(EXIT.other, `${target} ${reasons[code ?? ''] ?? `can't be written (${code})`}. Not everything was written`);
}
