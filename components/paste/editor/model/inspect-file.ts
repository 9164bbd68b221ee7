/** Tells whether a file is text. Reads it in pieces, so that memory holds one piece at a time. */

import { hasForeignControls } from '#lib/pastes/paste.rules';
import { isTooLargeToType, MAX_DRAFT_BYTES } from './draft-storage';
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

/** @returns null when the file isn't text in UTF-8, or in UTF-16 with its mark @throws EditorError `unreadable` */
export async function inspectFile(file: Blob, name: string): Promise<InspectedFile | null> {
  const head = new Uint8Array(await bytesOf(file.slice(0, BEGINNING_BYTES), name));
  const wide = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
  if (wide === null) return (await isText(file, name)) ? describe(file, name, null) : null;
  const text = new TextDecoder(wide).decode(await bytesOf(file, name));
  // Malformed UTF-16, and binary data that begins like UTF-16.
  return /[\0\ufffd]/.test(text) ? null : describe(new File([text], name), name, 'UTF-16');
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

async function isText(file: Blob, name: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await orUnreadable(reader.read(), name);
    try {
      decoder.decode(value, { stream: !done });
    } catch {
      return false;
    }
    if (done) return true;
    if (hasForeignControls(value)) return false;
  }
}
