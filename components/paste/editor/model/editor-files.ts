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

/** Renames a file and, for one whose text somebody edited, replaces its content. */
export function withEdited(draft: Draft, file: DraftFile, { name, content, syntax }: FileEdit): Draft {
  const others = draft.files.filter((other) => other !== file);
  const distinct = distinctFileNames([...others.map(({ name: taken }) => taken), name]).at(-1) as string;
  const changed = { ...file, name: distinct, content: content ?? file.content, syntax };
  return { ...draft, files: draft.files.map((other) => (other === file ? changed : other)) };
}

export interface FileEdit {
  /** The name as typed: it is cleaned, and told apart from the other names. */
  name: string;
  /** The new content; null: it stays. */
  content: Blob | null;
  syntax: string;
}

/** Moves a file one place up or down; at the end of the list it stays. */
export function withMoved(draft: Draft, file: DraftFile, by: -1 | 1): Draft {
  const from = draft.files.indexOf(file);
  const other = draft.files[from + by];
  if (from < 0 || !other) return draft;
  return { ...draft, files: draft.files.with(from, other).with(from + by, file) };
}

export const withoutListed = (draft: Draft, file: DraftFile): Draft => ({
  ...draft,
  files: draft.files.filter((other) => other !== file),
});

/** Bytes of all files as they would be pasted. */
export const filesSize = ({ files, keepsMetadata }: Draft): number =>
  files.reduce((sum, file) => sum + contentOf(file, keepsMetadata).size, 0);

/** Growth by base64 of compressed base64, with a little for names; compressible content grows less. */
const GROWTH = 1.35;

/** So many bytes of text and files fit into an envelope, whatever they are. */
export const FILES_FIT_BYTES = Math.floor(MAX_ENVELOPE_CHARACTERS / GROWTH);
