/** Reading the plaintext of an envelope with its files. Nothing here decrypts. */
import type { DocumentText, SealedText } from './envelope.document';

/** @throws EnvelopeError `too-large` (files), `not-an-envelope` */
export async function withFiles({ files, ...text }: DocumentText): Promise<SealedText> {
  if (files === undefined) return text;
  // Loaded then: most pastes have none.
  const { decodeFiles } = await import('./envelope.files');
  const decoded = decodeFiles(files);
  return decoded.length > 0 ? { ...text, files: decoded } : text;
}
