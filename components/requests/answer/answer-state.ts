/** The states of the answering page, and the files of an answer: their names are cleaned, and photos lose their metadata. */
import type { answerMessages } from '#components/messages/answer';
import { FILES_FIT_BYTES } from '#components/paste/editor/model/editor-draft';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import type { SealedFile } from '#lib/envelope/envelope-files';
import { distinctFileNames } from '#lib/envelope/envelope-names';
import type { CreatedAnswerJson } from '#lib/requests/request.schema';

/** Why the link is refused; the messages have a title and a text for each. */
export type LinkProblem = keyof typeof answerMessages.links;

/** Why an answer was not sent, or may not have been. */
export type SendProblem =
  | { code: Exclude<keyof typeof answerMessages.problems, 'too-many' | 'photo-uncleaned'> }
  | { code: 'too-many'; waitSeconds: number }
  /** The file may tell where it was taken. Sending again sends it as it is. */
  | { code: 'photo-uncleaned'; name: string };

/** `receiptToken`: gives the right to read the receipt only; null: the answer has no receipt. */
export type SentAnswer = Pick<CreatedAnswerJson, 'receiptToken' | 'createdAt' | 'expiresAt'>;

export interface AttachedFile {
  /** Cleaned, and different from the other files' names. */
  name: string;
  content: File;
}

/** The content of an answer before encryption. */
export interface Typed {
  text: string;
  files: readonly AttachedFile[];
}

export type AnswerState =
  /** The page compares the public key with the link. */
  | { phase: 'checking' }
  | { phase: 'refused'; problem: LinkProblem }
  /** The request takes no more answers, and this tab sent none. */
  | { phase: 'full' }
  | ({ phase: 'writing'; problem: SendProblem | null } & Typed)
  | ({ phase: 'sending' } & Typed)
  /** `answers`: the newest first. */
  | { phase: 'sent'; answers: readonly SentAnswer[]; answersLeft: number };

export function isEmpty({ text, files }: Typed): boolean {
  return text === '' && files.length === 0;
}

export function isUnsent(state: AnswerState): boolean {
  return (state.phase === 'writing' || state.phase === 'sending') && !isEmpty(state);
}

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

/** A photo may have metadata that this page can't remove, and nobody has said that it may. */
export class UncleanedPhotoError extends Error {
  override readonly name = 'UncleanedPhotoError';
  constructor(readonly file: string) {
    super(`${file} was not cleaned`);
  }
}

/**
 * @param mayKeep whether photos that can't be cleaned are sent as they are
 * @returns the `files` member of an envelope's document; empty without files
 * @throws DOMException when one can't be read, UncleanedPhotoError
 */
export async function sealedFiles(files: readonly AttachedFile[], mayKeep: boolean): Promise<{ files?: SealedFile[] }> {
  return files.length === 0 ? {} : { files: await Promise.all(files.map((file) => sealedFile(file, mayKeep))) };
}

async function sealedFile({ name, content }: AttachedFile, mayKeep: boolean): Promise<SealedFile> {
  const { removeMetadata } = await import('#components/paste/editor/model/photo/photo-metadata');
  const bytes = new Uint8Array(await content.arrayBuffer());
  const type = content.type || NEUTRAL_TYPE;
  const photo = removeMetadata(bytes, type);
  if (photo === 'uncleaned' && !mayKeep) throw new UncleanedPhotoError(name);
  return { name, type, data: photo === null || photo === 'uncleaned' ? bytes : new Uint8Array(await photo.clean.arrayBuffer()) };
}
