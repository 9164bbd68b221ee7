/**
 * Mode B: a text is encrypted where it is typed. The envelope is a JWE in compact serialization (RFC 7516);
 * docs/envelope.md describes it for other programs. This file inspects envelopes without decrypting them;
 * `envelope-open.ts` and `envelope-seal.ts` are separate, so that a page loads only what it needs.
 *
 * Guarantees:
 * - Content, title and syntax are readable only with the key from the link and, if one was set, the password as well.
 *   Neither is in the envelope. The service that stores it can't change a bit of it, its salt, cost or header unnoticed.
 * - Every envelope has a fresh 256-bit key and a fresh initialization vector from `crypto.getRandomValues`.
 * - Every limit on foreign input is checked before the work that it bounds: lengths and form before decoding, the cost of
 *   the password before deriving, the size of the text while decompressing.
 * - Wrong key, wrong password and changed bytes cause the same error. After an error the same
 *   envelope can be tried again. No error or message contains a key, a password or text.
 *
 * Not protected:
 * - Length: the envelope's size shows the text's to a sixteenth (`envelope-padding.ts`), and with compression how repetitive
 *   the text is.
 * - Facts that the service knows anyway: when, from where, how often, until when; that a password was set.
 * - Replacement: the service can serve an old envelope or none at all. A link decrypts only what was encrypted under its
 *   key, but two envelopes under one key (other programs might make those) are interchangeable.
 * - Guessing a weak password, for somebody who has the link: the derivation only makes each guess slower.
 * - A page that was tampered with by its server, a browser extension, a reader who copies. JavaScript can't wipe keys
 *   from memory.
 * - Time and memory, when the sender is hostile: up to MAX_ITERATIONS and MAX_PLAINTEXT_BYTES. Decrypt in a worker.
 */
import { decode } from 'jose/base64url';
import { EnvelopeError, notAnEnvelope, unsupported } from './envelope.errors';
import {
  COMPRESSION,
  CONTENT_ENCRYPTION,
  KEY_ALGORITHM,
  MAX_ENVELOPE_CHARACTERS,
  MAX_HEADER_CHARACTERS,
  MAX_ITERATIONS,
  MAX_SALT_BYTES,
  MIN_ITERATIONS,
  MIN_SALT_BYTES,
  PASSWORD_ALGORITHM,
} from './envelope.rules';
import { jsonObjectIn } from './envelope-text';

export type EnvelopeInfo =
  | { kind: 'key'; compressed: boolean }
  /** `iterations`: the cost of each try, about a second for two million on a fast machine. */
  | { kind: 'password'; compressed: boolean; salt: Uint8Array; iterations: number };

const PARTS = 5;
/** Characters of the 12 and 16 bytes that A256GCM has (RFC 7518 §5.3). */
const IV_CHARACTERS = 16;
const TAG_CHARACTERS = 22;
/** Characters of 40 bytes: AES key wrap adds eight to a 256-bit key (RFC 3394). */
const WRAPPED_KEY_CHARACTERS = 54;

/**
 * Tells what decrypting an envelope takes. It checks the form only, so decrypting may still fail. It takes milliseconds,
 * also for ten megabytes and for hostile input.
 *
 * @param envelope the content of a Mode B paste, whatever program made it; no white space around it
 * @throws EnvelopeError `not-an-envelope`, `unsupported` (which parameter), `too-large`
 */
export function inspectEnvelope(envelope: string): EnvelopeInfo {
  const [header, wrappedKey, iv, ciphertext, tag] = partsOf(envelope);
  const parameters = parseHeader(header);
  // The form of a JWE is checked before its parameters, so that a damaged envelope isn't called unsupported.
  if (![wrappedKey, iv, ciphertext, tag].every(isBase64url)) throw notAnEnvelope();
  const info = describeParameters(parameters);
  if (iv.length !== IV_CHARACTERS || tag.length !== TAG_CHARACTERS) throw notAnEnvelope();
  if (wrappedKey.length !== (info.kind === 'key' ? 0 : WRAPPED_KEY_CHARACTERS)) throw notAnEnvelope();
  return info;
}

