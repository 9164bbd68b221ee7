/** The text and files to paste: from files, standard input, an editor or the keyboard. */

import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { orNull } from '../lib/encoding/or-null.rules';
import { formatBytes } from '../lib/encoding/size.rules';
import { EnvelopeError } from '../lib/envelope/envelope.errors';
import { MAX_ENVELOPE_CHARACTERS, MAX_FILES, MAX_PLAINTEXT_BYTES } from '../lib/envelope/envelope.rules';
import type { SealedFile } from '../lib/envelope/envelope-files';
import { languageOfName } from '../lib/languages/language-files.rules';
import { hasForeignControls, MAX_CONTENT_BYTES } from '../lib/pastes/paste.rules';
import { CliError, EXIT, usageError } from './exit';
import { type Environment, isWindows } from './places';
import { writeError } from './terminal';

interface InputOptions {
  /** Whether a file is sent as text even with control characters. */
  isText?: boolean | undefined;
  mayBeEmpty?: boolean | undefined;
}

export interface Input {
  /** The paste's own text; may be empty beside files. */
  content: string;
  /** Name of the file that is the text, or of the only file; empty for other sources. */
  name: string;
  files: SealedFile[];
}

/**
 * Reads the input. A single text becomes the paste's own; several inputs, or bytes that are no text, become files.
 * @param operands paths; `-` or none means standard input, or an editor when that is a terminal
 * @throws CliError usage for an input without a text or a file, unless it may be empty
 */
export async function readInput(operands: readonly string[], env: Environment, options: InputOptions): Promise<Input> {
  const isEdited = operands.length === 0 && process.stdin.isTTY && (env.VISUAL || env.EDITOR);
  const input = isEdited ? { content: await edit(env), name: '', files: [] } : await readFiles(operands, options.isText ?? false);
  if (input.content === '' && input.files.length === 0 && !options.mayBeEmpty)
    throw usageError('The text is empty. Nothing was sent. --allow-empty sends it');
  return input;
}

async function readFiles(operands: readonly string[], isText: boolean): Promise<Input> {
  const paths = operands.length === 0 ? ['-'] : operands;
  if (paths.length > MAX_FILES) throw usageError(`A paste has at most ${MAX_FILES} files. These are ${paths.length}`);
  if (paths.filter((path) => path === '-').length > 1) throw usageError('Standard input can be given once');
  const isAlone = paths.length === 1;
  let [content, name] = ['', ''];
  const files: SealedFile[] = [];
  let bytesLeft = MAX_PLAINTEXT_BYTES;
  for (const path of paths) {
    const bytes = await readAll(path);
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw new CliError(EXIT.other, TOO_LARGE);
    // A program's output counts as text even with control characters.
    const text = path !== '-' && !isText && hasForeignControls(bytes) ? null : decode(bytes);
    const own = path === '-' ? '' : basename(path);
    if (text !== null && (isAlone || path === '-')) [content, name] = [text, own];
    else if (path === '-' && hasUtf16Mark(bytes)) throw usageError('Standard input is UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8');
    else if (text !== null) files.push({ name: own, syntax: languageOfName(own) ?? '', content: text });
    else files.push({ name: own, type: '', data: bytes });
  }
  if (isAlone && files[0]) name = files[0].name;
  return { content, name, files };
}

const TOO_LARGE = `This is too large. The limit is ${formatBytes(MAX_ENVELOPE_CHARACTERS)}, compressed and encrypted`;

/** Translates errors of sealing. @param failed the message for other failures @throws CliError in place of the envelope's errors */
export async function sealing<Sealed>(sealed: Promise<Sealed>, failed: string): Promise<Sealed> {
  try {
    return await sealed;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.code === 'too-large') throw new CliError(EXIT.other, TOO_LARGE);
    throw usageError(`${failed} (${error.message})`);
  }
}

/** Reads all of standard input. @param what the expected input, such as "a link", for the error @throws CliError usage */
export async function readShort(maxCharacters: number, what: string): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) {
    text += piece;
    if (text.length > maxCharacters) throw usageError(`Standard input has more than ${what}`);
  }
  return text;
}

async function readAll(path: string): Promise<Buffer> {
  const source = path === '-' ? process.stdin : createReadStream(path);
  const name = path === '-' ? 'Standard input' : path;
  if (source === process.stdin && process.stdin.isTTY) writeError('Type or paste the text, then press Ctrl+D.\n');
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_CONTENT_BYTES) throw new CliError(EXIT.other, `${name} is too large. The limit is ${formatBytes(MAX_CONTENT_BYTES)}`);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      { ENOENT: 'does not exist', EISDIR: 'is a folder', EACCES: 'is not readable for you' }[code ?? ''] ?? `can't be read (${code})`;
    throw new CliError(EXIT.other, `${name} ${reason}`);
  }
  return Buffer.concat(pieces);
}

/** Whether the bytes begin like UTF-16, which PowerShell pipes. */
const hasUtf16Mark = (bytes: Buffer) => (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
/** Whether they are UTF-16, perhaps without its mark: no text of one line has a zero in UTF-8. */
const isUtf16 = (bytes: Buffer) => hasUtf16Mark(bytes) || bytes.includes(0);

/**
 * Decodes a file that the client reads for itself: a password, a setting, a receipt. Programs of Windows begin such a file with
 * a byte order mark, which is no part of it.
 * @throws CliError usage for other bytes than UTF-8: what they mean would be a guess
 */
export function textOf(bytes: Buffer, path: string): string {
  const text = decode(bytes);
  if (text !== null && !isUtf16(bytes)) return text.replace(/^\ufeff/, '');
  throw usageError(`${path} is ${isUtf16(bytes) ? 'UTF-16' : 'not UTF-8'}. Convert it first: iconv -f ENCODING -t UTF-8`);
}

/** Reads a file that the client reads for itself, as `textOf` does. @throws CliError usage */
export function readText(path: string): string {
  try {
    return textOf(readFileSync(path), path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Decodes UTF-8 and keeps a byte order mark. @returns null for other bytes */
export const decode = (bytes: Uint8Array): string | null =>
  orNull(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));

/** Edits a text in a folder that only this user can read and that is removed afterwards. */
async function edit(env: Environment): Promise<string> {
  const { spawnSync } = await import('node:child_process');
  const folder = mkdtempSync(join(env.XDG_RUNTIME_DIR || tmpdir(), 'sealpaste-'));
  try {
    const file = join(folder, 'paste.txt');
    writeFileSync(file, '', { mode: 0o600 });
    // Runs in a shell, since EDITOR may have arguments, like "code --wait".
    const { status } = spawnSync(`${env.VISUAL || env.EDITOR} ${isWindows ? '"%SEALPASTE_FILE%"' : '"$SEALPASTE_FILE"'}`, [], {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, ...env, SEALPASTE_FILE: file },
    });
    if (status !== 0) throw new CliError(EXIT.other, 'The editor failed. Nothing was pasted');
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
