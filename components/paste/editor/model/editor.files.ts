/** The files of a draft beside its text. Pure. */
import { distinctFileNames } from '#lib/envelope/envelope.names';
import { MAX_ENVELOPE_CHARACTERS } from '#lib/envelope/envelope.rules';
import type { Draft, DraftFile } from './editor.draft';

/** As it would be pasted. */
export const contentOf = ({ content, photo }: Pick<DraftFile, 'content' | 'photo'>, keepsMetadata: boolean): Blob =>
  keepsMetadata ? content : (photo?.clean ?? content);

/** Files travel only encrypted: nothing else has a place for them. */
export function withFile(draft: Draft, file: DraftFile): Draft {
  const name = distinctFileNames([...draft.files, file].map(({ name: given }) => given)).at(-1) as string;
  return { ...draft, files: [...draft.files, { ...file, name }], encrypt: true };
}

export const withoutListed = (draft: Draft, file: DraftFile): Draft => ({
  ...draft,
  files: draft.files.filter((other) => other !== file),
});

/** Its text was changed by hand. */
export const withContent = (draft: Draft, file: DraftFile, content: Blob): Draft => ({
  ...draft,
  files: draft.files.map((other) => (other === file ? { ...file, content } : other)),
});

/** In bytes, as pasted. */
export const filesSize = ({ files, keepsMetadata }: Draft): number =>
  files.reduce((sum, file) => sum + contentOf(file, keepsMetadata).size, 0);

/** What base64 makes of compressed base64, with a little for names. */
const GROWTH = 1.35;

/** The most that a paste with so many bytes takes encrypted; texts and other things that compress take less. */
export const sealedSize = (bytes: number): number => Math.ceil(bytes * GROWTH);

export const MAX_SEALED_BYTES = MAX_ENVELOPE_CHARACTERS;
