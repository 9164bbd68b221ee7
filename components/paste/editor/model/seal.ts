/**
 * The slow work of the editor, which runs in a worker: reads files, guesses languages, compresses, encrypts and builds the
 * request's body. The key goes to the page that asked and nowhere else.
 */
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { deriveReadToken, readProofOf } from '#lib/envelope/envelope-token';
import { languageOfName } from '#lib/languages/language-by-name.rules';
import { forgetFile, keepFile, restoreFile } from './draft-files';
import { EditorError, type Problem } from './editor-problem';
import { guessLanguage } from './guess-language';
import { decodeFile, describe, inspectFile } from './inspect-file';
import { removeMetadata } from './photo/photo-metadata';
import type { Input, Output, PasteToSeal, SealCall, SealInput, SealOutput } from './seal.client';
import { bytesOf, filesOf, jsonBlob, textOf, toProblem } from './seal-content';

/** The browser has no room for the file or forbids storing it. The page is not at fault, so nothing is logged. */
const NOT_KEPT: Problem = { code: 'not-loaded' };

type OnProgress = (percent: number) => void;

const CALLS: { [Call in SealCall]: (input: Input<Call>, onProgress: OnProgress) => Output<Call> | Promise<Output<Call>> } = {
  inspect: ({ content, name, languages }) => inspectFile(content, name, languages),
  decode: ({ content, name, encoding }) => decodeFile(content, name, encoding),
  clean: async ({ content, name }) => removeMetadata(new Uint8Array(await bytesOf(content, name)), content.type),
  hold: ({ pieces }) => describe(new Blob([...pieces]), '', null),
  guess: ({ beginning, names }) => ({ syntax: guessLanguage(beginning, ...names) }),
  keepFile: ({ attachment, syntax }) => keepFile(attachment, syntax),
  restoreFile,
  forgetFile,
  seal,
};

async function run<Call extends SealCall>(call: Call, input: Input<Call>, onProgress: OnProgress): Promise<Output<Call>> {
  return CALLS[call](input, onProgress);
}

export function respond(request: SealInput, onProgress: OnProgress): Promise<SealOutput> {
  return run(request.call, request.input, onProgress).then(
    (done) => ({ done }),
    (error: unknown) => ({ problem: request.call === 'keepFile' ? NOT_KEPT : toProblem(error) }),
  );
}

/** Above this many characters, people notice the time. */
const LONG_TEXT = 1_000_000;
/** Percentage reached after each stage, measured on 10 MB. Encrypting itself reports no progress. */
const STAGES = { read: 10, encrypted: 80, proven: 90 } as const;

async function seal(paste: PasteToSeal, onProgress: OnProgress): Promise<Output<'seal'>> {
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
  const readProof = options.burnAfterRead || options.readerMayDelete ? await proofOf(envelope, key, password) : null;
  reach('proven');
  return { body: jsonBlob({ ...settings, isE2ee: true, readProof, content: envelope }), key };
}

/** The server checks a reader's token against this proof before it burns the paste or deletes it for a reader. */
async function proofOf(envelope: string, key: string, password: string): Promise<string> {
  return readProofOf(await deriveReadToken(envelope.slice(0, envelope.indexOf('.')), key, password));
}
