/** Reads the header of an answer to a secret request, a compact JWE for the asker's public key (docs/requests.md). */
import { decode } from 'jose/base64url';
import { ANSWER_ALGORITHM, ANSWER_CURVE, type Parties, type PublicJwk } from './answer-keys';
import { isBase64url, isCompressed, parseHeader } from './envelope';
import { notAnEnvelope, unsupported } from './envelope.errors';
import { isKey } from './envelope-key';

export interface AnswerInfo {
  compressed: boolean;
  /** The sender's public key, made for this answer only. */
  epk: PublicJwk;
  parties: Parties;
}

/**
 * Inspects the first part of an answer, up to its first dot.
 *
 * @throws EnvelopeError `not-an-envelope`, `unsupported` (which parameter), `too-large` (header)
 */
export function inspectAnswerHeader(encoded: string): AnswerInfo {
  const parameters = parseHeader(encoded);
  const compressed = isCompressed(parameters, ANSWER_ALGORITHM);
  const { epk, apu, apv } = parameters;
  if (!isPublicKey(epk)) throw unsupported('epk');
  return { compressed, epk, parties: [partyOf(apu), partyOf(apv)] };
}

/** Whether a value has the form of the sender's public key (RFC 7518 §4.6.1.1). Its use checks that the point is on the curve. */
function isPublicKey(value: unknown): value is PublicJwk {
  if (typeof value !== 'object' || value === null) return false;
  const { kty, crv, x, y } = value as Record<string, unknown>;
  // Base64url of 32 bytes.
  return kty === 'EC' && crv === ANSWER_CURVE && [x, y].every((text) => typeof text === 'string' && isKey(text));
}

/** @returns no bytes for a name that is absent (RFC 7518 §4.6.1.2: optional) */
function partyOf(name: unknown = ''): Uint8Array {
  if (typeof name !== 'string' || !isBase64url(name)) throw notAnEnvelope();
  return decode(name);
}
