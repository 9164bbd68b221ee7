/**
 * Converts a content between plain bytes and its stored form: pieces of bounded size, each compressed when that helps, then
 * encrypted.
 *
 * Guarantees: nothing here needs more memory than a few pieces, or blocks longer than half a piece takes (about half a
 * millisecond); larger ones are compressed off the main thread.
 */
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  inflateRawSync,
} from 'node:zlib';
import { open, type Place, SealBrokenError, seal } from '../../vault/vault';

const compressElsewhere = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const decompressElsewhere = promisify<Uint8Array, BrotliOptions, Buffer>(brotliDecompress);

/** Plain bytes of a piece; small enough for one write not to be noticed, large enough for few rows: 40 for 10 MB. */
export const CHUNK_BYTES = 256 * 1024;

/** Compressing less saves no disk page, and most pastes are smaller than this. */
const COMPRESS_FROM_BYTES = 4 * 1024;
/** Compressed bytes must be at most this share of plain ones, or reading would pay for nothing. */
const WORTHWHILE = 0.9;
/** Up to so many plain bytes the work itself is less than the way to another thread and back. */
const HERE_MAX_BYTES = 128 * 1024;
/**
 * Qualities of brotli, here and on another thread. Quality 1 makes a text as small as DEFLATE's fastest level, in less than half of its
 * time; base64 in a sixth. On the main thread, where everybody waits, quality 0 does. Of pieces of 100 KiB (KiB and µs of the processor;
 * two cores shared with other programs, 2026-11-29):
 *
 *              quality 0     1          2
 *   code       33.8, 284   32.1, 409   29.9, 763
 *   prose      44.3, 367   41.9, 540   39.3, 928
 *   JSON       28.4, 130   25.7, 202   25.3, 440
 *   a log      20.0, 131   14.6, 213   12.4, 347
 *   base64     75.8, 252   75.0, 294   75.0, 348
 *
 * A smaller window saves nothing, and neither do hints of the size or of the kind of text.
 */
const QUALITY_HERE = 0;
const QUALITY_ELSEWHERE = 1;
const WINDOW_BITS = 18;

/** Smallest buffer that zlib accepts. */
const MIN_BUFFER_BYTES = 64;

const PLAIN = 0;
/** In databases of version 1.0.0. */
const DEFLATED = 1;
const BROTLI = 2;

export interface StoredChunk {
  seq: number;
  encoding: number;
  /** Empty when the bytes are in an object. */
  bytes: Uint8Array;
  /** Name of the object that has the bytes, of a piece that is to be stored. */
  object?: string;
  /** Fetches the bytes, of a stored piece. */
  fetch?: () => Promise<Uint8Array>;
}

export type ChunkPlace = Omit<Place, 'encoding'>;

export async function encodeChunk(key: Uint8Array, place: ChunkPlace, plain: Uint8Array): Promise<StoredChunk> {
  const { encoding, body } = plain.length < COMPRESS_FROM_BYTES ? { encoding: PLAIN, body: plain } : await compress(plain);
  return { seq: place.seq, encoding, bytes: seal(key, sealPlace(place, encoding), body) };
}

/** @param plainBytes the expected number @returns a promise only where something is waited for @throws SealBrokenError */
export function decodeChunk(
  key: Uint8Array,
  place: ChunkPlace,
  { seq, encoding, bytes, fetch }: StoredChunk,
  plainBytes = CHUNK_BYTES,
): Buffer | Promise<Buffer> {
  if (fetch) return fetch().then((fetched) => decodeChunk(key, place, { seq, encoding, bytes: fetched }, plainBytes));
  // Checked before decryption: a nonce has one byte for the encoding.
  if (![PLAIN, DEFLATED, BROTLI].includes(encoding))
    throw new SealBrokenError(`a piece of the content has the unknown encoding ${encoding}`);
  const body = open(key, sealPlace(place, encoding), bytes);
  if (encoding === PLAIN) return body;
  const options = { maxOutputLength: CHUNK_BYTES, chunkSize: atOnce(plainBytes) };
  if (encoding === DEFLATED) return inflateRawSync(body, options);
  return plainBytes > HERE_MAX_BYTES ? decompressElsewhere(body, options) : brotliDecompressSync(body, options);
}

async function compress(plain: Uint8Array): Promise<{ encoding: number; body: Uint8Array }> {
  const optionsOf = (quality: number): BrotliOptions => ({
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
    chunkSize: atOnce(plain.length),
  });
  const body =
    plain.length > HERE_MAX_BYTES
      ? await compressElsewhere(plain, optionsOf(QUALITY_ELSEWHERE))
      : brotliCompressSync(plain, optionsOf(QUALITY_HERE));
  return body.length <= plain.length * WORTHWHILE ? { encoding: BROTLI, body } : { encoding: PLAIN, body: plain };
}

/**
 * Size of the buffer for a result of so many bytes. Node's default is 16 KB, and each further buffer costs another trip to
 * the other thread; the one byte more shows that nothing follows.
 */
function atOnce(bytes: number): number {
  return Math.min(Math.max(bytes + 1, MIN_BUFFER_BYTES), CHUNK_BYTES + 1);
}

const sealPlace = ({ row, seq, last }: ChunkPlace, encoding: number): Place => ({ row, seq, last, encoding });
