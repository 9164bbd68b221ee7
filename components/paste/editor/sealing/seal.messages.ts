/** The messages between the page and its worker. Large content travels as a Blob: by reference, never copied. */

import type { Expiry } from '#lib/pastes/expiry.rules';
import type { PasteOptions } from '#lib/pastes/paste.options.rules';
import type { KeptFile } from '../drafts/draft-files';
import type { InspectedFile } from '../files/inspect-file';
import type { Attachment, CleanedPhoto, Draft, DraftFile } from '../model/editor.draft';
import type { Problem } from '../model/editor.problem';

/** A draft whose options are decided: none is left that another one rules out. */
export interface PasteToSeal extends Pick<Draft, 'title' | 'chosenSyntax' | 'encrypt' | 'password'> {
  options: Partial<PasteOptions>;
  content: string | Blob;
  /** Beside the content, in their order; only with `encrypt`. */
  files: readonly Omit<DraftFile, 'photo'>[];
  /** What was guessed of a file; null for a text, which is looked at now: the guess at a pause may be of an older one. */
  fileSyntax: string | null;
  expiry: Expiry;
}

interface SealCalls {
  /** Whether a file is text, with its beginning and language; in UTF-8, and as a text where it is small. */
  inspect(input: { content: Blob; name: string }): InspectedFile;
  /** Of a file that is no text: a photo without what it tells about its maker; null when there is nothing to remove. */
  clean(input: { content: Blob; name: string }): CleanedPhoto | null;
  /** A large pasted text as a file: making one of it takes longer than the page may stop. */
  hold(input: { pieces: readonly string[] }): InspectedFile;
  /** `names`: of the paste and of its file; the first with a known ending decides. */
  guess(input: { beginning: string; names: readonly string[] }): { syntax: string };
  /** The file of a draft, in the browser's store and out of it: see draft-files.ts. */
  keepFile(input: { attachment: Attachment; syntax: string }): KeptFile;
  restoreFile(input: KeptFile): Attachment | null;
  forgetFile(input: KeptFile): void;
  /** The request's body, and the key that must not be in it; null without encryption. */
  seal(input: PasteToSeal): { body: Blob; key: string | null };
}

export type SealCall = keyof SealCalls;
export type Input<Call extends SealCall> = Parameters<SealCalls[Call]>[0];
export type Output<Call extends SealCall> = ReturnType<SealCalls[Call]>;

export type RequestOf<Call extends SealCall> = { id: number; call: Call; input: Input<Call> };
export type SealRequest = { [Call in SealCall]: RequestOf<Call> }[SealCall];

/** `percent`: how far a call is that goes on. */
export type SealReply = { id: number; output: Output<SealCall> } | { id: number; problem: Problem } | { id: number; percent: number };
