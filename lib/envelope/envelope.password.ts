/** Opening an envelope that has a password, by Web Crypto alone: loaded only for these. Guarantees in `envelope.ts`. */
import { decode } from 'jose/base64url';
import { decryptEnvelope } from './envelope.direct';
import type { DocumentText } from './envelope.document';
import { EnvelopeError } from './envelope.errors';
import { deriveWrappingKey } from './envelope.wrapping';

/**
 * @param envelope inspected, with a password
 * @param secret the link's key and the password, as `combineKeyAndPassword` joins them
 * @param info what the inspection found
 * @returns the text; its files unchecked, as JSON had them
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
