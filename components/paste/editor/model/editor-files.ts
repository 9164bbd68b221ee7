/** Changes and measures the files beside a draft's text. Pure. */

import { MAX_ENVELOPE_CHARACTERS } from '#lib/envelope/envelope.rules';
import { distinctFileNames } from '#lib/envelope/envelope-names';
import type { Draft, DraftFile } from './editor-draft';

/** The content that would be pasted: a photo's cleaned one, unless metadata is kept. */
export const contentOf = ({ content, photo }: Pick<DraftFile, 'content' | 'photo'>, keepsMetadata: boolean): Blob =>
  keepsMetadata ? content : (photo?.clean ?? content);

/** Adds a file and turns encryption on: only an envelope has a place for files. */
export function withFile(draft: Draft, file: DraftFile): Draft {
  const name = distinctFileNames([...draft.files, file].map(({ name: given }) => given)).at(-1) as string;
  return { ...draft, files: [...draft.files, { ...file, name }], encrypt: true };
}

export const withoutListed = (draft: Draft, file: DraftFile): Draft => ({
  ...draft,
  files: draft.files.filter((other) => other !== file),
});

/** Replaces the content of a file that somebody edited. */
export const withContent = (draft: Draft, file: DraftFile, content: Blob): Draft => ({
  ...draft,
  files: draft.files.map((other) => (other === file ? { ...file, content } : other)),
});

/** Bytes of all files as they would be pasted. */
export const filesSize = ({ files, keepsMetadata }: Draft): number =>
  files.reduce((sum, file) => sum + contentOf(file, keepsMetadata).size, 0);

/** Growth by base64 of compressed base64, with a little for names. */
const GROWTH = 1.35;

/** Upper bound for the encrypted size of so many bytes; compressible content takes less. */
export const sealedSize = (bytes: number): number => Math.ceil(bytes * GROWTH);

export const MAX_SEALED_BYTES = MAX_ENVELOPE_CHARACTERS;
