/** Keys that wrap a content's key. */
import { decode } from 'jose/base64url';
import { EnvelopeError } from './envelope.errors';
import { KEY_BYTES, PASSWORD_ALGORITHM } from './envelope.rules';
import { joined } from './envelope-key';

/**
 * Derives the key with which PBES2 wraps the content's key (RFC 7518 §4.8.1).
 * @param secret the link's key and the password, as `combineKeyAndPassword` joins them
 * @param salt `p2s`, decoded
 * @param iterations `p2c`, within bounds
 * @returns 32 bytes
 */
export async function deriveWrappingKey(
  secret: Uint8Array,
  { salt, iterations }: { salt: Uint8Array; iterations: number },
): Promise<Uint8Array> {
  const fullSalt = joined([new TextEncoder().encode(`${PASSWORD_ALGORITHM}\0`), salt]);
  const material = await crypto.subtle.importKey('raw', secret as BufferSource, 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-512', salt: fullSalt as BufferSource, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, KEY_BYTES * 8));
}

/**
 * Unwraps the key of a content (AES key wrap, RFC 3394).
 * @param wrapped the second part of the envelope
 * @throws EnvelopeError `wrong-key`, also when the wrapping key can't be had
 */
export async function unwrapContentKey(wrapped: string, wrappingKey: Promise<Uint8Array>): Promise<CryptoKey> {
  try {
    const unwrapping = await crypto.subtle.importKey('raw', (await wrappingKey) as BufferSource, 'AES-KW', false, ['unwrapKey']);
    return await crypto.subtle.unwrapKey('raw', decode(wrapped) as BufferSource, unwrapping, 'AES-KW', 'AES-GCM', false, ['decrypt']);
  } catch {
    throw new EnvelopeError({ code: 'wrong-key' });
  }
}
