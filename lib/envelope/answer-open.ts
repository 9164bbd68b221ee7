/** Decrypts an answer with its files, by the asker's private key. */
import { type AnswerInfo, inspectAnswerHeader } from './answer-header';
import { AGREEMENT, agreeOnWrappingKey, type PrivateJwk } from './answer-keys';
import { isBase64url, partsOf } from './envelope';
import { EnvelopeError } from './envelope.errors';
import { decryptPlaintext } from './envelope-direct';
import { readDocument, type SealedText, withFiles } from './envelope-document';
import { requireWebCrypto } from './envelope-key';
import { unwrapContentKey } from './envelope-wrapping';

/**
 * @param answer as stored, up to 10 MiB
 * @throws EnvelopeError `wrong-key` for another key, another format or a changed byte; the errors of decoding the document
 *   when it was encrypted for the right key; `unavailable`
 */
export async function openAnswer(answer: string, privateKey: PrivateJwk): Promise<SealedText> {
  const { wrapped, compressed, ...header } = inspectAnswer(answer);
  requireWebCrypto(compressed);
  const contentKey = await unwrapContentKey(wrapped, agree(privateKey, header));
  return withFiles(readDocument(await decryptPlaintext(answer, contentKey, compressed)));
}

/** Checks and splits an answer. Each part must be canonical, so that no bit of its last character can be changed unnoticed. */
function inspectAnswer(answer: string): AnswerInfo & { wrapped: string } {
  try {
    const parts = partsOf(answer);
    if (parts.every(isBase64url)) return { wrapped: parts[1], ...inspectAnswerHeader(parts[0]) };
  } catch {
    // All steps fail with the same error: another format is just another changed byte.
  }
  throw new EnvelopeError({ code: 'wrong-key' });
}

/** @throws an error of Web Crypto for a point that isn't on the curve */
async function agree({ kty, crv, x, y, d }: PrivateJwk, { epk, parties }: Pick<AnswerInfo, 'epk' | 'parties'>): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, AGREEMENT, false, ['deriveBits']);
  return agreeOnWrappingKey(key, epk, parties);
}
