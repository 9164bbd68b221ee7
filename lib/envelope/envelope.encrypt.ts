/**
 * Writing a compact JWE (RFC 7516 §5.1) by Web Crypto alone: what every writer loads, the command-line client included.
 * Guarantees in `envelope.ts`.
 */
import { encode } from 'jose/base64url';
import { bytesThrough } from './envelope.compression';
import { EnvelopeError } from './envelope.errors';
import { COMPRESSION, CONTENT_ENCRYPTION, MAX_ENVELOPE_CHARACTERS } from './envelope.rules';

/** RFC 7518 §5.3. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Below this, compression saves less than its header parameter costs. */
const COMPRESS_FROM_BYTES = 128;
/** By how much `,"zip":"DEF"` makes the encoded header longer. */
const ZIP_PARAMETER_CHARACTERS = 16;

/** What the content is encrypted with, and what of that the envelope says. */
export interface ContentKey {
  /** A256GCM, to encrypt with; for this one envelope. */
  key: CryptoKey;
  /** The encoded second part: the key, itself encrypted; '' when readers have it already. */
  wrapped: string;
  /** Parameters of the header: `alg`, and what that needs. */
  parameters: { alg: string } & Record<string, unknown>;
}

/**
 * Compressed when that makes the envelope shorter.
 * @returns at most 10 MiB
 * @throws EnvelopeError `too-large` (envelope)
 */
export async function encryptShortest(plaintext: Uint8Array, contentKey: ContentKey): Promise<string> {
  const deflated = plaintext.length >= COMPRESS_FROM_BYTES ? await deflate(plaintext) : null;
  const isShorter = deflated !== null && charactersOf(deflated) + ZIP_PARAMETER_CHARACTERS < charactersOf(plaintext);
  const [bytes, compression] = isShorter ? [deflated, { zip: COMPRESSION }] : [plaintext, {}];
  if (charactersOf(bytes) > MAX_ENVELOPE_CHARACTERS) throw tooLarge();
  const { key, wrapped, parameters } = contentKey;
  const { alg, ...others } = parameters;
  const header = encode(JSON.stringify({ alg, enc: CONTENT_ENCRYPTION, ...compression, ...others }));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(header), tagLength: TAG_BYTES * 8 };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, bytes as BufferSource));
  const [ciphertext, tag] = [sealed.subarray(0, -TAG_BYTES), sealed.subarray(-TAG_BYTES)];
  const envelope = [header, wrapped, encode(iv), encode(ciphertext), encode(tag)].join('.');
  if (envelope.length > MAX_ENVELOPE_CHARACTERS) throw tooLarge();
  return envelope;
}

/** A key of its own for the content, wrapped under another one (AES key wrap, RFC 3394). @param wrappingKey 32 bytes */
export async function wrappedContentKey(wrappingKey: Uint8Array): Promise<Pick<ContentKey, 'key' | 'wrapped'>> {
  const wrapping = await crypto.subtle.importKey('raw', wrappingKey as BufferSource, 'AES-KW', false, ['wrapKey']);
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  return { key, wrapped: encode(new Uint8Array(await crypto.subtle.wrapKey('raw', key, wrapping, 'AES-KW'))) };
}

const charactersOf = ({ length }: Uint8Array) => Math.ceil((length * 4) / 3);

/** Raw DEFLATE (RFC 1951); null where the runtime can't. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (typeof CompressionStream === 'undefined') return null;
  return bytesThrough(new CompressionStream('deflate-raw'), bytes);
}

function tooLarge(): EnvelopeError {
  return new EnvelopeError({ code: 'too-large', part: 'envelope' });
}
