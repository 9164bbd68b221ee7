/**
 * Read tokens: before the service hands out an envelope, a reader proves with a token from key and password that they can
 * decrypt it. The service compares the token's hash. docs/burn.md describes both for other programs.
 *
 * Guarantees: the service learns the token when it is used, but can't decrypt anything with it, nor learn key or password
 * from it: HKDF can't be reversed, and guessing a password also takes the key, which has 256 bits.
 * Not protected: somebody with the link can guess passwords. The service limits tries; each costs the header's iterations.
 */
import { encode } from 'jose/base64url';
import { inspectHeader } from './envelope';
import { EnvelopeError } from './envelope.errors';
import { INBOX_TOKEN_INFO, KEY_BYTES, READ_TOKEN_INFO } from './envelope.rules';
import { combineKeyAndPassword, parseKey, requireWebCrypto } from './envelope-key';
import { deriveWrappingKey } from './envelope-wrapping';

/**
 * @param envelope of which the first part is enough; null for any without a password, which all have the same token
 * @param key the fragment's 43 characters
 * @param password the typed password; ignored when the envelope has none
 * @returns 43 characters of base64url
 * @throws EnvelopeError the errors of `inspectHeader`; `invalid-key`, `password-needed`, `unavailable`
 */
export async function deriveReadToken(envelope: string | null, key: string, password?: string): Promise<string> {
  const info = envelope === null ? null : inspectHeader(envelope.split('.', 1)[0] ?? '');
  const keyBytes = parseKey(key);
  requireWebCrypto();
  if (info === null || info.kind === 'key') return expand(keyBytes, READ_TOKEN_INFO);
  if (!password) throw new EnvelopeError({ code: 'password-needed' });
  return expand(await deriveWrappingKey(combineKeyAndPassword(keyBytes, password), info), READ_TOKEN_INFO);
}

/** SHA-256 of the token's 32 bytes, in base64url: `readProof` of the paste. @throws EnvelopeError `unavailable` */
export async function readProofOf(token: string): Promise<string> {
  const bytes = parseKey(token);
  requireWebCrypto();
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)));
}

/** The manage token of a secret request, from the key in its inbox link. @throws EnvelopeError `invalid-key`, `unavailable` */
export async function deriveInboxToken(inboxKey: string): Promise<string> {
  const bytes = parseKey(inboxKey);
  requireWebCrypto();
  return expand(bytes, INBOX_TOKEN_INFO);
}

/** HKDF with SHA-256 (RFC 5869). It needs no salt, because the secret is as random as the link's key. */
async function expand(secret: Uint8Array, name: string): Promise<string> {
  const material = await crypto.subtle.importKey('raw', secret as BufferSource, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode(name);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
  return encode(new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, KEY_BYTES * 8)));
}
