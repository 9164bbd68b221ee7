/** Encrypts an answer, the same document as in an envelope, for the asker's public key. */

import { AGREEMENT, ANSWER_ALGORITHM, agreeOnWrappingKey, exportPublicKey, type PublicJwk } from './answer-keys';
import { encodeDocument, type TextToSeal } from './envelope-encode';
import { encryptShortest, wrappedContentKey } from './envelope-encrypt';
import { requireWebCrypto } from './envelope-key';

/**
 * Encrypts for the owner of the private key; not even the caller can decrypt it again. The caller must check by its
 * thumbprint that the key is the asker's.
 *
 * @returns a compact JWE, at most 10 MiB
 * @throws EnvelopeError the errors of encoding the document, `too-large` (envelope), `unavailable`; an error of Web Crypto
 *   for a point that is not on the curve
 */
export async function sealAnswer(text: TextToSeal, publicKey: PublicJwk): Promise<string> {
  requireWebCrypto();
  const plaintext = encodeDocument(text);
  const own = await crypto.subtle.generateKey(AGREEMENT, false, ['deriveBits']);
  const wrapped = await wrappedContentKey(await agreeOnWrappingKey(own.privateKey, publicKey));
  return encryptShortest(plaintext, { ...wrapped, parameters: { alg: ANSWER_ALGORITHM, epk: await exportPublicKey(own.publicKey) } });
}
