/**
 * Writes a compact JWE (RFC 7516 §5.1) with Web Crypto alone. Every writer loads this, the command-line client included.
 * `envelope.ts` has the guarantees.
 */
import { encode } from 'jose/base64url';
import { EnvelopeError } from './envelope.errors';
import { COMPRESSION, CONTENT_ENCRYPTION, KEY_ALGORITHM, MAX_ENVELOPE_CHARACTERS, MIN_SEALED_BYTES } from './envelope.rules';
import { bytesThrough } from './envelope-compression';
import { planPadding, withPadding } from './envelope-padding';

/** Lengths of RFC 7518 §5.3. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Characters of iv and tag, and the dots between the five parts. */
const FIXED_CHARACTERS = 16 + 22 + 4;

/** The key of a content, and what the envelope says about it. */
export interface ContentKey {
  /** A256GCM key that encrypts this envelope only. */
  key: CryptoKey;
  /** The encoded second part: the encrypted key; '' when readers have the key already. */
  wrapped: string;
  /** Parameters of the header: `alg`, and those that `alg` needs. */
  parameters: { alg: string } & Record<string, unknown>;
}

/**
 * Encrypts a document with padding (`envelope-padding.ts`), compressed when that makes the envelope shorter.
 * @param plaintext a JSON object with at least one member
 * @returns an envelope of at most 10 MiB
 * @throws EnvelopeError `too-large` (envelope)
 */
export async function encryptShortest(plaintext: Uint8Array, contentKey: ContentKey): Promise<string> {
  const { key, wrapped } = contentKey;
  const document = plaintext.subarray(1);
  const plain = formOf(document, document, contentKey, false);
  // A document that fits into the least length can't get shorter.
  const deflated = plain.padding.headBytes + document.length > MIN_SEALED_BYTES ? await deflate(document) : null;
  const compressed = deflated && formOf(deflated, document, contentKey, true);
  const form = compressed && compressed.characters < plain.characters ? compressed : plain;
  if (form.characters > MAX_ENVELOPE_CHARACTERS) throw new EnvelopeError({ code: 'too-large', part: 'envelope' });
  const { header } = form;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(header), tagLength: TAG_BYTES * 8 };
  const bytes = withPadding(form.padding, form.rest, form.isCompressed);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, bytes as BufferSource));
  const [ciphertext, tag] = [sealed.subarray(0, -TAG_BYTES), sealed.subarray(-TAG_BYTES)];
  return [header, wrapped, encode(iv), encode(ciphertext), encode(tag)].join('.');
}

/** A candidate for the envelope. @param rest the document without its first brace, compressed or not */
function formOf(rest: Uint8Array, document: Uint8Array, { wrapped, parameters }: ContentKey, isCompressed: boolean) {
  const { alg, ...others } = parameters;
  const header = encode(JSON.stringify({ alg, enc: CONTENT_ENCRYPTION, ...(isCompressed && { zip: COMPRESSION }), ...others }));
  const aroundIt = header.length + wrapped.length + FIXED_CHARACTERS;
  const maxBytes = Math.floor(((MAX_ENVELOPE_CHARACTERS - aroundIt) * 3) / 4);
  const padding = planPadding({ restBytes: rest.length, plainBytes: document.length, isCompressed, maxBytes });
  const characters = aroundIt + Math.ceil(((padding.headBytes + rest.length) * 4) / 3);
  return { header, rest, isCompressed, padding, characters };
}

/** Uses the link's key as the content key (RFC 7518 §4.5). */
export async function ofLink(bytes: Uint8Array): Promise<ContentKey> {
  const key = await crypto.subtle.importKey('raw', bytes as BufferSource, 'AES-GCM', false, ['encrypt']);
  return { key, wrapped: '', parameters: { alg: KEY_ALGORITHM } };
}

/** Makes a key for one content, and wraps it under another key (AES key wrap, RFC 3394). @param wrappingKey 32 bytes */
export async function wrappedContentKey(wrappingKey: Uint8Array): Promise<Pick<ContentKey, 'key' | 'wrapped'>> {
  const wrapping = await crypto.subtle.importKey('raw', wrappingKey as BufferSource, 'AES-KW', false, ['wrapKey']);
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  return { key, wrapped: encode(new Uint8Array(await crypto.subtle.wrapKey('raw', key, wrapping, 'AES-KW'))) };
}

/** Compresses to raw DEFLATE (RFC 1951); null where the runtime can't. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (typeof CompressionStream === 'undefined') return null;
  return bytesThrough(new CompressionStream('deflate-raw'), bytes);
}
