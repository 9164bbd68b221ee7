/** Reading: an envelope, the key from the link and perhaps a password, to the text. Guarantees in `envelope.ts`. */
import { inspectEnvelope } from './envelope';
import { openWithKey } from './envelope.direct';
import type { SealedText } from './envelope.document';
import { combineKeyAndPassword, parseKey, requireDecompression, requireWebCrypto } from './envelope.key';

/**
 * Opens an envelope. May be called again and again with the same one, e.g. after a mistyped password.
 *
 * @param envelope as stored, up to 10 MiB
 * @param key the fragment's 43 characters
 * @param password what was typed, in any normalization form; ignored when the envelope has none
 * @throws EnvelopeError what `inspectEnvelope` throws; `invalid-key`, `password-needed`, `wrong-key`; for what was
 *   encrypted under the right key: `too-large` (plaintext), `unsupported` (v), `not-an-envelope`; `unavailable`
 */
export async function openPaste(envelope: string, key: string, password?: string): Promise<SealedText> {
  const { kind, compressed } = inspectEnvelope(envelope);
  if (kind === 'key' || !password) return openWithKey(envelope, key);
  const keyBytes = parseKey(key);
  requireWebCrypto();
  if (compressed) requireDecompression();
  const { openWithPassword } = await import('./envelope.password');
  return openWithPassword(envelope, combineKeyAndPassword(keyBytes, password));
}
