/** Writes what `get` got: one text as before, files into a folder. */
import type { SealedText } from '../lib/envelope/envelope-document';
import { distinctFileNames } from '../lib/envelope/envelope-names';
import type { Context } from './context';
import { usageError } from './exit';
import { cleanName, isFolder, writeAll, writeOut, writeToPath } from './output';
import type { Target } from './target';

/** A text or a file of a paste. */
export interface Piece {
  bytes: Uint8Array;
  /** The title of a text, which may be empty; the name of a file. */
  name: string;
  isFile: boolean;
}

/** The contents of a paste: its text, unless that is empty beside files, then its files. */
export function piecesOf({ content, title, files = [] }: SealedText): Piece[] {
  const encode = (text: string) => new TextEncoder().encode(text);
  const pieces = files.map((file) => ({ name: file.name, bytes: 'data' in file ? file.data : encode(file.content), isFile: true }));
  return content === '' && pieces.length > 0 ? pieces : [{ name: title, bytes: encode(content), isFile: false }, ...pieces];
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
  const nameOf = ({ name }: Piece) => cleanName(name || `${publicId}.txt`);
  if (isSingle && (output === '-' || (output === undefined && !piece.isFile))) return writeOut(piece.bytes, values.raw);
  if (isSingle && output !== undefined) return tell(`Written to ${await writeToPath(output, nameOf(piece), piece.bytes)}`);
  const names = distinctFileNames(pieces.map(nameOf));
  if (output === undefined || !isFolder(output)) {
    const again = isBurn ? ' The server keeps the paste for about a minute: run the same command with -o DIR now' : ' Use -o DIR';
    const what =
      output === undefined || output === '-' ? 'This paste has files' : `${output} is no folder, and this paste has several files`;
    throw usageError(`${what}: ${names.join(', ')}.${again}`);
  }
  for (const path of await writeAll(
    output,
    pieces.map(({ bytes }, index) => ({ name: names[index] as string, bytes })),
  )) {
    tell(`Written to ${path}`);
  }
}
