/** Reads the contents that are sealed, of pastes in the worker and of answers in the page. */
import { MAX_PLAINTEXT_BYTES } from '#lib/envelope/envelope.rules';
import type { SealedFile } from '#lib/envelope/envelope-files';
import type { DraftFile } from './editor-draft';
import { EditorError } from './editor-problem';

/** A lone surrogate can't be written in UTF-8: it becomes U+FFFD, as in a file. */
export async function textOf(content: string | Blob): Promise<string> {
  if (typeof content === 'string') return content.toWellFormed();
  return decode(await bytesOf(content, content instanceof File ? content.name : ''));
}

/** The files beside a text or an attachment, in their order. */
export type FilesToSeal = readonly Omit<DraftFile, 'photo'>[];

/** @throws EditorError */
export async function filesOf(files: FilesToSeal): Promise<SealedFile[]> {
  // Checked before reading, because all files together may exceed the memory.
  if (files.reduce((sum, { content }) => sum + content.size, 0) > MAX_PLAINTEXT_BYTES) throw new EditorError({ code: 'files-too-large' });
  const sealed: SealedFile[] = [];
  for (const { name, content, isText, syntax } of files) {
    const bytes = await bytesOf(content, name);
    if (isText) sealed.push({ name, syntax, content: decode(bytes) });
    else sealed.push({ name, type: PRINTABLE.test(content.type) ? content.type : '', data: new Uint8Array(bytes) });
  }
  return sealed;
}

/** The characters of a media type. */
const PRINTABLE = /^[\x20-\x7e]{0,255}$/;

const decode = (bytes: ArrayBuffer) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** @throws EditorError `unreadable`, for a folder and a file that was moved or changed */
export const orUnreadable = <Read>(reading: Promise<Read>, name: string): Promise<Read> =>
  reading.catch(() => {
    throw new EditorError({ code: 'unreadable', name });
  });

export const bytesOf = (content: Blob, name: string) => orUnreadable(content.arrayBuffer(), name);

export function jsonBlob(value: unknown): Blob {
  return new Blob([JSON.stringify(value)], { type: 'application/json' });
}
