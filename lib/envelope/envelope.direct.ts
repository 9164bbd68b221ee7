/**
 * Opening an envelope that has no password, by Web Crypto alone: what every reader of a link waits for, without the
 * library that passwords and writing need. Guarantees in `envelope.ts`.
 */
import { decode } from 'jose/base64url';
import { inspectEnvelope } from './envelope';
import { decodeDocument, type SealedText } from './envelope.document';
import { EnvelopeError } from './envelope.errors';
import { parseKey, requireDecompression, requireWebCrypto } from './envelope.key';
import { MAX_PLAINTEXT_BYTES } from './envelope.rules';

/** RFC 7518 §5.3. */
const TAG_BITS = 128;

/**
 * @param envelope as stored, up to 10 MiB
 * @param key the fragment's 43 characters
 * @throws EnvelopeError what `inspectEnvelope` throws; `invalid-key`; `password-needed`, whatever the password;
 *   `wrong-key`; for what was encrypted under the right key: `too-large` (plaintext), `unsupported` (v),
 *   `not-an-envelope`; `unavailable`
 */
export async function openWithKey(envelope: string, key: string): Promise<SealedText> {
  const { kind, compressed } = inspectEnvelope(envelope);
  const keyBytes = parseKey(key);
  requireWebCrypto();
  if (kind === 'password') throw new EnvelopeError({ code: 'password-needed' });
  if (compressed) requireDecompression();
  const plaintext = await decrypt(envelope, keyBytes);
  return decodeDocument(compressed ? await inflate(plaintext) : plaintext);
}

/** RFC 7516 §5.2: the encoded header is the additional data, Web Crypto takes the tag behind the ciphertext. */
async function decrypt(envelope: string, keyBytes: Uint8Array): Promise<Uint8Array> {
  const [header, , iv, ciphertext, tag] = envelope.split('.') as [string, string, string, string, string];
  const text = decode(ciphertext);
  const tagBytes = decode(tag);
  const sealed = new Uint8Array(text.length + tagBytes.length);
  sealed.set(text);
  sealed.set(tagBytes, text.length);
  const algorithm = { name: 'AES-GCM', iv: decode(iv), additionalData: new TextEncoder().encode(header), tagLength: TAG_BITS };
  const key = await crypto.subtle.importKey('raw', keyBytes as BufferSource, 'AES-GCM', false, ['decrypt']);
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm as AesGcmParams, key, sealed));
  } catch {
    throw new EnvelopeError({ code: 'wrong-key' });
  }
}

/** Raw DEFLATE (RFC 1951), given up as soon as it has made more than a plaintext may have. */
async function inflate(compressed: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([compressed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new EnvelopeError({ code: 'not-an-envelope' });
    });
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length <= MAX_PLAINTEXT_BYTES) continue;
    await reader.cancel();
    throw new EnvelopeError({ code: 'too-large', part: 'plaintext' });
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
