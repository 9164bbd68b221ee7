/** Decrypts an answer with its files, by the asker's private key. */
import { decode } from 'jose/base64url';
import { inspectAnswerHeader } from './answer-header';
import { AGREEMENT, agreeOnWrappingKey, type PrivateJwk } from './answer-keys';
import { isBase64url } from './envelope';
import { EnvelopeError } from './envelope.errors';
import { MAX_ENVELOPE_CHARACTERS } from './envelope.rules';
import { decryptEnvelope } from './envelope-direct';
import { type SealedText, withFiles } from './envelope-document';
import { requireDecompression, requireWebCrypto } from './envelope-key';

const PARTS = 5;

/**
 * @param answer as stored, up to 10 MiB
 * @throws EnvelopeError `wrong-key` for another key, another format or a changed byte; the errors of decoding the document
 *   when it was encrypted for the right key; `unavailable`
 */
export async function openAnswer(answer: string, privateKey: PrivateJwk): Promise<SealedText> {
  const { wrapped, compressed, epk, parties } = orWrongKey(() => inspectAnswer(answer));
  requireWebCrypto();
  if (compressed) requireDecompression();
  const contentKey = await unwrap(wrapped, agreeOnWrappingKey(await toKey(privateKey), epk, parties));
  return withFiles(await decryptEnvelope(answer, contentKey, compressed));
}

/** Checks and splits an answer. Each part must be canonical, so that no bit of its last character can be changed unnoticed. */
function inspectAnswer(answer: string) {
  const parts = answer.split('.', PARTS + 1);
  if (answer.length > MAX_ENVELOPE_CHARACTERS || parts.length !== PARTS || !parts.every(isBase64url)) throw wrongKey();
  const [header, wrapped] = parts as [string, string];
  return { wrapped: decode(wrapped), ...inspectAnswerHeader(header) };
}

async function unwrap(wrapped: Uint8Array, agreed: Promise<Uint8Array>): Promise<CryptoKey> {
  try {
    const unwrapping = await crypto.subtle.importKey('raw', (await agreed) as BufferSource, 'AES-KW', false, ['unwrapKey']);
    return await crypto.subtle.unwrapKey('raw', wrapped as BufferSource, unwrapping, 'AES-KW', 'AES-GCM', false, ['decrypt']);
  } catch {
    // All steps fail with the same error: a point that isn't on the curve is just another changed byte.
    throw wrongKey();
  }
}

function toKey({ kty, crv, x, y, d }: PrivateJwk): Promise<CryptoKey> {
  return crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, AGREEMENT, false, ['deriveBits']);
}

function orWrongKey<Result>(inspect: () => Result): Result {
  try {
    return inspect();
  } catch {
    throw wrongKey();
  }
}

function wrongKey(): EnvelopeError {
  return new EnvelopeError({ code: 'wrong-key' });
}
