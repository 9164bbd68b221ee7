/** Prepares the files of an answer: cleans their names and removes the metadata of photos. */
import { FILES_FIT_BYTES } from '#components/paste/editor/model/editor-files';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import type { SealedFile } from '#lib/envelope/envelope-files';
import { distinctFileNames } from '#lib/envelope/envelope-names';
import type { AttachedFile, SendProblem } from './answer-state';

/** The media type of a file for which the browser knows none. */
const NEUTRAL_TYPE = 'application/octet-stream';

export function attach(attached: readonly AttachedFile[], files: readonly File[]): AttachedFile[] {
  const all = [...attached, ...files.map((content) => ({ name: content.name, content }))];
  const names = distinctFileNames(all.map(({ name }) => name));
  return all.map((file, index) => ({ ...file, name: names[index] as string }));
}

/** @returns why these files are too many or too large; null: they aren't, as far as is known before encryption */
export function problemWith(files: readonly AttachedFile[]): SendProblem | null {
  if (files.length > MAX_FILES) return { code: 'too-many-files' };
  const bytes = files.reduce((sum, { content }) => sum + content.size, 0);
  return bytes > FILES_FIT_BYTES ? { code: 'too-large' } : null;
}

/** @returns the `files` member of an envelope's document; empty without files @throws DOMException when one can't be read */
export async function sealedFiles(files: readonly AttachedFile[]): Promise<{ files?: SealedFile[] }> {
  return files.length === 0 ? {} : { files: await Promise.all(files.map(sealedFile)) };
}

async function sealedFile({ name, content }: AttachedFile): Promise<SealedFile> {
  const { removeMetadata } = await import('#components/paste/editor/sealing/photo-metadata');
  const bytes = new Uint8Array(await content.arrayBuffer());
  const type = content.type || NEUTRAL_TYPE;
  const photo = removeMetadata(bytes, type);
  return { name, type, data: photo === null ? bytes : new Uint8Array(await photo.clean.arrayBuffer()) };
}
