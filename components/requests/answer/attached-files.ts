/** The files of an answer that is written. Their names are cleaned here, and what photos tell about their maker is removed. */
import { MAX_SEALED_BYTES, sealedSize } from '#components/paste/editor/model/editor.files';
import type { SealedFile } from '#lib/envelope/envelope.files';
import { distinctFileNames } from '#lib/envelope/envelope.names';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import type { AttachedFile, SendProblem } from './answer.state';

/** What neither has words of its own nor is text: the same to every reader. */
const NEUTRAL_TYPE = 'application/octet-stream';

export function attach(attached: readonly AttachedFile[], files: readonly File[]): AttachedFile[] {
  const all = [...attached, ...files.map((content) => ({ name: content.name, content }))];
  const names = distinctFileNames(all.map(({ name }) => name));
  return all.map((file, index) => ({ ...file, name: names[index] as string }));
}

/** @returns why so many, or such large ones, can't be sent; null: they can, as far as is known before encryption */
export function problemWith(files: readonly AttachedFile[]): SendProblem | null {
  if (files.length > MAX_FILES) return { code: 'too-many-files' };
  const bytes = files.reduce((sum, { content }) => sum + content.size, 0);
  return sealedSize(bytes) > MAX_SEALED_BYTES ? { code: 'too-large' } : null;
}

/** @returns the member of an envelope's document; nothing when there are none @throws DOMException when one can't be read */
export async function sealedFiles(files: readonly AttachedFile[]): Promise<{ files?: SealedFile[] }> {
  return files.length === 0 ? {} : { files: await Promise.all(files.map(sealedFile)) };
}

async function sealedFile({ name, content }: AttachedFile): Promise<SealedFile> {
  const { removeMetadata } = await import('#components/paste/editor/files/photo-metadata');
  const bytes = new Uint8Array(await content.arrayBuffer());
  const type = content.type || NEUTRAL_TYPE;
  const photo = removeMetadata(bytes, type);
  return { name, type, data: photo === null ? bytes : new Uint8Array(await photo.clean.arrayBuffer()) };
}
