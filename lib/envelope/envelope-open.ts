/** Decrypts an envelope with its files, by the link's key and perhaps a password. `envelope.ts` has the guarantees. */
import { partsOf } from './envelope';
import { openWithKey } from './envelope-direct';
import { type SealedText, withFiles } from './envelope-document';
import { combineKeyAndPassword } from './envelope-key';

/**
 * Decrypts an envelope. It may be called again with the same one, for example after a mistyped password.
 *
 * @param envelope as stored, up to 10 MiB
 * @param key the fragment's 43 characters
 * @param password the typed password, in any normalization form; ignored when the envelope has none
 * @throws EnvelopeError the errors of `inspectEnvelope`; `invalid-key`, `password-needed`, `wrong-key`; for a wrong document
 *   under the right key: `too-large` (plaintext, files), `unsupported` (v), `not-an-envelope`; `unavailable`
 */
export async function openPaste(envelope: string, key: string, password?: string): Promise<SealedText> {
  if (!password) return withFiles(await openWithKey(envelope, key));
  const opened = openWithKey(envelope, key, async (keyBytes, info) => {
    const { deriveWrappingKey, unwrapContentKey } = await import('./envelope-wrapping');
    return unwrapContentKey(partsOf(envelope)[1], deriveWrappingKey(combineKeyAndPassword(keyBytes, password), info));
  });
  return withFiles(await opened);
}
