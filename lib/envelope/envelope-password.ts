/** Decrypts an envelope with a password, and is loaded only for those. `envelope.ts` has the guarantees. */
import { decode } from 'jose/base64url';
import { EnvelopeError } from './envelope.errors';
import { decryptEnvelope } from './envelope-direct';
import type { DocumentText } from './envelope-document';
import { deriveWrappingKey } from './envelope-wrapping';

/**
 * @param envelope an inspected envelope with a password
 * @param secret the link's key and the password, as `combineKeyAndPassword` joins them
 * @param info result of the inspection
 * @returns the text; its files are unchecked, as JSON has them
 * @throws EnvelopeError `wrong-key`; `too-large` (plaintext), `unsupported` (v), `not-an-envelope`
 */
export async function openWithPassword(
  envelope: string,
  secret: Uint8Array,
  info: { salt: Uint8Array; iterations: number; compressed: boolean },
): Promise<DocumentText> {
  const wrappingKey = await deriveWrappingKey(secret, info);
  const unwrappingKey = await crypto.subtle.importKey('raw', wrappingKey as BufferSource, 'AES-KW', false, ['unwrapKey']);
  const wrapped = decode(envelope.split('.', 2)[1] as string) as BufferSource;
  const contentKey = await crypto.subtle.unwrapKey('raw', wrapped, unwrappingKey, 'AES-KW', 'AES-GCM', false, ['decrypt']).catch(() => {
    throw new EnvelopeError({ code: 'wrong-key' });
  });
  return decryptEnvelope(envelope, contentKey, info.compressed);
}
