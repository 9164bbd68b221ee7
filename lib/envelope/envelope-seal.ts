/** Encrypts a text and its files, and makes the key for the link. `envelope.ts` has the guarantees. */
import { encode } from 'jose/base64url';
import { EnvelopeError } from './envelope.errors';
import { DEFAULT_ITERATIONS, PASSWORD_ALGORITHM, SALT_BYTES } from './envelope.rules';
import { encodeDocument, type TextToSeal } from './envelope-encode';
import { type ContentKey, encryptShortest, ofLink, wrappedContentKey } from './envelope-encrypt';
import { combineKeyAndPassword, createKey, requireWebCrypto } from './envelope-key';
import { deriveWrappingKey } from './envelope-wrapping';

export interface SealedPaste {
  /** The content of a paste with `isE2ee`; ASCII, at most 10 MiB. */
  envelope: string;
  /** 43 characters for the link's fragment. Never send them anywhere. */
  key: string;
}

/**
 * Encrypts a text and its files under a new key.
 *
 * @param password that readers need in addition to the link; not empty
 * @throws EnvelopeError `invalid-text` (which field), `invalid-file` (which file and member), `too-large` (plaintext over
 *   64 MiB, envelope over 10 MiB, more than 20 files), `unavailable`
 */
export async function sealPaste(text: TextToSeal, { password }: { password?: string | undefined } = {}): Promise<SealedPaste> {
  if (password !== undefined && !(password !== '' && password.isWellFormed())) {
    throw new EnvelopeError({ code: 'invalid-text', field: 'password' });
  }
  requireWebCrypto();
  const plaintext = encodeDocument(text);
  const key = createKey();
  const contentKey = password === undefined ? await ofLink(key) : await ofPassword(combineKeyAndPassword(key, password));
  return { envelope: await encryptShortest(plaintext, contentKey), key: encode(key) };
}

/** Makes a content key, and wraps it under a key derived from the link's key and the password (RFC 7518 §4.8). */
async function ofPassword(secret: Uint8Array): Promise<ContentKey> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const wrapped = await wrappedContentKey(await deriveWrappingKey(secret, { salt, iterations: DEFAULT_ITERATIONS }));
  return { ...wrapped, parameters: { alg: PASSWORD_ALGORITHM, p2c: DEFAULT_ITERATIONS, p2s: encode(salt) } };
}
