/** Writing: a text to an envelope and the key that goes into the link. Guarantees in `envelope.ts`. */
import { CompactEncrypt } from 'jose/jwe/compact/encrypt';
import { checkIterations } from './envelope';
import { encodeDocument, type SealedText } from './envelope.document';
import { EnvelopeError } from './envelope.errors';
import { combineKeyAndPassword, createKey, formatKey, requireWebCrypto } from './envelope.key';
import {
  COMPRESSION,
  CONTENT_ENCRYPTION,
  DEFAULT_ITERATIONS,
  KEY_ALGORITHM,
  MAX_ENVELOPE_CHARACTERS,
  PASSWORD_ALGORITHM,
} from './envelope.rules';

/** An empty title or syntax counts as none. */
export type TextToSeal = Pick<SealedText, 'content'> & Partial<SealedText>;

export interface SealOptions {
  /** Asked of readers in addition to the link. Not empty. */
  password?: string | undefined;
  /** PBKDF2 iterations with a password, 210,000 to 2,000,000. */
  iterations?: number | undefined;
}

export interface SealedPaste {
  /** To be stored as the content of a paste with `isE2ee`; ASCII, at most 10 MiB. */
  envelope: string;
  /** 43 characters for the link's fragment. Never to be sent anywhere. */
  key: string;
}

/** Below this, compression saves less than its header parameter costs. */
const COMPRESS_FROM_BYTES = 128;
/** By how much `,"zip":"DEF"` makes the encoded header longer. */
const ZIP_PARAMETER_CHARACTERS = 16;

/**
 * Encrypts a text under a key of its own.
 *
 * @throws EnvelopeError `invalid-text` (which field), `too-large` (plaintext over 64 MiB or envelope over 10 MiB),
 *   `unsupported` (p2c: iterations out of bounds), `unavailable`
 */
export async function sealPaste(text: TextToSeal, { password, iterations = DEFAULT_ITERATIONS }: SealOptions = {}): Promise<SealedPaste> {
  if (password !== undefined && !(password !== '' && password.isWellFormed())) {
    throw new EnvelopeError({ code: 'invalid-text', field: 'password' });
  }
  checkIterations(iterations);
  requireWebCrypto();
  const plaintext = encodeDocument(text);
  const key = createKey();
  const encrypt = password === undefined ? encryptWithKey(key) : encryptWithPassword(combineKeyAndPassword(key, password), iterations);
  const envelope = await encryptShortest(plaintext, encrypt);
  if (envelope.length > MAX_ENVELOPE_CHARACTERS) throw envelopeTooLarge();
  return { envelope, key: formatKey(key) };
}

interface Compression {
  zip?: typeof COMPRESSION;
}

type Encrypt = (plaintext: Uint8Array, compression: Compression) => Promise<string>;

function encryptWithKey(key: Uint8Array): Encrypt {
  return (plaintext, compression) =>
    new CompactEncrypt(plaintext).setProtectedHeader({ alg: KEY_ALGORITHM, enc: CONTENT_ENCRYPTION, ...compression }).encrypt(key);
}

function encryptWithPassword(secret: Uint8Array, iterations: number): Encrypt {
  return (plaintext, compression) =>
    new CompactEncrypt(plaintext)
      .setProtectedHeader({ alg: PASSWORD_ALGORITHM, enc: CONTENT_ENCRYPTION, ...compression })
      .setKeyManagementParameters({ p2c: iterations })
      .encrypt(secret);
}

/**
 * Compressed when that makes the envelope shorter. How long it gets is known only afterwards (jose compresses while
 * it encrypts), so a text that doesn't compress is encrypted twice; such texts are rare.
 */
async function encryptShortest(plaintext: Uint8Array, encrypt: Encrypt): Promise<string> {
  const plainCharacters = Math.ceil((plaintext.length * 4) / 3);
  if (plaintext.length >= COMPRESS_FROM_BYTES && typeof CompressionStream !== 'undefined') {
    const compressed = await encrypt(plaintext, { zip: COMPRESSION });
    if (ciphertextCharacters(compressed) + ZIP_PARAMETER_CHARACTERS < plainCharacters) return compressed;
  }
  if (plainCharacters > MAX_ENVELOPE_CHARACTERS) throw envelopeTooLarge();
  return encrypt(plaintext, {});
}

function ciphertextCharacters(envelope: string): number {
  return envelope.split('.')[3]?.length ?? 0;
}

function envelopeTooLarge(): EnvelopeError {
  return new EnvelopeError({ code: 'too-large', part: 'envelope' });
}
