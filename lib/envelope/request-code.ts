/**
 * The code of a request's public key, short enough to be typed (docs/receive.md): 40 bits of its thumbprint, made costly.
 *
 * Guarantee: whoever computes the code of the key that the service shows, and compares it with the typed one, notices another key.
 * Not protected: a service that has another key with the same code. Finding one takes 2^40 computations, which can be done beforehand.
 */
import { type PublicJwk, thumbprintOf } from './answer-keys';
import { CODE_DIGITS, CODE_ITERATIONS, CODE_PATTERN } from './envelope.rules';

const CODE_CHARACTERS = 8;
const CODE_BITS = 40;

/** @returns 8 digits; takes one to two seconds on a phone @throws EnvelopeError `unavailable` */
export async function codeOf(publicKey: PublicJwk): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const secret = await crypto.subtle.importKey('raw', bytes(await thumbprintOf(publicKey)), 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes('sealpaste code 1'), iterations: CODE_ITERATIONS };
  const bits = new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, CODE_BITS));
  // 40 bits are exact in a number.
  const number = bits.reduce((sum, byte) => sum * 256 + byte, 0);
  return Array.from({ length: CODE_CHARACTERS }, (_, at) => CODE_DIGITS[Math.floor(number / 32 ** (CODE_CHARACTERS - 1 - at)) % 32]).join(
    '',
  );
}

/** Reads a code as it was meant: small letters, hyphens, spaces, and O, I and L for 0 and 1. @returns null for what is none */
export function parseCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return CODE_PATTERN.test(code) ? code : null;
}

/** A code as people see it: `7KQ4-M2XP`. */
export const groupCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
