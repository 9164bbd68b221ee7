import { ReadableStream } from 'node:stream/web';
import type { ErrorBody } from './errors';

/** The result of a handler. The host makes a `Response` of it, with the headers that every response has. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Texts of Set-Cookie headers, where there may be more than one. The body is then a text or nothing. */
  setCookies?: readonly string[];
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

/** The most that is written to a socket at a time. */
export const PIECE_BYTES = 64 * 1024;

export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** An error for the tools of shells, which print it: the problems in words. */
export function plainError(status: number, { error, details }: ErrorBody): Reply {
  const said = details?.map(({ path, message }) => [...path, message].join(': ')).join('; ') ?? error;
  return { status, headers: { 'Content-Type': TEXT_TYPE }, body: `error: ${said}\n` };
}

/** @param accept the header of the request */
export const wantsJson = (accept: string | null): boolean => /\bapplication\/json\b/i.test(accept ?? '');

/**
 * @param always headers of every response; the reply's are added to them
 * @param onError called when a streamed body breaks off; the connection then ends, so that the client notices
 */
export function toResponse(
  { status, headers, setCookies = [], body }: Reply,
  always: Record<string, string>,
  onError: (error: unknown) => void,
): Response {
  const all = new Headers({ ...always, ...headers });
  for (const cookie of setCookies) all.append('Set-Cookie', cookie);
  const source = typeof body === 'string' ? Buffer.from(body) : body;
  if (source instanceof Uint8Array) all.set('Content-Length', String(source.length));
  return new Response(source && streamOf(source instanceof Uint8Array ? [source] : source, onError), { status, headers: all });
}

/** Splits a body into pieces of bounded size. Only one piece waits for a slow reader. */
function streamOf(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, onError: (error: unknown) => void): BodyInit {
  const pieces = async function* () {
    try {
      yield* inPieces(source);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  return ReadableStream.from(pieces()) as BodyInit;
}

export async function* inPieces(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of source)
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}
