/** RFC 7518 §4.6: derives the key that wraps an answer's content key, from one party's private and the other's public key. */

import { ANSWER_ALGORITHM } from './answer.rules';
import { AGREEMENT, type PublicJwk } from './answer-keys';
import { KEY_BYTES } from './envelope.rules';

/** Names of both parties, which a header may have; the headers that we write have none. */
export interface Parties {
  apu?: Uint8Array;
  apv?: Uint8Array;
}

/** @throws an error of Web Crypto for a point that is not on the curve @returns 32 bytes */
export async function agreeOnWrappingKey(privateKey: CryptoKey, { kty, crv, x, y }: PublicJwk, parties: Parties = {}): Promise<Uint8Array> {
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, AGREEMENT, false, []);
  const secret = new Uint8Array(await crypto.subtle.deriveBits({ name: AGREEMENT.name, public: publicKey }, privateKey, KEY_BYTES * 8));
  return concatKdf(secret, parties);
}

/** Concat KDF (NIST SP 800-56A §5.8.2.1) with one round of SHA-256, and the parameters of RFC 7518 §4.6.2. */
async function concatKdf(secret: Uint8Array, { apu = new Uint8Array(0), apv = new Uint8Array(0) }: Parties): Promise<Uint8Array> {
  const algorithm = new TextEncoder().encode(ANSWER_ALGORITHM);
  const fields = [algorithm, apu, apv].flatMap((bytes) => [uint32(bytes.length), bytes]);
  const input = new Blob([uint32(1), secret, ...fields, uint32(KEY_BYTES * 8)] as BlobPart[]);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await input.arrayBuffer()));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