/** Splits a compact JWE: header, wrapped key, initialization vector, ciphertext, tag. @throws EnvelopeError `not-an-envelope`, `too-large` */
export function partsOf(envelope: string): [string, string, string, string, string] {
  if (envelope.length > MAX_ENVELOPE_CHARACTERS) throw new EnvelopeError({ code: 'too-large', part: 'envelope' });
  const parts = envelope.split('.', PARTS + 1);
  if (parts.length !== PARTS) throw notAnEnvelope();
  return parts as ReturnType<typeof partsOf>;
}

/**
 * Inspects an envelope's first part alone, up to its first dot: readers of a burn paste have only this before they prove
 * that they can decrypt the rest.
 *
 * @throws EnvelopeError `not-an-envelope`, `unsupported` (which parameter), `too-large` (header)
 */
export function inspectHeader(encoded: string): EnvelopeInfo {
  return describeParameters(parseHeader(encoded));
}

function describeParameters(parameters: Record<string, unknown>): EnvelopeInfo {
  const compressed = isCompressed(parameters, KEY_ALGORITHM, PASSWORD_ALGORITHM);
  if (parameters.alg === KEY_ALGORITHM) return { kind: 'key', compressed };
  return { kind: 'password', compressed, salt: parseSalt(parameters.p2s), iterations: checkIterations(parameters.p2c) };
}

/** Checks the parameters that every header has. @param algorithms allowed as `alg` @throws EnvelopeError `unsupported` */
export function isCompressed({ alg, enc, zip, crit }: Record<string, unknown>, ...algorithms: unknown[]): boolean {
  if (crit !== undefined) throw unsupported('crit');
  if (!algorithms.includes(alg)) throw unsupported('alg');
  if (enc !== CONTENT_ENCRYPTION) throw unsupported('enc');
  if (zip !== undefined && zip !== COMPRESSION) throw unsupported('zip');
  return zip === COMPRESSION;
}

/** @throws EnvelopeError `unsupported` for a cost out of bounds */
function checkIterations(iterations: unknown): number {
  if (!Number.isSafeInteger(iterations)) throw unsupported('p2c');
  const count = iterations as number;
  if (count < MIN_ITERATIONS || count > MAX_ITERATIONS) throw unsupported('p2c');
  return count;
}

function parseSalt(salt: unknown): Uint8Array {
  if (typeof salt !== 'string' || !isBase64url(salt)) throw notAnEnvelope();
  const bytes = Math.floor((salt.length * 3) / 4);
  if (bytes < MIN_SALT_BYTES || bytes > MAX_SALT_BYTES) throw unsupported('p2s');
  return decode(salt);
}

/**
 * Parses a header. Unknown parameters are ignored, as RFC 7516 §4 wants, unless `crit` lists them.
 * @throws EnvelopeError `not-an-envelope`, `too-large` (header)
 */
export function parseHeader(encoded: string): Record<string, unknown> {
  if (encoded.length > MAX_HEADER_CHARACTERS) throw new EnvelopeError({ code: 'too-large', part: 'header' });
  if (!isBase64url(encoded)) throw notAnEnvelope();
  const header = jsonObjectIn(decode(encoded));
  if (!('alg' in header && 'enc' in header)) throw notAnEnvelope();
  return header;
}

/**
 * Whether a text is base64url without padding (RFC 7515 §2), and canonical (RFC 4648 §3.5), so that no character can be
 * changed without changing bytes. Neither `atob` can check this, which skips white space and ignores leftover bits, nor a
 * pattern with groups, which runs out of stack on ten megabytes.
 */
export function isBase64url(text: string): boolean {
  if (/[^\w-]/.test(text)) return false;
  const last = text.slice(-1);
  switch (text.length % 4) {
    case 0:
      return true;
    case 2:
      return 'AQgw'.includes(last);
    case 3:
      return 'AEIMQUYcgkosw048'.includes(last);
    default:
      return false;
  }
}
