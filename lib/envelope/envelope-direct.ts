/**
 * Decrypts an envelope with Web Crypto alone. Every reader of a link waits for this code, so it imports little.
 * `envelope.ts` has the guarantees.
 */
import { decode } from 'jose/base64url';
import { type EnvelopeInfo, inspectEnvelope, partsOf } from './envelope';
import { EnvelopeError, notAnEnvelope } from './envelope.errors';
import { MAX_PLAINTEXT_BYTES } from './envelope.rules';
import { bytesThrough } from './envelope-compression';
import { type DocumentText, readDocument } from './envelope-document';
import { joined, parseKey, requireWebCrypto } from './envelope-key';

/** Length of the authentication tag (RFC 7518 §5.3). */
const TAG_BITS = 128;

/** Unwraps the key of a content that has a password. Most have none, so `envelope-open.ts` loads what does this when it must. */
type Unwrap = (key: Uint8Array, info: Extract<EnvelopeInfo, { kind: 'password' }>) => Promise<CryptoKey>;

/**
 * @param envelope as stored, up to 10 MiB
 * @param key the fragment's 43 characters
 * @param unwrap absent: no password was given
 * @returns the text; its files are unchecked, as JSON has them
 * @throws EnvelopeError the errors of `inspectEnvelope`; `invalid-key`; `password-needed` without `unwrap`;
 *   `wrong-key`; for a wrong document under the right key: `too-large` (plaintext), `unsupported` (v),
 *   `not-an-envelope`; `unavailable`
 */
export async function openWithKey(envelope: string, key: string, unwrap?: Unwrap): Promise<DocumentText> {
  const { contentKey, compressed } = await inspectForKey(envelope, key, unwrap);
  return readDocument(await decryptPlaintext(envelope, contentKey, compressed));
}

/** @throws EnvelopeError as `openWithKey`, before anything is decrypted */
export async function inspectForKey(envelope: string, key: string, unwrap?: Unwrap) {
  const info = inspectEnvelope(envelope);
  const keyBytes = parseKey(key);
  const { compressed } = info;
  requireWebCrypto(compressed);
  if (info.kind === 'password') {
    if (!unwrap) throw new EnvelopeError({ code: 'password-needed' });
    return { contentKey: await unwrap(keyBytes, info), compressed };
  }
  return { contentKey: await crypto.subtle.importKey('raw', keyBytes as BufferSource, 'AES-GCM', false, ['decrypt']), compressed };
}

/** Decompresses raw DEFLATE (RFC 1951) only as far as a plaintext may go. @throws EnvelopeError `wrong-key`, `too-large` (plaintext), `not-an-envelope` */
export async function decryptPlaintext(envelope: string, contentKey: CryptoKey, isCompressed: boolean): Promise<Uint8Array> {
  const bytes = await decryptBytes(envelope, contentKey);
  if (!isCompressed) return bytes;
  const plaintext = await bytesThrough(new DecompressionStream('deflate-raw'), bytes, MAX_PLAINTEXT_BYTES).catch(() => {
    throw notAnEnvelope();
  });
  if (plaintext.length > MAX_PLAINTEXT_BYTES) throw new EnvelopeError({ code: 'too-large', part: 'plaintext' });
  return plaintext;
}

/**
 * Decrypts by RFC 7516 §5.2: the encoded header is the additional data; Web Crypto takes the tag behind the ciphertext.
 * @param envelope an inspected envelope
 * @returns what was encrypted, still compressed if it was
 * @throws EnvelopeError `wrong-key`
 */
export async function decryptBytes(envelope: string, contentKey: CryptoKey): Promise<Uint8Array> {
  const [header, , iv, ciphertext, tag] = partsOf(envelope);
  const sealed = joined([decode(ciphertext), decode(tag)]);
  const algorithm = { name: 'AES-GCM', iv: decode(iv), additionalData: new TextEncoder().encode(header), tagLength: TAG_BITS };
  const decrypted = await crypto.subtle.decrypt(algorithm as AesGcmParams, contentKey, sealed as BufferSource).catch(() => {
    throw new EnvelopeError({ code: 'wrong-key' });
  });
  return new Uint8Array(decrypted);
}
