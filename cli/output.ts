/** Writes results. When `writeOut` returns, the system has taken all bytes. */
import { close, fstatSync, fsync, open, rmSync, statSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CliError, EXIT } from './exit';
import { forTerminal } from './terminal';

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const writePiece = promisify(write) as unknown as (file: number, bytes: Uint8Array, from: number) => Promise<{ bytesWritten: number }>;

const STDOUT = 1;

/**
 * Writes the result to standard output and flushes it.
 * @param isRaw a terminal gets control characters as they are
 * @throws CliError other, for a closed pipe or a full disk
 */
export async function writeOut(bytes: Uint8Array, isRaw = false): Promise<void> {
  try {
    // A stream reports when it has taken everything; a write to a file or device may be short without an error.
    const kind = fstatSync(STDOUT);
    if (process.stdout.isTTY) await writeToStream(isRaw ? bytes : forTerminal(bytes));
    else if (kind.isFIFO() || kind.isSocket()) await writeToStream(bytes);
    else await writeToFile(STDOUT, bytes, kind.isFile());
  } catch (error) {
    throw notWritten('Standard output', error);
  }
}

/** Writes text to standard output. @throws CliError other */
export const print = (text: string): Promise<void> => writeOut(new TextEncoder().encode(text));

/** Whether this is, or is meant to be, a folder. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? path.endsWith('/');

/**
 * @param path a file, which is overwritten, or a folder, where none is
 * @param name for a new file in a folder
 * @returns where it was written
 * @throws CliError other; a partial file is removed
 */
export async function writeToPath(path: string, name: string, bytes: Uint8Array): Promise<string> {
  if (!isFolder(path)) return writeFile(path, 'w', bytes);
  const [written = ''] = await writeAll(path, [{ name, bytes }]);
  return written;
}

/**
 * All of the files into a folder, or none: what was written is removed when one can't be, and when the program is ended.
 * @param files with names that differ; each is cleaned, so that nothing is written outside of the folder
 * @returns where they were written
 * @throws CliError other, also when one of them exists already
 */
export async function writeAll(folder: string, files: readonly { name: string; bytes: Uint8Array }[]): Promise<string[]> {
  const written: string[] = [];
  const undo = () => {
    for (const path of written) rmSync(path, { force: true });
  };
  process.on('exit', undo);
  try {
    for (const { name, bytes } of files) written.push(await writeFile(join(folder, cleanName(name)), 'wx', bytes));
    await flushFolder(folder);
    return written;
  } catch (error) {
    undo();
    throw error;
  } finally {
    process.off('exit', undo);
  }
}

async function writeFile(target: string, flags: 'w' | 'wx', bytes: Uint8Array): Promise<string> {
  let remove = () => {};
  try {
    const file = await openFile(target, flags, 0o600);
    const isFile = fstatSync(file).isFile();
    if (isFile) remove = () => rmSync(target, { force: true });
    process.on('exit', remove);
    const isTerminal = !isFile && (await import('node:tty')).isatty(file);
    await writeToFile(file, isTerminal ? forTerminal(bytes) : bytes, isFile);
    // Some file systems report a full disk only on close.
    await closeFile(file);
    return target;
  } catch (error) {
    remove();
    throw notWritten(target, error);
  } finally {
    process.off('exit', remove);
  }
}

/** So that the names outlast a crash as well. Windows can't, and needn't. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await openFile(path, 'r');
  await syncFile(folder);
  await closeFile(folder);
}

/** Makes somebody else's title safe as a file name: no path, no control or invisible character, no leading dot or dash. */
export function cleanName(name: string): string {
  const cleaned = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '_')
    .replace(/^[-.\s]+|[.\s]+$/gu, '')
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
