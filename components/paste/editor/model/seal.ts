/**
 * The slow work of the editor, which runs in a worker: reads files, guesses languages, compresses, encrypts and builds the
 * request's body. The key goes to the page that asked and nowhere else.
 */
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { deriveReadToken, readProofOf } from '#lib/envelope/envelope-token';
import { languageOfName } from '#lib/languages/language-files.rules';
import type { Expiry } from '#lib/pastes/expiry.rules';
import type { PasteOptions } from '#lib/pastes/paste-options.rules';
import { forgetFile, keepFile, restoreFile } from './draft-files';
import type { Draft } from './editor-draft';
import { EditorError, type Problem, problemOf } from './editor-problem';
import { guessLanguage } from './guess-language';
import { describe, inspectFile } from './inspect-file';
import { removeMetadata } from './photo/photo-metadata';
import { bytesOf, type FilesToSeal, filesOf, jsonBlob, textOf } from './seal-content';

/** The browser has no room for the file or forbids storing it. The page is not at fault, so nothing is logged. */
const NOT_KEPT: Problem = { code: 'not-loaded' };

type OnProgress = (percent: number) => void;

const CALLS = {
  /** Tells whether a file is text. Returns it in UTF-8 with beginning and language, and as a string when it is small. */
  inspect: ({ content, name }: { content: Blob; name: string }) => inspectFile(content, name),
  clean: async ({ content, name }: { content: Blob; name: string }) =>
    removeMetadata(new Uint8Array(await bytesOf(content, name)), content.type),
  /** Makes a Blob of a large pasted text, which would block the page for too long. */
  hold: ({ pieces }: { pieces: readonly string[] }) => describe(new Blob([...pieces]), '', null),
  /** Guesses a language. `names`: the paste's and its file's; the first with a known ending decides. */
  guess: ({ beginning, names }: { beginning: string; names: readonly string[] }) => ({ syntax: guessLanguage(beginning, ...names) }),
  keepFile,
  restoreFile,
  forgetFile,
  seal,
};

/** The calls of the page, each with its input and its output. */
export type SealCalls = typeof CALLS;
export type SealOutput = { done: unknown } | { problem: Problem };

export async function respond({ call, input }: { call: keyof SealCalls; input: unknown }, onProgress: OnProgress): Promise<SealOutput> {
  try {
    return { done: await (CALLS[call] as (input: unknown, onProgress: OnProgress) => unknown)(input, onProgress) };
  } catch (error) {
    return { problem: call === 'keepFile' ? NOT_KEPT : problemOf(error) };
  }
}

/** A draft with its final options: none that another one rules out. */
export interface PasteToSeal extends Pick<Draft, 'title' | 'chosenSyntax' | 'encrypt' | 'password'> {
  options: Partial<PasteOptions>;
  content: string | Blob;
  /** The files beside the content, in their order; empty without `encrypt`. */
  files: FilesToSeal;
  /** The language guessed for an attachment. Null for a text, which is guessed while sealing: an earlier guess may be outdated. */
  fileSyntax: string | null;
  expiry: Expiry;
}

export interface SealedDraft {
  body: Blob;
  /** The key, which is never in the body; null without encryption, and for an answer. */
  key: string | null;
}

/** Above this many characters, people notice the time. */
const LONG_TEXT = 1_000_000;
/** Percentage reached after each stage, measured on 10 MB. Encrypting itself reports no progress. */
const STAGES = { read: 10, encrypted: 80, proven: 90 } as const;

async function seal(paste: PasteToSeal, onProgress: OnProgress): Promise<SealedDraft> {
  const { title, options, encrypt, password } = paste;
  const content = await textOf(paste.content);
  const reach = (stage: keyof typeof STAGES) => {
    if (content.length >= LONG_TEXT) onProgress(STAGES[stage]);
  };
  reach('read');
  const syntax = paste.chosenSyntax ?? languageOfName(title) ?? paste.fileSyntax ?? guessLanguage(content);
  const settings = { ttlSeconds: paste.expiry, ...options, protect: true };
  if (!encrypt) return { body: jsonBlob({ ...settings, title, syntax, isE2ee: false, content }), key: null };
  // Title and language are secret too, so they are in the envelope.
  const files = await filesOf(paste.files);
  const { envelope, key } = await sealPaste({ content, title, syntax, files }, password === '' ? {} : { password }).catch(
    (error: unknown) => {
      const isTooLarge = error instanceof EnvelopeError && error.code === 'too-large';
      throw isTooLarge && files.length > 0 ? new EditorError({ code: 'files-too-large' }) : error;
    },
  );
  reach('encrypted');
  // The server checks a reader's token against this proof before it burns the paste or deletes it for a reader.
  const isProven = options.burnAfterRead || options.readerMayDelete;
  const readProof = isProven ? await readProofOf(await deriveReadToken(envelope, key, password)) : null;
  reach('proven');
  return { body: jsonBlob({ ...settings, isE2ee: true, readProof, content: envelope }), key };
}
