/** The draft of a paste: its text or the attachment that replaces it, more files, and the options. Pure. */

import type { HouseRule } from '#lib/accounts/house-rules.rules';
import { MAX_ENVELOPE_CHARACTERS } from '#lib/envelope/envelope.rules';
import { distinctFileNames } from '#lib/envelope/envelope-names';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { DEFAULT_EXPIRY } from '#lib/pastes/expiry.rules';
import { isNetwork, MAX_NETWORKS } from '#lib/pastes/network.rules';
import { MAX_CONTENT_BYTES, MAX_TITLE_CHARACTERS } from '#lib/pastes/paste.rules';
import { type ChosenOptions, chosenOptions, isRuledOut, NO_OPTIONS } from '#lib/pastes/paste-options.rules';
import type { Problem } from './editor-problem';
import type { ChosenExpiry } from './expiry';
import type { PhotoCleaning } from './photo/photo-bytes';

/** A file, or a text too large for a text area. The page shows only its beginning. */
export interface Attachment {
  content: Blob;
  name: string;
  /** The first lines of the content. */
  beginning: string;
}

export interface DraftFile {
  /** Cleaned, and different from the other files' names. */
  name: string;
  /** The chosen file's bytes; text is in UTF-8. */
  content: Blob;
  isText: boolean;
  /** The guessed language; plain text for other files. */
  syntax: string;
  photo: PhotoCleaning;
}

export interface Draft extends ChosenOptions {
  text: string;
  /** Replaces the text in the paste; the text itself stays in the draft. */
  attachment: Attachment | null;
  /** Further files, beside the text or the attachment. */
  files: readonly DraftFile[];
  /** Whether photos are pasted with their metadata, e.g. position and camera. */
  keepsMetadata: boolean;
  title: string;
  /** The language somebody chose; null: the guess counts. */
  chosenSyntax: string | null;
  guessedSyntax: string;
  expiry: ChosenExpiry;
  encrypt: boolean;
  password: string;
  /** Whether a reload lost the password. The author must set it again or decide against one. */
  isPasswordLost: boolean;
  /** The browser can't keep the draft: a reload would lose it. */
  isUnkept: boolean;
}

/** The fields that somebody can change in the form. */
export type Edit = Partial<Omit<Draft, 'attachment' | 'files' | 'guessedSyntax' | 'isUnkept'>>;

export const EMPTY_DRAFT: Draft = {
  text: '',
  attachment: null,
  files: [],
  keepsMetadata: false,
  title: '',
  chosenSyntax: null,
  guessedSyntax: PLAIN_TEXT,
  expiry: DEFAULT_EXPIRY,
  ...chosenOptions(NO_OPTIONS),
  encrypt: true,
  password: '',
  isPasswordLost: false,
  isUnkept: false,
};

/** A new password, or turning encryption off, settles a lost password. */
export function edited(draft: Draft, edit: Edit): Draft {
  const next = { ...draft, ...edit };
  // Only an encrypted paste can have files.
  if (next.files.length > 0) next.encrypt = true;
  return next.password !== '' || !next.encrypt ? { ...next, isPasswordLost: false } : next;
}

/** A file's name becomes the title, unless there is one. */
export function attach(draft: Draft, attachment: Attachment, guessedSyntax: string): Draft {
  const { title } = withoutFile(draft);
  return { ...draft, attachment, guessedSyntax, title: title || fileNameOf(attachment) };
}

export function withoutFile(draft: Draft): Draft {
  const { attachment, title } = draft;
  if (!attachment) return draft;
  return { ...draft, attachment: null, guessedSyntax: PLAIN_TEXT, title: title === fileNameOf(attachment) ? '' : title };
}

function fileNameOf({ content }: Attachment): string {
  return content instanceof File ? content.name : '';
}

