/**
 * Gets a paste's text: fetches, decodes, decrypts. Runs in the page for what is small and in a worker for the rest; the
 * caller notices no difference but the time.
 *
 * Guarantees: the envelope is fetched once, however many passwords are tried; the key is in no request.
 */
import { inspectEnvelope } from '#lib/envelope/envelope';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { openPaste } from '#lib/envelope/envelope.open';
import { problemOf, problemOfStatus, type ViewProblem } from './model/view.problems';
import type { ViewEvent } from './model/view.state';

/** `key` is null for a text that isn't encrypted, and empty for a ciphertext that has no key of our form. */
export type ReaderCommand =
  | {
      kind: 'fetch';
      url: string;
      /** Of a burn paste that this page has claimed. */
      claim?: string;
      isE2ee: boolean;
      isEnvelope: boolean;
      key: string;
      /** Given before there was anything to open. */
      password?: string | undefined;
    }
  | { kind: 'open'; envelope: string; isEnvelope: boolean; key: string }
  | { kind: 'password'; password: string };

export type Reader = (command: ReaderCommand) => void;

/** Small at first, so that the first lines stand there early; then few. */
const FIRST_SLICE_CHARACTERS = 48 * 1024;
const SLICE_CHARACTERS = 256 * 1024;
/** The page takes in one a frame. */
const SLICE_EVERY_MS = 16;
/** Up to this, progress is not worth telling. */
const WHOLE_MAX_BYTES = 256 * 1024;
/** Each is drawn. */
const PROGRESS_EVERY_MS = 100;

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
    const body = await request(command);
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
        await sendText(await openPaste(envelope, key, password), send);
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

class ReadError extends Error {
  override readonly name = 'ReadError';
  constructor(readonly problem: ViewProblem) {
    super(problem);
  }
}

async function request({ url, claim }: { url: string; claim?: string }): Promise<ReadableStream<Uint8Array>> {
  const headers = claim === undefined ? {} : { 'X-Service-Claim': claim };
  const response = await fetch(url, { headers: headers as HeadersInit, cache: 'no-store', credentials: 'same-origin' });
  if (!response.ok || !response.body) throw new ReadError(problemOfStatus(response.status));
  // Chromium now and then calls a request aborted that a stream's reader has read to its end. What is here in a moment
  // needs no stream.
  const bytes = Number(response.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  return bytes > WHOLE_MAX_BYTES ? response.body : (new Response(await response.arrayBuffer()).body ?? response.body);
}

async function sendStream(body: ReadableStream<Uint8Array>, send: (event: ViewEvent) => void): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let slice = '';
  let sliceCharacters = FIRST_SLICE_CHARACTERS;
  await eachChunk(body, send, (chunk) => {
    slice += decoder.decode(chunk, { stream: true });
    if (slice.length < sliceCharacters) return;
    send({ kind: 'text', slice, isLast: false });
    slice = '';
    sliceCharacters = SLICE_CHARACTERS;
  });
  send({ kind: 'text', slice: slice + decoder.decode(), isLast: true });
}

async function readAll(body: ReadableStream<Uint8Array>, send: (event: ViewEvent) => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  await eachChunk(body, send, (chunk) => {
    text += decoder.decode(chunk, { stream: true });
  });
  return text + decoder.decode();
}

async function eachChunk(
  body: ReadableStream<Uint8Array>,
  send: (event: ViewEvent) => void,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = body.getReader();
  let receivedBytes = 0;
  let saidAt = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
    receivedBytes += value.length;
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) continue;
    saidAt = performance.now();
    send({ kind: 'progress', receivedBytes });
  }
}

async function sendText(
  { title, syntax, content }: { title: string; syntax: string; content: string },
  send: (event: ViewEvent) => void,
): Promise<void> {
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

/** Not within a surrogate pair. */
function sliceEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
