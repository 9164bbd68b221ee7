/**
 * Proving, before anything is handed out, that one could open it: a token that only key and password yield, and its
 * hash, which the service keeps to compare. docs/burn.md describes both for other programs.
 *
 * Guarantees: the service, which learns the token when it is used, can open nothing with it, nor learn the key or the
 * password from it: HKDF doesn't run backwards, and each guess of a password needs the key, which has 256 bits.
 * Not protected: who has the link can guess passwords with it. The service limits tries; each costs what the header says.
 */
import { encode } from 'jose/base64url';
import { inspectHeader } from './envelope';
import { EnvelopeError } from './envelope.errors';
import { combineKeyAndPassword, parseKey, requireWebCrypto } from './envelope.key';
import { KEY_BYTES, READ_TOKEN_INFO } from './envelope.rules';
import { deriveWrappingKey } from './envelope.wrapping';

/**
 * @param header the envelope's first part, up to its first dot
 * @param key the fragment's 43 characters
 * @param password what was typed; ignored when the envelope has none
 * @returns 43 characters of base64url
 * @throws EnvelopeError what `inspectHeader` throws; `invalid-key`, `password-needed`, `unavailable`
 */
export async function deriveReadToken(header: string, key: string, password?: string): Promise<string> {
  const info = inspectHeader(header);
  const keyBytes = parseKey(key);
  requireWebCrypto();
  if (info.kind === 'key') return expand(keyBytes);
  if (!password) throw new EnvelopeError({ code: 'password-needed' });
  return expand(await deriveWrappingKey(combineKeyAndPassword(keyBytes, password), info));
}

/** SHA-256 of the token's 32 bytes, in base64url: `readProof` of the paste. @throws EnvelopeError `unavailable` */
export async function readProofOf(token: string): Promise<string> {
  const bytes = parseKey(token);
  requireWebCrypto();
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)));
}

/** HKDF with SHA-256 (RFC 5869), no salt: what goes in is as random as the key from the link. */
async function expand(secret: Uint8Array): Promise<string> {
  const material = await crypto.subtle.importKey('raw', secret as BufferSource, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode(READ_TOKEN_INFO);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
  return encode(new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, KEY_BYTES * 8)));
}
