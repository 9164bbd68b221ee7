/**
 * The two links of a request. Its request link, for whoever is to answer, has the thumbprint of the public key behind
 * `#`. Its private link, for another device of the asker, has there what opens the answers: `id.d.token`, `d` as in
 * RFC 7518 §6.2.2; the token is empty for an account's. Browsers send neither.
 */
import type { PublicJwk } from '#lib/envelope/answer.keys';
import type { NamedRequest } from './request-keys.store';

export interface PrivateParts {
  requestId: string;
  d: string;
  /** null: the account's. */
  manageToken: string | null;
}

const PRIVATE = /^#?([0-9A-Za-z]{24})\.([\w-]{42}[AEIMQUYcgkosw048])\.([\w-]{0,200})$/;
const CURVE = { name: 'ECDH', namedCurve: 'P-256' };

export function requestLink({ url, thumbprint }: NamedRequest): string {
  return `${url}#${thumbprint}`;
}

/** @returns null for a key that can't leave this browser */
export async function privateLink({ url, requestId, privateKey, manageToken }: NamedRequest): Promise<string | null> {
  if (!privateKey.extractable) return null;
  const { d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return `${url.slice(0, url.lastIndexOf('/request/'))}/requests#${requestId}.${d}.${manageToken ?? ''}`;
}

/** @returns null for anything else */
export function parsePrivateLink(hash: string): PrivateParts | null {
  const [, requestId, d, manageToken] = PRIVATE.exec(hash) ?? [];
  return requestId === undefined || d === undefined ? null : { requestId, d, manageToken: manageToken || null };
}

/**
 * The private key of a private link, from now on only this browser's. What the server says the public key is must fit.
 * @throws when the two don't belong together
 */
export async function importPrivateKey(d: string, { kty, crv, x, y }: PublicJwk): Promise<CryptoKey> {
  const privateKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, CURVE, false, ['deriveBits']);
  // Not every browser compares the parts of what it imports.
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, CURVE, false, []);
  const other = (await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair;
  const [ours, theirs] = await Promise.all([agree(privateKey, other.publicKey), agree(other.privateKey, publicKey)]);
  if (ours !== theirs) throw new Error('expected the private key of this public key');
  return privateKey;
}

async function agree(privateKey: CryptoKey, publicKey: CryptoKey): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)));
}
