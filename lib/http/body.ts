import type { IncomingMessage } from 'node:http';
import { type RequestContext, requestContext } from './context';
import { ClientGoneError, PayloadTooLargeError, type PublicError, RequestTimeoutError, unsupportedMedia } from './errors';
import { type JsonLimits, JsonScanner } from './json-scanner';

/** Far above what any body of the API needs besides a paste's content. */
const LIMITS: JsonLimits = { maxBytes: 64 * 1024, maxDepth: 32, maxKeys: 256 };

/** A character of a JSON string takes at most so many bytes for each of its own in UTF-8: `\\u0041`. */
const BYTES_PER_ESCAPED_BYTE = 6;

/** Takes the next piece of a body, or of a streamed string in UTF-8. Reading waits for the promise that it returns. */
export type PieceSink = (piece: Buffer) => Promise<void> | undefined;

/** A top-level string field whose text goes to `sink` in pieces; in what was read it is `''`. */
export interface StreamedField {
  field: string;
  sink: PieceSink;
  /** Hint about the endpoint for plain text, for a client that sends plain text here. */
  elsewhere?: string;
  /** Most bytes of its text in UTF-8. The sink refuses more; this limit refuses an announced length. */
  maxBytes: number;
  /** @returns the error for an announced length that is too large; undefined: that of any large body */
  tooLarge?(): PublicError;
}

/**
 * Reads a request's JSON body. A wrong type or a too large announced length is refused before the client is told to
 * send the body.
 * @throws ValidationError (path `[]`), PayloadTooLargeError, ClientGoneError, and what `sink` throws
 */
export async function readJson(request: Request, streamed?: StreamedField, limits: JsonLimits = LIMITS): Promise<unknown> {
  requireJson(request, streamed?.elsewhere);
  const streamedBytes = (streamed?.maxBytes ?? 0) * BYTES_PER_ESCAPED_BYTE;
  refuseAnnounced(request, limits.maxBytes + streamedBytes, streamed?.tooLarge);
  const scanner = new JsonScanner(limits, streamed?.field);
  await readBytes(request, (chunk) => {
    const pieces = scanner.push(chunk);
    return streamed ? deliver(pieces, streamed.sink) : undefined;
  });
  return scanner.end();
}

const FORM_MAX_BYTES = 16 * 1024;

/**
 * Reads a form's fields. Of several fields of one name the last counts.
 * @throws PublicError 415 for another type of body, PayloadTooLargeError, ClientGoneError
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw unsupportedMedia('Content-Type: application/x-www-form-urlencoded');
  return Object.fromEntries(new URLSearchParams((await readRaw(request, FORM_MAX_BYTES)).toString('utf8')));
}

/**
 * Reads a body's bytes, whatever its type: for what is signed as it was sent.
 * @throws PayloadTooLargeError, ClientGoneError
 */
export async function readRaw(request: Request, maxBytes: number): Promise<Buffer> {
  refuseAnnounced(request, maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  await readBytes(request, (chunk) => {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
    return undefined;
  });
  return Buffer.concat(chunks);
}

/** @throws the error that `refusal` makes, when `Content-Length` says more than `maxBytes` */
export function refuseAnnounced(request: Request, maxBytes: number, refusal: () => PublicError = () => tooLarge(maxBytes)): void {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw refusal();
}

const tooLarge = (maxBytes: number) => new PayloadTooLargeError({ path: [], message: `expected at most ${maxBytes} bytes` });

/** A cross-site form can't send this type, so a cookie can't be abused by one. */
function requireJson(request: Request, hint = ''): void {
  const type = request.headers.get('content-type');
  if (type === null || !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw unsupportedMedia(`Content-Type: application/json${hint}`);
  refuseEncoded(request);
}

const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

/** @throws PublicError 415 for a compressed body, or for one that says it is in another charset than UTF-8 */
export function refuseEncoded(request: Request): void {
  const charset = /;\s*charset\s*=\s*["']?([^\s;"']*)/i.exec(request.headers.get('content-type') ?? '')?.[1];
  if (charset !== undefined && !UTF_8.test(charset)) throw unsupportedMedia('charset=utf-8');
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

/**
 * Gives a request's body to `onChunk`, piece by piece; reading waits for the promise that it returns.
 * @throws ClientGoneError, RequestTimeoutError, and what `onChunk` throws
 */
export async function readBytes(request: Request, onChunk: PieceSink): Promise<void> {
  const context = requestContext(request);
  if (context.incoming) {
    context.proceed?.();
    return readIncoming(context.incoming, context, onChunk);
  }
  if (!request.body) return;
  const reader = request.body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { buffer, byteOffset, byteLength } = next.value;
      await onChunk(Buffer.from(buffer, byteOffset, byteLength));
    }
  } finally {
    reader.releaseLock();
  }
}

/** Reads by events: `for await` destroys the connection on an error, and the client would get no response. */
function readIncoming(incoming: IncomingMessage, context: RequestContext, onChunk: PieceSink): Promise<void> | undefined {
  // A small body has arrived as a whole, and needs no listeners.
  const whole: Buffer | null = incoming.complete && !incoming.destroyed ? incoming.read() : null;
  if (whole !== null) return onChunk(whole);
  return new Promise((resolve, reject) => {
    /** Pending while `onChunk` takes a chunk. */
    let taking: Promise<void> | undefined;
    const settle = (error?: unknown) => {
      context.onStall = undefined;
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onEnd = () => {
      // The whole body has arrived, so the connection may close now.
      incoming.off('close', onClose);
      if (taking === undefined) settle();
      else taking.then(() => settle(), settle);
    };
    const onClose = () => settle(new ClientGoneError());
    const onData = (chunk: Buffer) => {
      try {
        const pending = onChunk(chunk);
        if (pending === undefined) return;
        // A paused stream emits no chunk, but may still end.
        incoming.pause();
        taking = pending.then(() => {
          taking = undefined;
          incoming.resume();
        });
        taking.catch(settle);
      } catch (error) {
        settle(error);
      }
    };
    if (incoming.destroyed && !incoming.readableEnded) return onClose();
    // A variable first: V8 would move a function written as the field's value to the old generation, with the body it refers to.
    const onStall = () => settle(new RequestTimeoutError());
    context.onStall = onStall;
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
