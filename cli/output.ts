/** Writes results: texts, tables, and what `get` got. When `writeOut` returns, the system has taken all bytes. */
import { close, fstatSync, fsync, open, rmSync, statSync, writeFile } from 'node:fs';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import type { SealedText } from '../lib/envelope/envelope-document';
import { archiveFileNames, fileNameOfTitle, unpackedFileName } from '../lib/envelope/envelope-names';
import { languageOf } from '../lib/languages/language.rules';
import { languageOfName } from '../lib/languages/language-files.rules';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { isWindows } from './places';
import type { Target } from './target';
import { forTerminal, styled, visible } from './terminal';

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
/** Writes all bytes, also when the system takes them in parts. */
const writeBytes = promisify(writeFile) as (file: number, bytes: Uint8Array) => Promise<void>;

const STDOUT = 1;

/**
 * Writes the result to standard output and flushes it.
 * @param isRaw whether a terminal gets control characters unchanged
 * @throws CliError other, for a closed pipe or a full disk
 */
async function writeOut(bytes: Uint8Array, isRaw = false): Promise<void> {
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

/** Prints columns with their headings on a terminal, and separated by tabs elsewhere. @throws CliError other */
export async function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
  if (!process.stdout.isTTY) return print(rows.map((row) => `${row.join('\t')}\n`).join(''));
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)));
  const aligned = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = [styled('bold', aligned(headings), process.stdout), ...rows.map((row) => visible(aligned(row)))];
  await writeOut(new TextEncoder().encode(`${lines.join('\n')}\n`), true);
}

/** Whether the path is a folder, or is meant as one. */
const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? (path.endsWith('/') || path.endsWith(sep));

/**
 * Writes all of the files, or none: removes the written ones when one fails, or when the program is ended.
 * @param target a folder, in which nothing is overwritten; or the path of the only file, which is
 * @param files with different names; each is cleaned, so that nothing is written outside of the folder
 * @returns the paths of the written files
 * @throws CliError other, also when the folder has one of them already
 */
export async function writeFiles(target: string, files: readonly { name: string; bytes: Uint8Array }[]): Promise<string[]> {
  const isInFolder = isFolder(target);
  const paths = isInFolder ? files.map(({ name }) => join(target, unpackedFileName(name))) : [target];
  let path = target;
  const begun: string[] = [];
  const undo = () => {
    for (const each of begun) rmSync(each, { force: true });
  };
  process.on('exit', undo);
  try {
    for (const [index, { bytes }] of files.entries()) {
      path = paths[index] as string;
      const file = await openFile(path, isInFolder ? 'wx' : 'w', 0o600);
      const isFile = fstatSync(file).isFile();
      if (isFile) begun.push(path);
      const isTerminal = !isFile && (await import('node:tty')).isatty(file);
      await writeToFile(file, isTerminal ? forTerminal(bytes) : bytes, isFile);
      // Some file systems report a full disk only on close.
      await closeFile(file);
    }
    if (isInFolder) await flushFolder(target);
    return paths;
  } catch (error) {
    undo();
    throw notWritten(path, error);
  } finally {
    process.off('exit', undo);
  }
}

/** Flushes the folder, so that the names also survive a crash. Windows can't do this and doesn't need it. */
async function flushFolder(path: string): Promise<void> {
  if (isWindows) return;
  const folder = await openFile(path, 'r');
  await syncFile(folder);
  await closeFile(folder);
}

function writeToStream(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.on('error', reject);
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function writeToFile(file: number, bytes: Uint8Array, isFile: boolean): Promise<void> {
  await writeBytes(file, bytes);
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

/** A text or a file of a paste. */
export interface Piece {
  bytes: Uint8Array;
  /** The title of a text, which may be empty; the name of a file. */
  name: string;
  isFile: boolean;
  syntax?: string;
}

/** The contents of a paste: its text, unless that is empty beside files, then its files. */
export function piecesOf({ content, title, syntax, files = [] }: SealedText): Piece[] {
  const encode = (text: string) => new TextEncoder().encode(text);
  const pieces = files.map((file) => ({ name: file.name, bytes: 'data' in file ? file.data : encode(file.content), isFile: true }));
  return content === '' && pieces.length > 0 ? pieces : [{ name: title, bytes: encode(content), isFile: false, syntax }, ...pieces];
}

/**
 * When it returns, everything is written and flushed. Otherwise nothing is left behind.
 * @param pieces at least one
 * @throws CliError usage, when files need a folder; other
 */
export async function writePaste(
  { values, tell }: Context,
  { publicId }: Target,
  pieces: readonly Piece[],
  isBurn: boolean,
): Promise<void> {
  const { output } = values;
  const [piece] = pieces as [Piece];
  const isSingle = pieces.length === 1;
  const nameOf = ({ name, isFile, syntax = '' }: Piece) => {
    if (isFile) return unpackedFileName(name);
    const ending = languageOf(syntax)?.extension ?? 'txt';
    return unpackedFileName(fileNameOfTitle(name, { known: languageOfName(name) !== undefined, ending, id: publicId }));
  };
  if (isSingle && (output === '-' || (output === undefined && !piece.isFile))) return writeOut(piece.bytes, values.raw);
  const names = archiveFileNames(pieces.map(nameOf));
  if (output === undefined || !(isSingle || isFolder(output))) {
    const again = isBurn ? ' The server keeps the paste for about a minute: run the same command with -o DIR now' : ' Use -o DIR';
    const what =
      output === undefined || output === '-' ? 'This paste has files' : `${output} is no folder, and this paste has several files`;
    throw usageError(`${what}: ${names.join(', ')}.${again}`);
  }
  const files = pieces.map(({ bytes }, index) => ({ name: names[index] as string, bytes }));
  for (const path of await writeFiles(output, files)) tell(`Written to ${path}`);
}
