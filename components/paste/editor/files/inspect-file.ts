/** Whether a file's bytes are text, read piece by piece: memory for one piece, however large the file. */

import { hasForeignControls } from '#lib/pastes/text-bytes.rules';
import { MAX_DRAFT_BYTES } from '../drafts/draft-storage';
import { EditorError } from '../model/editor.problem';
import type { ConvertedFrom } from '../model/editor.state';
import { guessLanguage } from './guess-language';

/** Shown as a preview, and enough for a guess. */
const BEGINNING_BYTES = 4096;

export interface InspectedFile {
  /** In UTF-8. */
  content: Blob;
  beginning: string;
  syntax: string;
  convertedFrom: ConvertedFrom | null;
  /** All of it, where a text area takes it as it is; null: it is too large, or has carriage returns, which a text area drops. */
  text: string | null;
}

/** @throws EditorError `binary` for what is no text, `unreadable` */
export async function inspectFile(file: Blob, name: string): Promise<InspectedFile> {
  const head = new Uint8Array(await read(file.slice(0, BEGINNING_BYTES).arrayBuffer(), name));
  const wide = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
  if (wide) return converted(file, name, wide, 'UTF-16');
  const kind = await kindOf(file, name);
  if (kind === 'binary') throw new EditorError({ code: 'binary', name });
  // Browsers read Latin-1 as the Windows code page that contains it, as the web does.
  if (kind === 'single-byte') return converted(file, name, 'windows-1252', 'Latin-1');
  return describe(file, name, null);
}

async function converted(file: Blob, name: string, encoding: string, from: ConvertedFrom): Promise<InspectedFile> {
  const text = new TextDecoder(encoding).decode(await read(file.arrayBuffer(), name));
  // An odd end of UTF-16, and what is no text in it either.
  if (text.includes('\0') || text.includes('\ufffd')) throw new EditorError({ code: 'binary', name });
  return describe(new File([text], name), name, from);
}

/** Of what is known to be text, whatever characters it has. */
export async function describe(content: Blob, name: string, convertedFrom: ConvertedFrom | null): Promise<InspectedFile> {
  // May end within a character; what is left of it shows as nothing.
  const head = await read(content.slice(0, BEGINNING_BYTES).arrayBuffer(), name);
  const beginning = new TextDecoder().decode(head, { stream: true });
  const whole = content.size <= MAX_DRAFT_BYTES ? await read(content.arrayBuffer(), name) : null;
  const text = whole && new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole);
  return { content, beginning, syntax: guessLanguage(beginning, name), convertedFrom, text: text?.includes('\r') ? null : text };
}

async function kindOf(file: Blob, name: string): Promise<'utf-8' | 'single-byte' | 'binary'> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  let isUtf8 = true;
  for (let next = await read(reader.read(), name); !next.done; next = await read(reader.read(), name)) {
    if (hasForeignControls(next.value)) return 'binary';
    isUtf8 &&= decodes(decoder, next.value);
  }
  return isUtf8 && decodes(decoder) ? 'utf-8' : 'single-byte';
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
    throw new EditorError({ code: 'unreadable', name });
  }
}
