/** Reading: an envelope, the key from the link and perhaps a password, to the text and its files. Guarantees in `envelope.ts`. */
import { inspectEnvelope } from './envelope';
import { withFiles } from './envelope.decode';
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
 *   encrypted under the right key: `too-large` (plaintext, files), `unsupported` (v), `not-an-envelope`; `unavailable`
 */
export async function openPaste(envelope: string, key: string, password?: string): Promise<SealedText> {
  const info = inspectEnvelope(envelope);
  if (info.kind === 'key' || !password) return withFiles(await openWithKey(envelope, key));
  const keyBytes = parseKey(key);
  requireWebCrypto();
  if (info.compressed) requireDecompression();
  const { openWithPassword } = await import('./envelope.password');
  return withFiles(await openWithPassword(envelope, combineKeyAndPassword(keyBytes, password), info));
}