export function check(draft: Draft): Problem | null {
  const bytes = sizeOf(draft);
  if (bytes === 0 && draft.files.length === 0) return { code: 'empty' };
  if (bytes > MAX_CONTENT_BYTES) return { code: 'too-large', bytes, name: draft.attachment?.name ?? null };
  if ([...draft.title].length > MAX_TITLE_CHARACTERS) return { code: 'title-too-long' };
  if (draft.expiry === 'wrong') return { code: 'expiry-wrong' };
  if (draft.isPasswordLost && draft.encrypt) return { code: 'password-lost' };
  const uncleaned = draft.keepsMetadata ? undefined : draft.files.find(({ photo }) => photo === 'uncleaned');
  if (uncleaned) return { code: 'photo-uncleaned', name: uncleaned.name };
  // The server knows better what an address is.
  if (draft.recipient !== null && !isRuledOut('recipient', draft) && !/^\S+@\S+$/.test(draft.recipient.trim()))
    return { code: 'recipient-wrong' };
  return networksProblem(draft);
}

function networksProblem({ readableFrom }: Draft): Problem | null {
  if (readableFrom === null) return null;
  const wrong = readableFrom.find((network) => !isNetwork(network));
  if (wrong !== undefined) return { code: 'network-wrong', network: wrong };
  return readableFrom.length > MAX_NETWORKS ? { code: 'too-many-networks', count: readableFrom.length } : null;
}

/** Fields of a draft that don't change the paste. */
const BESIDE_THE_PASTE: readonly string[] = ['guessedSyntax', 'isPasswordLost', 'isUnkept'] satisfies (keyof Draft)[];

export function makesSamePaste(a: Draft, b: Draft): boolean {
  const fields = Object.keys(EMPTY_DRAFT) as (keyof Draft)[];
  return fields.every((field) => a[field] === b[field] || BESIDE_THE_PASTE.includes(field));
}

export const hasContent = ({ text, title, attachment, files }: Draft): boolean =>
  text !== '' || title !== '' || attachment !== null || files.length > 0;

/** Bytes of the text or attachment that would be pasted. */
export const sizeOf = ({ attachment, text }: Draft): number => attachment?.content.size ?? byteLength(text);

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** The content that would be pasted: a photo's cleaned one, unless metadata is kept. */
export const contentOf = ({ content, photo }: Pick<DraftFile, 'content' | 'photo'>, keepsMetadata: boolean): Blob =>
  keepsMetadata || photo === null || photo === 'uncleaned' ? content : photo.clean;

/** The text or attachment, and the files beside it as they would be pasted. */
export const sealedContent = ({ attachment, text, files, keepsMetadata }: Draft) => ({
  content: attachment?.content ?? text,
  files: files.map(({ photo, ...file }) => ({ ...file, content: contentOf({ content: file.content, photo }, keepsMetadata) })),
});

/** Adds a file and turns encryption on: only an envelope has a place for files. */
export function withFile(draft: Draft, file: DraftFile): Draft {
  const name = distinctFileNames([...draft.files, file].map(({ name: given }) => given)).at(-1) as string;
  return { ...draft, files: [...draft.files, { ...file, name }], encrypt: true };
}

/** Renames a file, and replaces the content that somebody edited. @param name as typed: it is cleaned, and told apart from the others */
export function withEdited(draft: Draft, file: DraftFile, name: string, edit: Partial<Pick<DraftFile, 'content' | 'syntax'>>): Draft {
  const others = draft.files.filter((other) => other !== file);
  const distinct = distinctFileNames([...others.map(({ name: taken }) => taken), name]).at(-1) as string;
  const changed = { ...file, ...edit, name: distinct };
  return { ...draft, files: draft.files.map((other) => (other === file ? changed : other)) };
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

export type HouseRules = readonly HouseRule[];

/** Whether the paste must be encrypted in the browser: only an envelope has a password. */
export const mustEncrypt = (rules: HouseRules): boolean => rules.includes('e2ee') || rules.includes('password');

/** Makes a draft keep the rules. A password is for its author to choose. */
export const withRules = (draft: Draft, rules: HouseRules): Draft => ({
  ...draft,
  encrypt: draft.encrypt || mustEncrypt(rules),
  burnAfterRead: draft.burnAfterRead || rules.includes('burn'),
});

/** The rule that only the author can keep; null when it is kept. */
export const ruleProblem = ({ password, isPasswordLost }: Draft, rules: HouseRules): Problem | null =>
  rules.includes('password') && password === '' && !isPasswordLost ? { code: 'password-needed' } : null;
