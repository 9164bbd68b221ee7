/**
 * Compresses pages while they are sent, by brotli or gzip.
 *
 * Guarantees: written bytes are sent at most `FLUSH_MS` later; a slow reader slows the page down; when the reader leaves,
 * the encoder ends too.
 * Not compressed: responses that aren't text, are short, are encoded already, or say `no-transform`; and a page that a
 * cookie opens, when another site made the browser request it (docs/performance.md, "Pages are compressed by our server").
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import { acceptedEncoding, cookieValue } from '#lib/http/request-headers';

/** Writes within this time become one block, since each block costs some bytes. */
const FLUSH_MS = 10;
/** Compressing less saves no packet. */
const MIN_BYTES = 1024;
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:json|javascript|manifest\+json))/i;

const BROTLI_OPTIONS = {
  params: {
    // Higher qualities take longer than they save.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // 256 KB: more than nearly every page. The default window takes some megabytes for each page under way.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

/**
 * Makes a response compress itself. Call it before anything is written, and set headers by `setHeader`, not `writeHead`.
 * @param personalCookies names of the cookies that make a page personal
 */
export function compressPage(incoming: IncomingMessage, outgoing: ServerResponse, personalCookies: readonly string[]): void {
  const encoding = isAskedForElsewhere(incoming, personalCookies) ? null : acceptedEncoding(incoming.headers['accept-encoding']);
  const { writeHead, write, end } = outgoing;
  let encoder: BrotliCompress | Gzip | null = null;
  let isDecided = false;
  let flushing: NodeJS.Timeout | undefined;

  /** @param bytes length of the whole body, if known */
  function decide(bytes = Number.POSITIVE_INFINITY): void {
    if (isDecided) return;
    isDecided = true;
    outgoing.appendHeader('Vary', 'Accept-Encoding, Accept-Language, Cookie');
    if (encoding === null || !isCompressible(outgoing)) return;
    weakenETag(outgoing);
    if (incoming.method === 'HEAD' || outgoing.statusCode === 304 || bytes < MIN_BYTES) return;
    outgoing.removeHeader('Content-Length');
    outgoing.setHeader('Content-Encoding', encoding);
    encoder = encoding === 'br' ? createBrotliCompress(BROTLI_OPTIONS) : createGzip();
    leadToSocket(encoder);
  }

  function leadToSocket(stream: BrotliCompress | Gzip): void {
    stream.on('data', (chunk: Buffer) => {
      if (!Reflect.apply(write, outgoing, [chunk])) stream.pause();
    });
    stream.on('end', () => Reflect.apply(end, outgoing, []));
    stream.on('error', () => outgoing.destroy());
    // The writer waits for the response's `drain`, but the full buffer is the encoder's.
    stream.on('drain', () => outgoing.emit('drain'));
    outgoing.on('drain', () => {
      if (!outgoing.writableNeedDrain) stream.resume();
    });
    outgoing.once('close', () => {
      clearTimeout(flushing);
      stream.destroy();
    });
  }

  /** @returns the encoder, if there is one, after sending the headers */
  function openEncoder(): BrotliCompress | Gzip | null {
    if (encoder && !outgoing.headersSent) outgoing.writeHead(outgoing.statusCode);
    return encoder;
  }

  // Passes each call on unchanged; the types can't express the overloads.
  Object.assign(outgoing, {
    writeHead(...args: unknown[]) {
      outgoing.statusCode = args[0] as number;
      decide();
      return Reflect.apply(writeHead, outgoing, args);
    },
    write(...args: unknown[]) {
      decide();
      const stream = openEncoder();
      if (!stream) return Reflect.apply(write, outgoing, args);
      flushing ??= setTimeout(() => {
        flushing = undefined;
        stream.flush(encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH);
      }, FLUSH_MS);
      return Reflect.apply(stream.write, stream, args);
    },
    end(...args: unknown[]) {
      const [chunk] = args;
      decide(typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.byteLength(chunk) : 0);
      const stream = openEncoder();
      if (!stream) return Reflect.apply(end, outgoing, args);
      Reflect.apply(stream.end, stream, args);
      return outgoing;
    },
  });
}

/** Whether another or an unknown site caused the request. For typed addresses and bookmarks browsers send `none`. */
function isAskedForElsewhere({ headers }: IncomingMessage, personalCookies: readonly string[]): boolean {
  const { cookie = null, 'sec-fetch-site': site } = headers;
  return site !== 'same-origin' && site !== 'none' && personalCookies.some((name) => cookieValue(cookie, name) !== undefined);
}

function isCompressible(outgoing: ServerResponse): boolean {
  const { statusCode } = outgoing;
  if (statusCode < 200 || statusCode === 204 || statusCode === 206) return false;
  if (outgoing.hasHeader('Content-Encoding') || /\bno-transform\b/i.test(String(outgoing.getHeader('Cache-Control') ?? ''))) return false;
  // A 304 has no body, but the ETag of the compressed page.
  return statusCode === 304 || COMPRESSIBLE.test(String(outgoing.getHeader('Content-Type') ?? ''));
}

/** Makes the tag weak: the same page with other bytes (RFC 9110 §8.8.1). */
function weakenETag(outgoing: ServerResponse): void {
  const tag = outgoing.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) outgoing.setHeader('ETag', `W/${tag}`);
}
