/** Opening an envelope that has a password, by jose: loaded only for these. Guarantees in `envelope.ts`. */
import { JWEDecryptionFailed, JWEInvalid } from 'jose/errors';
import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import { decodeDocument, type SealedText } from './envelope.document';
import { EnvelopeError } from './envelope.errors';
import { CONTENT_ENCRYPTION, MAX_ITERATIONS, MAX_PLAINTEXT_BYTES, PASSWORD_ALGORITHM } from './envelope.rules';

/**
 * @param envelope inspected, with a password
 * @param secret the link's key and the password, as `combineKeyAndPassword` joins them
 * @throws EnvelopeError `wrong-key`; `too-large` (plaintext), `unsupported` (v), `not-an-envelope`
 */
export async function openWithPassword(envelope: string, secret: Uint8Array): Promise<SealedText> {
  try {
    const { plaintext } = await compactDecrypt(envelope, secret, {
      keyManagementAlgorithms: [PASSWORD_ALGORITHM],
      contentEncryptionAlgorithms: [CONTENT_ENCRYPTION],
      maxPBES2Count: MAX_ITERATIONS,
      maxDecompressedLength: MAX_PLAINTEXT_BYTES,
    });
    return decodeDocument(plaintext);
  } catch (error) {
    throw translate(error);
  }
}

/** The form has been inspected and the cost too: what is left to fail is the tag, then decompression. */
function translate(error: unknown): unknown {
  if (error instanceof JWEDecryptionFailed) return new EnvelopeError({ code: 'wrong-key' });
  // Decompression that fails brings its cause, decompression that was stopped at the limit has none.
  if (error instanceof JWEInvalid && error.cause === undefined) return new EnvelopeError({ code: 'too-large', part: 'plaintext' });
  if (error instanceof JWEInvalid) return new EnvelopeError({ code: 'not-an-envelope' });
  return error;
}
