/**
 * Fetches, decodes and decrypts a paste. Runs in the page for small content and in a worker for the rest, with the same
 * results.
 *
 * Guarantees: fetches the envelope once, however many passwords are tried; sends the key in no request.
 */
import { inspectEnvelope } from '#lib/envelope/envelope';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import type { SealedText } from '#lib/envelope/envelope-document';
import { openPaste } from '#lib/envelope/envelope-open';
import { FIRST_SLICE_CHARACTERS, SLICE_CHARACTERS } from '../model/view-limits';
import { problemOf } from '../model/view-problems';
import type { ViewEvent } from '../model/view-state';
import { ReadError } from './read.errors';

/** `key` is null for a text that isn't encrypted, and empty for a ciphertext that has no key of our form. */
export type ReaderCommand =
  | {
      kind: 'fetch';
      publicId: string;
      /** The claim of a burn paste by this page. */
      claim?: string;
      isOwn?: boolean;
      isE2ee: boolean;
      isEnvelope: boolean;
      key: string;
      /** The password, where the reader gave one before the fetch. */
      password?: string | undefined;
    }
  | { kind: 'open'; envelope: string; isEnvelope: boolean; key: string }
  | { kind: 'password'; password: string };

export type Reader = (command: ReaderCommand) => void;

export const loadFetching = () => import('./reader.client');

/** The page adds one slice a frame. */
const SLICE_EVERY_MS = 16;

interface Sealed {
  envelope: string;
  isEnvelope: boolean;
  key: string;
}

export function createReader(send: (event: ViewEvent) => void): Reader {
  let sealed: Sealed | null = null;

  async function run(command: ReaderCommand): Promise<void> {
    if (command.kind === 'password') return sealed ? open(sealed, command.password) : undefined;
    if (command.kind === 'open') return open((sealed = command));
    // Small texts are part of their page, which never loads this code.
    const { readAll, request, sendStream } = await loadFetching().catch(() => {
      throw new ReadError('offline');
    });
    const body = await request(command, send);
    if (!command.isE2ee) return sendStream(body, send);
    const { isEnvelope, key, password } = command;
    sealed = { envelope: await readAll(body, send), isEnvelope, key };
    send({ kind: 'started', step: 'decrypting' });
    await open(sealed, password);
  }

  async function open({ envelope, isEnvelope, key }: Sealed, password?: string): Promise<void> {
    try {
      const { kind } = inspectEnvelope(envelope);
      if (kind === 'password' && password === undefined) return send({ kind: 'password-needed', isWrong: false });
      try {
        await sendDocument(await openPaste(envelope, key, password), send);
      } catch (error) {
        const isMistyped = kind === 'password' && error instanceof EnvelopeError && /^(wrong-key|password-needed)$/.test(error.code);
        if (!isMistyped) throw error;
        send({ kind: 'password-needed', isWrong: true });
      }
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      send({ kind: 'failed', problem: problemOf(error.problem, isEnvelope), ciphertext: envelope });
    }
  }

  return (command) => {
    run(command).catch((error: unknown) => {
      if (error instanceof ReadError) return send({ kind: 'failed', problem: error.problem });
      // A network that fails, or ends the stream before its length, throws a TypeError.
      send({ kind: 'failed', problem: error instanceof TypeError ? 'offline' : 'browser' });
    });
  };
}

async function sendDocument(document: SealedText, send: (event: ViewEvent) => void): Promise<void> {
  const { title, syntax, content, files } = document;
  if (files) return send({ kind: 'files', title, entries: (await import('../model/view-files')).viewFiles(document) });
  let from = 0;
  let sliceCharacters = content.length <= SLICE_CHARACTERS ? SLICE_CHARACTERS : FIRST_SLICE_CHARACTERS;
  do {
    const to = sliceEnd(content, from + sliceCharacters);
    send({ kind: 'text', slice: content.slice(from, to), isLast: to === content.length, title, syntax });
    from = to;
    sliceCharacters = SLICE_CHARACTERS;
    // Without pauses, forty slices would block the page like one.
    if (from < content.length) await new Promise((resolve) => setTimeout(resolve, SLICE_EVERY_MS));
  } while (from < content.length);
}

/** Moves the end of a slice out of a surrogate pair. */
function sliceEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
