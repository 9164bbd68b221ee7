/**
 * Compresses pages on their way out, by brotli or gzip, as the reader takes it.
 *
 * Guarantees: what a page has written is on its way at most `FLUSH_MS` later, also when more is to come; a slow reader
 * slows the page down; when the reader goes, the encoder goes too.
 * Not compressed: what is no text, is short, is encoded already, or says `no-transform`; and a page that a cookie opens,
 * when another site made the browser ask for it (docs/decisions/0012-page-compression.md).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import { cookieValue } from '#lib/accounts/sealed-cookie';

type Encoding = 'br' | 'gzip';

/** What is written within it becomes one block: each block costs some bytes. */
const FLUSH_MS = 10;
/** Below this a packet is saved by nothing. */
const MIN_BYTES = 1024;
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:json|javascript|manifest\+json))/i;

const BROTLI_OPTIONS = {
  params: {
    // Higher ones take longer than they save on the way.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

/**
 * Makes an answer compress itself, before anything of it is written. Its headers are to be set, not given to `writeHead`.
 * @param personalCookies names of the cookies that make a page somebody's own
 */
export function compressPage(incoming: IncomingMessage, outgoing: ServerResponse, personalCookies: readonly string[]): void {
  const encoding = isAskedForElsewhere(incoming, personalCookies) ? null : acceptedEncoding(incoming.headers['accept-encoding']);
  const { writeHead, write, end } = outgoing;
  let encoder: BrotliCompress | Gzip | null = null;
  let isDecided = false;
  let flushing: NodeJS.Timeout | undefined;

  /** @param bytes of the whole body, where they are known */
  function decide(bytes = Number.POSITIVE_INFINITY): void {
    if (isDecided) return;
    isDecided = true;
    outgoing.appendHeader('Vary', 'Accept-Encoding');
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
    // Who writes a page waits for the answer to drain, but what was full is the encoder.
    stream.on('drain', () => outgoing.emit('drain'));
    outgoing.on('drain', () => {
      if (!outgoing.writableNeedDrain) stream.resume();
    });
    outgoing.once('close', () => {
      clearTimeout(flushing);
      stream.destroy();
    });
  }

  /** The encoder, if there is one; then the headers are on their way. */
  function openEncoder(): BrotliCompress | Gzip | null {
    if (encoder && !outgoing.headersSent) outgoing.writeHead(outgoing.statusCode);
    return encoder;
  }

  // Each call is handed on as it came: types can't follow the overloads.
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

/** By a page that isn't ours, or nobody knows by whom. Typed addresses and bookmarks are our reader's own doing. */
function isAskedForElsewhere({ headers }: IncomingMessage, personalCookies: readonly string[]): boolean {
  const { cookie = null, 'sec-fetch-site': site } = headers;
  return site !== 'same-origin' && site !== 'none' && personalCookies.some((name) => cookieValue(cookie, name) !== undefined);
}

/** The better one of those that are accepted at all, which may name weights (RFC 9110 §12.5.3). */
function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : null;
}

function isCompressible(outgoing: ServerResponse): boolean {
  const { statusCode } = outgoing;
  if (statusCode < 200 || statusCode === 204 || statusCode === 206) return false;
  if (outgoing.hasHeader('Content-Encoding') || /\bno-transform\b/i.test(String(outgoing.getHeader('Cache-Control') ?? ''))) return false;
  // An answer that nothing has changed has no body, and the tag of the one that had.
  return statusCode === 304 || COMPRESSIBLE.test(String(outgoing.getHeader('Content-Type') ?? ''));
}

/** The same page, but not the same bytes (RFC 9110 §8.8.1). */
function weakenETag(outgoing: ServerResponse): void {
  const tag = outgoing.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) outgoing.setHeader('ETag', `W/${tag}`);
}
