/**
 * The slow work of the editor, which runs in a worker: reads files, guesses languages, compresses, encrypts and builds the
 * request's body. The key goes to the page that asked and nowhere else.
 */
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { MAX_PLAINTEXT_BYTES } from '#lib/envelope/envelope.rules';
import type { SealedFile } from '#lib/envelope/envelope-files';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { deriveReadToken, readProofOf } from '#lib/envelope/envelope-token';
import { languageOfName } from '#lib/languages/language-by-name.rules';
import { forgetFile, keepFile, restoreFile } from './draft-files';
import { EditorError, type Problem } from './editor-problem';
import { guessLanguage } from './guess-language';
import { decodeFile, describe, inspectFile } from './inspect-file';
import { removeMetadata } from './photo/photo-metadata';
import type { Input, Output, PasteToSeal, SealCall, SealInput, SealOutput } from './seal.client';

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

/** A lone surrogate can't be written in UTF-8: it becomes U+FFFD, as in a file. */
async function textOf(content: string | Blob): Promise<string> {
  if (typeof content === 'string') return content.toWellFormed();
  return decode(await bytesOf(content, content instanceof File ? content.name : ''));
}

/** @throws EditorError */
async function filesOf(files: PasteToSeal['files']): Promise<SealedFile[]> {
  // Checked before reading, because all files together may exceed the memory.
  if (files.reduce((sum, { content }) => sum + content.size, 0) > MAX_PLAINTEXT_BYTES) throw new EditorError({ code: 'files-too-large' });
  const sealed: SealedFile[] = [];
  for (const { name, content, isText, syntax } of files) {
    const bytes = await bytesOf(content, name);
    if (isText) sealed.push({ name, syntax, content: decode(bytes) });
    else sealed.push({ name, type: PRINTABLE.test(content.type) ? content.type : '', data: new Uint8Array(bytes) });
  }
  return sealed;
}

/** The characters of a media type. */
const PRINTABLE = /^[\x20-\x7e]{0,255}$/;

const decode = (bytes: ArrayBuffer) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** @throws EditorError `unreadable`, for a file that was moved or changed */
const bytesOf = (content: Blob, name: string): Promise<ArrayBuffer> =>
  content.arrayBuffer().catch(() => {
    throw new EditorError({ code: 'unreadable', name });
  });

function jsonBlob(value: unknown): Blob {
  return new Blob([JSON.stringify(value)], { type: 'application/json' });
}

function toProblem(error: unknown): Problem {
  if (error instanceof EditorError) return error.problem;
  if (error instanceof EnvelopeError) {
    if (error.problem.code === 'unavailable') return { code: 'encryption-unavailable' };
    if (error.problem.code === 'too-large') return { code: 'sealed-too-large' };
  }
  console.error('sealing failed', error);
  return { code: 'not-loaded' };
}
