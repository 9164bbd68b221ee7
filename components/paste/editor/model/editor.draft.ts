/** What somebody has written, or the file chosen instead, and the files beside it, with the options of the paste. Pure. */
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { DEFAULT_EXPIRY } from '#lib/pastes/expiry.rules';
import { type ChosenOptions, chosenOptions, NO_OPTIONS } from '#lib/pastes/paste.options.rules';
import { MAX_CONTENT_BYTES, MAX_TITLE_CHARACTERS } from '#lib/pastes/paste.rules';
import type { Problem } from './editor.problem';
import type { ChosenExpiry } from './expiry';

/** A file, or a text too large for a text area: held as it is, never on the page as a whole. */
export interface Attachment {
  content: Blob;
  name: string;
  /** Its first lines. */
  beginning: string;
}

/** What was found in a photo and removed, by the names that the page has words for. */
export type Metadata = 'location' | 'camera' | 'description' | 'comment' | 'trailer';

export interface CleanedPhoto {
  clean: Blob;
  removed: readonly Metadata[];
}

export interface DraftFile {
  /** Clean, and unlike the others'. */
  name: string;
  /** As it was chosen; a text in UTF-8. */
  content: Blob;
  isText: boolean;
  /** Guessed; of a text. */
  syntax: string;
  /** Of a photo that tells more than it shows; null otherwise. */
  photo: CleanedPhoto | null;
}

export interface Draft extends ChosenOptions {
  text: string;
  /** Of the text in UTF-8. */
  textBytes: number;
  /** Is the paste instead of the text, which stays. */
  attachment: Attachment | null;
  /** Beside the text. */
  files: readonly DraftFile[];
  /** Photos are pasted as they are, with position and camera. */
  keepsMetadata: boolean;
  title: string;
  /** null: the guess counts. */
  chosenSyntax: string | null;
  guessedSyntax: string;
  expiry: ChosenExpiry;
  encrypt: boolean;
  password: string;
  /** It had a password before a reload, which is not kept: without a new one its paste would not be what its author believes. */
  isPasswordLost: boolean;
  /** The browser does not keep it: a reload would lose it. */
  isUnkept: boolean;
}

/** What a person changes by hand. */
export type Edit = Partial<Omit<Draft, 'attachment' | 'files' | 'guessedSyntax' | 'isUnkept'>>;

export const EMPTY_DRAFT: Draft = {
  text: '',
  textBytes: 0,
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

/** A new password, or none wanted, ends the search for the lost one. */
export function edited(draft: Draft, edit: Edit): Draft {
  const next = { ...draft, ...edit };
  // Files travel only encrypted.
  if (next.files.length > 0) next.encrypt = true;
  return next.password !== '' || !next.encrypt ? { ...next, isPasswordLost: false } : next;
}

/** A file's name is its title, unless there is another. */
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
  return null;
}

/** Of a draft: what its paste is not made of. */
const BESIDE_THE_PASTE: readonly string[] = ['guessedSyntax', 'isPasswordLost', 'isUnkept'] satisfies (keyof Draft)[];

export function makesSamePaste(a: Draft, b: Draft): boolean {
  const fields = Object.keys(EMPTY_DRAFT) as (keyof Draft)[];
  return fields.every((field) => a[field] === b[field] || BESIDE_THE_PASTE.includes(field));
}

export const hasContent = ({ text, title, attachment, files }: Draft): boolean =>
  text !== '' || title !== '' || attachment !== null || files.length > 0;

/** Bytes of the text that would be pasted. */
export function sizeOf({ attachment, textBytes }: Draft): number {
  return attachment ? attachment.content.size : textBytes;
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
