/**
 * The asker's key pair. The public key goes to the service and its thumbprint into the link's fragment; the private key
 * stays with the asker.
 */
import { encode } from 'jose/base64url';
import { ANSWER_CURVE } from './answer.rules';
import { requireWebCrypto } from './envelope-key';

/** A public key as a JWK (RFC 7517, RFC 7518 §6.2); coordinates of 43 characters. */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

export interface RequestKeys {
  publicKey: PublicJwk;
  /** Key that can only derive bits. */
  privateKey: CryptoKey;
}

export const AGREEMENT = { name: 'ECDH', namedCurve: ANSWER_CURVE };

/**
 * @param extractable whether the private key can be exported, to decrypt answers on another device
 * @throws EnvelopeError `unavailable`
 */
export async function createRequestKeys({ extractable }: { extractable: boolean }): Promise<RequestKeys> {
  requireWebCrypto();
  const { publicKey, privateKey } = await crypto.subtle.generateKey(AGREEMENT, extractable, ['deriveBits']);
  return { publicKey: await exportPublicKey(publicKey), privateKey };
}

/**
 * Thumbprint (RFC 7638, SHA-256) that a link's fragment holds, so that the sender's page notices another key.
 * @returns 43 characters of base64url
 * @throws EnvelopeError `unavailable`
 */
export async function thumbprintOf({ crv, kty, x, y }: PublicJwk): Promise<string> {
  requireWebCrypto();
  const members = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }));
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', members)));
}

/** Exports the public key, with its members in a fixed order. @throws an error of Web Crypto when it can't be exported */
export async function exportPublicKey(key: CryptoKey): Promise<PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: ANSWER_CURVE, x, y };
}
