/** The text to paste: from a file, standard input, an editor or the keyboard. */
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CliError, EXIT, usageError } from './exit';

export interface Input {
  content: string;
  /** Of the file; empty for other sources. */
  name: string;
}

/** Twice the service's limit: reading stops there. */
const MAX_BYTES = 20 * 1024 * 1024;

/** @param operand a path; `-` or nothing is standard input, or an editor where that is a terminal */
export async function readInput(operand: string | undefined, env: Record<string, string | undefined>): Promise<Input> {
  if (operand !== undefined && operand !== '-') return { content: decode(await readAll(operand), operand), name: basename(operand) };
  if (process.stdin.isTTY && operand === undefined && (env.VISUAL || env.EDITOR)) return { content: await edit(env), name: '' };
  if (process.stdin.isTTY) process.stderr.write('Type or paste the text, then press Ctrl+D.\n');
  return { content: decode(await readAll(null), 'Standard input'), name: '' };
}

async function readAll(path: string | null): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    const source = path === null ? process.stdin : createReadStream(path);
    for await (const piece of source as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new CliError(EXIT.other, `${path ?? 'Standard input'} is larger than 20 MB. The limit is 10 MB`);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      { ENOENT: 'does not exist', EISDIR: 'is a folder', EACCES: 'is not readable for you' }[code ?? ''] ?? `can't be read (${code})`;
    throw new CliError(EXIT.other, `${path ?? 'Standard input'} ${reason}`);
  }
  return Buffer.concat(pieces);
}

/** Keeps a byte order mark. */
function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    if (isUtf16) throw usageError(`${name} is UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8`);
    throw usageError(`${name} is not UTF-8 text. sealpaste pastes text only`);
  }
}

/** In a folder that only this user can read, removed afterwards. */
async function edit(env: Record<string, string | undefined>): Promise<string> {
  const { spawnSync } = await import('node:child_process');
  const folder = mkdtempSync(join(env.XDG_RUNTIME_DIR || tmpdir(), 'sealpaste-'));
  try {
    const file = join(folder, 'paste.txt');
    writeFileSync(file, '', { mode: 0o600 });
    // Through the shell: EDITOR may have arguments, like "code --wait".
    const { status } = spawnSync(`${env.VISUAL || env.EDITOR} "$SEALPASTE_FILE"`, [], {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, ...env, SEALPASTE_FILE: file },
    });
    if (status !== 0) throw new CliError(EXIT.other, 'The editor failed. Nothing was pasted');
    const content = decode(readFileSync(file), 'The text');
    if (content === '') throw new CliError(EXIT.other, 'The text is empty. Nothing was pasted');
    return content;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
