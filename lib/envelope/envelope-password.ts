/** Decrypts an envelope with a password, and is loaded only for those. `envelope.ts` has the guarantees. */
import { partsOf } from './envelope';
import { decryptEnvelope } from './envelope-direct';
import type { DocumentText } from './envelope-document';
import { deriveWrappingKey, unwrapContentKey } from './envelope-wrapping';

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
  const [, wrapped] = partsOf(envelope);
  return decryptEnvelope(envelope, await unwrapContentKey(wrapped, deriveWrappingKey(secret, info)), info.compressed);
}
