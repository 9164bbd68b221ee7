/** Decrypts an envelope with its files, by the link's key and perhaps a password. `envelope.ts` has the guarantees. */
import { inspectEnvelope, partsOf } from './envelope';
import { decryptPlaintext, openWithKey } from './envelope-direct';
import { readDocument, type SealedText, withFiles } from './envelope-document';
import { combineKeyAndPassword, parseKey, requireDecompression, requireWebCrypto } from './envelope-key';

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
  const info = inspectEnvelope(envelope);
  if (info.kind === 'key' || !password) return withFiles(await openWithKey(envelope, key));
  const keyBytes = parseKey(key);
  requireWebCrypto();
  if (info.compressed) requireDecompression();
  // Most envelopes have no password.
  const { deriveWrappingKey, unwrapContentKey } = await import('./envelope-wrapping');
  const wrappingKey = deriveWrappingKey(combineKeyAndPassword(keyBytes, password), info);
  const contentKey = await unwrapContentKey(partsOf(envelope)[1], wrappingKey);
  return withFiles(readDocument(await decryptPlaintext(envelope, contentKey, info.compressed)));
}
