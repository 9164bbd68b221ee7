/**
 * Does, away from the page, what takes time: reads files, guesses languages, compresses and encrypts, and builds the
 * request's body. The key goes back to the page that asked and nowhere else.
 */
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { sealPaste } from '#lib/envelope/envelope.seal';
import { deriveReadToken, readProofOf } from '#lib/envelope/envelope.token';
import { languageOfName } from '#lib/languages/language.by-name.rules';
import { forgetFile, keepFile, restoreFile } from './draft-files';
import { EditorError, type Problem } from './editor.problem';
import { guessLanguage } from './guess-language';
import { inspectFile } from './inspect-file';
import type { Output, PasteToSeal, SealCall, SealReply, SealRequest } from './seal.messages';

self.addEventListener('message', ({ data }: MessageEvent<SealRequest>) => void respond(data));

async function respond(request: SealRequest): Promise<void> {
  const reply: SealReply = await run(request).then(
    (output) => ({ id: request.id, output }),
    (error: unknown) => ({ id: request.id, problem: request.call === 'keepFile' ? NOT_KEPT : toProblem(error) }),
  );
  self.postMessage(reply);
}

/** No room, or the browser forbids it: no fault of the page. */
const NOT_KEPT: Problem = { code: 'not-loaded' };

async function run(request: SealRequest): Promise<Output<SealCall>> {
  switch (request.call) {
    case 'inspect':
      return inspectFile(request.input.content, request.input.name);
    case 'hold': {
      const { content, beginning, syntax } = await inspectFile(new Blob([...request.input.pieces]), '');
      return { content, beginning, syntax };
    }
    case 'guess':
      return { syntax: guessLanguage(request.input.beginning, ...request.input.names) };
    case 'keepFile':
      return keepFile(request.input.attachment, request.input.syntax);
    case 'restoreFile':
      return restoreFile(request.input);
    case 'forgetFile':
      await forgetFile(request.input);
      return null;
    case 'seal':
      return seal(request.input, (percent) => self.postMessage({ id: request.id, percent } satisfies SealReply));
  }
}

/** Above this many characters, people notice the time. */
const LONG_TEXT = 1_000_000;
/** How far each stage leads, in per cent, as measured on 10 MB: encrypting can't be looked into. */
const STAGES = { read: 10, encrypted: 80, proven: 90 } as const;

async function seal(paste: PasteToSeal, onProgress: (percent: number) => void): Promise<Output<'seal'>> {
  const { title, burnAfterRead, encrypt, password } = paste;
  const content = await textOf(paste.content);
  const reach = (stage: keyof typeof STAGES) => {
    if (content.length >= LONG_TEXT) onProgress(STAGES[stage]);
  };
  reach('read');
  const syntax = paste.chosenSyntax ?? languageOfName(title) ?? paste.fileSyntax ?? guessLanguage(content);
  const settings = { ttlSeconds: paste.expiry, burnAfterRead, protect: true };
  if (!encrypt) return { body: jsonBlob({ ...settings, title, syntax, isE2ee: false, content }), key: null };
  // Title and language are part of the secret: they travel in the envelope.
  const { envelope, key } = await sealPaste({ content, title, syntax }, password === '' ? {} : { password });
  reach('encrypted');
  const readProof = burnAfterRead ? await proofOf(envelope, key, password) : null;
  reach('proven');
  return { body: jsonBlob({ ...settings, isE2ee: true, readProof, content: envelope }), key };
}

/** The server compares with this proof before it sends and burns the paste, so that a wrong key burns nothing. */
async function proofOf(envelope: string, key: string, password: string): Promise<string> {
  return readProofOf(await deriveReadToken(envelope.slice(0, envelope.indexOf('.')), key, password));
}

/** A lone surrogate has no UTF-8: it becomes U+FFFD, as in a file. */
async function textOf(content: string | Blob): Promise<string> {
  if (typeof content === 'string') return content.toWellFormed();
  const bytes = await content.arrayBuffer().catch(() => {
    throw new EditorError({ code: 'unreadable', name: content instanceof File ? content.name : '' });
  });
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

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
