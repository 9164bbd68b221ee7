/** Makes and parses the key in a link's fragment, and combines it with a password. */
import { decode } from 'jose/base64url';
import { EnvelopeError } from './envelope.errors';
import { KEY_BYTES } from './envelope.rules';

/** 43 characters of base64url; the last one holds four bits, and its other two must be 0, so that each key has one spelling. */
const KEY_TEXT = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

export const isKey = (text: string): boolean => KEY_TEXT.test(text);

/**
 * @param text the key's text, as in a link's fragment
 * @returns the 32 bytes of the key
 * @throws EnvelopeError `invalid-key`
 */
export function parseKey(text: string): Uint8Array {
  if (!isKey(text)) throw new EnvelopeError({ code: 'invalid-key' });
  return decode(text);
}

export function createKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES));
}

/**
 * The password of PBES2 (RFC 7518 §4.8): the key's bytes, then the UTF-8 of what a person types, so that neither link nor
 * password alone decrypts anything. The typed text is put into NFC, because keyboards compose the same letter differently.
 */
export function combineKeyAndPassword(key: Uint8Array, password: string): Uint8Array {
  return joined([key, new TextEncoder().encode(password.normalize('NFC'))]);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** @throws EnvelopeError `unavailable` where the browser has no Web Crypto, as on pages without HTTPS, or is too old to decompress */
export function requireWebCrypto(isCompressed = false): void {
  if (globalThis.crypto?.subtle === undefined) throw new EnvelopeError({ code: 'unavailable', api: 'crypto.subtle' });
  if (isCompressed && typeof DecompressionStream === 'undefined')
    throw new EnvelopeError({ code: 'unavailable', api: 'DecompressionStream' });
}
