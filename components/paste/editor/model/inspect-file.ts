/** Tells whether a file is text. Reads it in pieces, so that memory holds one piece at a time. */

import { hasForeignControls } from '#lib/pastes/paste.rules';
import { isTooLargeToType, MAX_DRAFT_BYTES } from './draft-storage';
import { EditorError } from './editor-problem';
import { type Reading, readingsOf } from './encodings';
import { guessLanguage } from './guess-language';
import { bytesOf, orUnreadable } from './seal-content';

/** Bytes shown as a preview and used to guess the language. */
const BEGINNING_BYTES = 4096;

/** The text in UTF-8. */
export interface InspectedFile {
  content: Blob;
  beginning: string;
  syntax: string;
  /** The encoding that the file was in, when it was converted. */
  convertedFrom: string | null;
  /** The whole text; null when it is too large for a text area or has carriage returns, which a text area drops. */
  text: string | null;
}

/** A text that isn't UTF-8: nothing tells in which of these ways it reads right. */
export interface UnknownEncoding {
  readings: readonly Reading[];
}

/**
 * @param languages of the page and the browser, which decide the order of the readings
 * @throws EditorError `binary` when the file isn't text, `unreadable`
 */
export async function inspectFile(file: Blob, name: string, languages: readonly string[]): Promise<InspectedFile | UnknownEncoding> {
  const head = new Uint8Array(await bytesOf(file.slice(0, BEGINNING_BYTES), name));
  const wide = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
  if (wide) return decodeFile(file, name, wide, 'UTF-16');
  const kind = await kindOf(file, name);
  if (kind === 'utf-8') return describe(file, name, null);
  const readings = kind === 'binary' ? [] : readingsOf(await bytesOf(file, name), languages);
  if (readings.length === 0) throw new EditorError({ code: 'binary', name });
  return { readings };
}

/** Reads a text in an encoding that its first bytes or a person told. @throws EditorError */
export async function decodeFile(file: Blob, name: string, encoding: string, from = encoding): Promise<InspectedFile> {
  const text = new TextDecoder(encoding).decode(await bytesOf(file, name));
  // Malformed UTF-16, and binary data that begins like UTF-16.
  if (text.includes('\0') || text.includes('\ufffd')) throw new EditorError({ code: 'binary', name });
  return describe(new File([text], name), name, from);
}

/** Describes a content that is known to be text, whatever characters it has. */
export async function describe(content: Blob, name: string, convertedFrom: string | null): Promise<InspectedFile> {
  // The slice may end within a character; `stream` drops the incomplete one.
  const head = await bytesOf(content.slice(0, BEGINNING_BYTES), name);
  const beginning = new TextDecoder().decode(head, { stream: true });
  const whole = content.size <= MAX_DRAFT_BYTES ? await bytesOf(content, name) : null;
  const text = whole && new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole);
  const isForEditor = text !== null && !text.includes('\r') && !isTooLargeToType([text]);
  return { content, beginning, syntax: guessLanguage(beginning, name), convertedFrom, text: isForEditor ? text : null };
}

async function kindOf(file: Blob, name: string): Promise<'utf-8' | 'other' | 'binary'> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  const read = () => orUnreadable(reader.read(), name);
  let isUtf8 = true;
  for (let next = await read(); !next.done; next = await read()) {
    if (hasForeignControls(next.value)) return 'binary';
    isUtf8 &&= decodes(decoder, next.value);
  }
  return isUtf8 && decodes(decoder) ? 'utf-8' : 'other';
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
