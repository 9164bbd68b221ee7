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
import { problemOf, ReadError } from '../model/view-problems';
import type { ViewEvent } from '../model/view-state';
import { inSlices } from '../model/view-text';

/** `key` is null for a text that isn't encrypted, and empty for a ciphertext that has no key of our form. */
export type ReaderCommand =
  | {
      kind: 'fetch';
      publicId: string;
      claim?: string;
      isOwn?: boolean;
      /** The key of the page, which a worker doesn't know. */
      apiKey: string | null;
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
      send(await documentEvent(await openPaste(envelope, key, password)));
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      const isMistyped = error.code === 'wrong-key' && inspectEnvelope(envelope).kind === 'password';
      if (isMistyped || error.code === 'password-needed') send({ kind: 'password', attempt: password === undefined ? 'none' : 'wrong' });
      else send({ kind: 'failed', problem: problemOf(error.problem, isEnvelope), ciphertext: envelope });
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

async function documentEvent(document: SealedText): Promise<ViewEvent> {
  const { title, syntax, content, files } = document;
  if (files) return { kind: 'files', title, entries: (await import('../model/view-files')).viewFiles(document) };
  return { kind: 'whole', title, syntax, text: inSlices(content) };
}
