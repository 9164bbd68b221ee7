import type { IncomingMessage } from 'node:http';
import { requestContext } from './context';
import { ClientGoneError, PayloadTooLargeError, PublicError, ValidationError } from './errors';
import { JsonError, type JsonLimits, JsonScanner, JsonTooLargeError } from './json-scanner';

/** Far above what any body of the API needs besides a paste's content. */
const LIMITS: JsonLimits = { maxBytes: 64 * 1024, maxDepth: 32, maxKeys: 256 };

/** Takes the next piece of a streamed string, in UTF-8. Reading waits for the promise it answers. */
export type PieceSink = (piece: Buffer) => Promise<void> | undefined;

/**
 * Reads a request's JSON body.
 * @param streamed name of a top-level string field whose text goes to `sink` in pieces; in the answer it is `''`
 * @throws ValidationError (path `[]`), PayloadTooLargeError, ClientGoneError, and what `sink` throws
 */
export async function readJson(
  request: Request,
  streamed?: { field: string; sink: PieceSink },
  limits: JsonLimits = LIMITS,
): Promise<unknown> {
  requireJson(request);
  const scanner = new JsonScanner(limits, streamed?.field);
  try {
    await readBytes(request, (chunk) => {
      const pieces = scanner.push(chunk);
      return streamed ? deliver(pieces, streamed.sink) : undefined;
    });
    return scanner.end();
  } catch (error) {
    if (error instanceof JsonError) throw new ValidationError([{ path: [], message: error.message }], { bodyUnread: true });
    if (error instanceof JsonTooLargeError) throw new PayloadTooLargeError({ path: [], message: error.message });
    throw error;
  }
}

const FORM_MAX_BYTES = 16 * 1024;

/**
 * Reads a form's fields. Of several fields of one name the last counts.
 * @throws PublicError 415 for another type of body, PayloadTooLargeError, ClientGoneError
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw unsupportedMedia('Content-Type: application/x-www-form-urlencoded');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  await readBytes(request, (chunk) => {
    bytes += chunk.length;
    if (bytes > FORM_MAX_BYTES) throw new PayloadTooLargeError({ path: [], message: `expected at most ${FORM_MAX_BYTES} bytes` });
    chunks.push(chunk);
    return undefined;
  });
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
}

function unsupportedMedia(expected: string): PublicError {
  return new PublicError(415, 'Unsupported Media Type', {
    details: [{ path: [], message: `expected ${expected}` }],
    bodyUnread: true,
  });
}

/** A cross-site form can't send this type, so a cookie can't be abused by one. */
function requireJson(request: Request): void {
  const type = request.headers.get('content-type');
  if (type === null || !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw unsupportedMedia('Content-Type: application/json');
  const encoding = request.headers.get('content-encoding');
  if (encoding && !/^identity$/i.test(encoding)) throw unsupportedMedia('a body that is not compressed (no Content-Encoding)');
}

function deliver(pieces: readonly Buffer[], sink: PieceSink): Promise<void> | undefined {
  for (const [index, piece] of pieces.entries()) {
    const pending = sink(piece);
    if (pending !== undefined) return pending.then(() => deliver(pieces.slice(index + 1), sink));
  }
  return undefined;
}

type ChunkSink = (chunk: Uint8Array) => Promise<void> | undefined;

async function readBytes(request: Request, onChunk: ChunkSink): Promise<void> {
  const { incoming } = requestContext(request);
  if (incoming) return readIncoming(incoming, onChunk);
  if (!request.body) return;
  const reader = request.body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) await onChunk(next.value);
  } finally {
    reader.releaseLock();
  }
}

/** Without `for await`: that destroys the connection on an error, and the client would never learn what was wrong. */
function readIncoming(incoming: IncomingMessage, onChunk: ChunkSink): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onEnd = () => settle();
    const onClose = () => settle(new ClientGoneError());
    const onData = (chunk: Buffer) => {
      try {
        const pending = onChunk(chunk);
        if (pending === undefined) return;
        incoming.pause();
        pending.then(() => incoming.resume(), settle);
      } catch (error) {
        settle(error);
      }
    };
    if (incoming.destroyed && !incoming.readableEnded) return onClose();
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
