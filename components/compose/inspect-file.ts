/** Whether a file's bytes are text, read piece by piece: memory for one piece, however large the file. */
import { ComposeError } from './compose.problem';
import { guessLanguage } from './guess-language';

/** Shown as a preview, and enough for a guess. */
const BEGINNING_BYTES = 4096;

/**
 * @returns the first lines and the guessed language
 * @throws ComposeError `binary` for a NUL or what isn't UTF-8, `utf-16` for text of that encoding, `unreadable`
 */
export async function inspectFile(content: Blob, name: string): Promise<{ beginning: string; syntax: string }> {
  const head = new Uint8Array(await read(content.slice(0, BEGINNING_BYTES).arrayBuffer(), name));
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) throw new ComposeError({ code: 'utf-16', name });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = content.stream().getReader();
  for (let next = await read(reader.read(), name); !next.done; next = await read(reader.read(), name)) {
    if (next.value.includes(0) || !decodes(decoder, next.value)) throw new ComposeError({ code: 'binary', name });
  }
  if (!decodes(decoder)) throw new ComposeError({ code: 'binary', name });
  // May end within a character; what is left of it shows as nothing.
  const beginning = new TextDecoder().decode(head, { stream: true });
  return { beginning, syntax: guessLanguage(beginning, name) };
}

/** @param bytes the next ones, or nothing at the end */
function decodes(decoder: TextDecoder, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** A file that was moved, changed or is a folder fails when it is read. */
async function read<Value>(pending: Promise<Value>, name: string): Promise<Value> {
  try {
    return await pending;
  } catch {
    throw new ComposeError({ code: 'unreadable', name });
  }
}
