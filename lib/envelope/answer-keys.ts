/**
 * The asker's key pair, and the key that wraps an answer's content key. The public key goes to the service and its thumbprint
 * into the link's fragment; the private key stays with the asker. docs/requests.md has the format.
 */
import { encode } from 'jose/base64url';
import { KEY_BYTES } from './envelope.rules';
import { joined, requireWebCrypto } from './envelope-key';

/** `alg` of an answer to a secret request: ECDH with a key pair of its own, then AES-256 key wrap (RFC 7518 §4.6). */
export const ANSWER_ALGORITHM = 'ECDH-ES+A256KW';
/** Curve of the asker's key pair, which every browser supports. */
export const ANSWER_CURVE = 'P-256';

/** A public key as a JWK (RFC 7517, RFC 7518 §6.2); coordinates of 43 characters. */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

export interface PrivateJwk extends PublicJwk {
  d: string;
}

export interface RequestKeys {
  publicKey: PublicJwk;
  privateKey: PrivateJwk;
}

export const AGREEMENT = { name: 'ECDH', namedCurve: ANSWER_CURVE };

/** @throws EnvelopeError `unavailable` */
export async function createRequestKeys(): Promise<RequestKeys> {
  requireWebCrypto();
  const pair = await crypto.subtle.generateKey(AGREEMENT, true, ['deriveBits']);
  const publicKey = await exportPublicKey(pair.publicKey);
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  return { publicKey, privateKey: { ...publicKey, d } };
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

/** Names of both parties, which a header may have; the headers that we write have none. */
export type Parties = readonly [apu: Uint8Array, apv: Uint8Array];
const NO_PARTIES: Parties = [new Uint8Array(0), new Uint8Array(0)];

/**
 * Derives the key that wraps an answer's content key (RFC 7518 §4.6), from one party's private and the other's public key.
 * @returns 32 bytes
 * @throws an error of Web Crypto for a point that is not on the curve
 */
export async function agreeOnWrappingKey(privateKey: CryptoKey, { kty, crv, x, y }: PublicJwk, parties = NO_PARTIES): Promise<Uint8Array> {
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, AGREEMENT, false, []);
  const secret = new Uint8Array(await crypto.subtle.deriveBits({ name: AGREEMENT.name, public: publicKey }, privateKey, KEY_BYTES * 8));
  return concatKdf(secret, parties);
}

/** Concat KDF (NIST SP 800-56A §5.8.2.1) with one round of SHA-256, and the parameters of RFC 7518 §4.6.2. */
async function concatKdf(secret: Uint8Array, parties: Parties): Promise<Uint8Array> {
  const algorithm = new TextEncoder().encode(ANSWER_ALGORITHM);
  const fields = [algorithm, ...parties].flatMap((bytes) => [uint32(bytes.length), bytes]);
  const input = joined([uint32(1), secret, ...fields, uint32(KEY_BYTES * 8)]);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', input as BufferSource));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
