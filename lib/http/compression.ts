/**
 * Compresses replies of endpoints and pages, by brotli or gzip, for clients that ask for it.
 *
 * Guarantees: compressing runs on other threads; a streamed body is compressed as it comes, and waits for a slow reader;
 * when the reader leaves, body and encoder end, too.
 * The caller decides what may be compressed: no response with a secret beside text that others choose, since its length
 * would tell the secret (BREACH), and no encrypted one, which doesn't shrink.
 */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Reply } from './reply';
import { acceptedEncoding, type Encoding } from './request-headers';

/** Bytes up to which a body is not compressed, since that would save no packet. */
export const COMPRESS_ABOVE_BYTES = 1024;

type Levels = Readonly<Record<Encoding, number>>;

/** These levels compress text at the speed of a fast line; higher ones take several times as long. */
const REPLY_LEVELS: Levels = { br: 3, gzip: 4 };

const brotliOptions = (level: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // 256 KB: the default window takes megabytes for each response under way.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});

export const compressBytes = (bytes: Uint8Array, encoding: Encoding, { br, gzip: level }: Levels): Promise<Buffer> =>
  encoding === 'br' ? promisify(brotliCompress)(bytes, brotliOptions(br)) : promisify(gzip)(bytes, { level });

/** @param acceptEncoding the request's header */
export async function compress(acceptEncoding: string | null, { status, headers = {}, body }: Reply): Promise<Reply> {
  const encoding = acceptedEncoding(acceptEncoding);
  return { status, headers: compressedHeaders(acceptEncoding, headers), body: encoding === null ? body : await encode(body, encoding) };
}

/** Headers of a compressed reply, also to HEAD: without a length, which only a GET knows. @param headers of the reply as it is */
export function compressedHeaders(acceptEncoding: string | null, headers: Record<string, string>): Record<string, string> {
  const encoding = acceptedEncoding(acceptEncoding);
  if (encoding === null) return { ...headers, Vary: 'Accept-Encoding' };
  const { 'Content-Length': _, ...others } = headers;
  return { ...others, Vary: 'Accept-Encoding', 'Content-Encoding': encoding };
}

function encode(body: Reply['body'], encoding: Encoding): Reply['body'] | Promise<Buffer> {
  if (body === null) return null;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return streamed(body, encoding);
  return compressBytes(typeof body === 'string' ? Buffer.from(body) : body, encoding, REPLY_LEVELS);
}

function streamed(pieces: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncIterable<Uint8Array> {
  const encoder = encoding === 'br' ? createBrotliCompress(brotliOptions(REPLY_LEVELS.br)) : createGzip({ level: REPLY_LEVELS.gzip });
  // An error of either end destroys the other; the reader of the encoder gets it.
  return pipeline(Readable.from(pieces, { objectMode: false }), encoder, () => undefined);
}
