/** Decodes the files in an envelope's plaintext. Nothing here decrypts. */
import type { DocumentText, SealedText } from './envelope-document';

/** @throws EnvelopeError `too-large` (files), `not-an-envelope` */
export async function withFiles({ files, ...text }: DocumentText): Promise<SealedText> {
  if (files === undefined) return text;
  // The module is loaded here, because most pastes have no files.
  const { decodeFiles } = await import('./envelope-files');
  const decoded = decodeFiles(files);
  return decoded.length > 0 ? { ...text, files: decoded } : text;
}
