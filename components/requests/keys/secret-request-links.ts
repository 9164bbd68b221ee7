/**
 * The two links of a secret request. The request link, for whoever answers, has the public key's thumbprint in its
 * fragment. The private link, for another device of the asker, has `id.d.token` there, which opens the answers: `d` as in
 * RFC 7518 §6.2.2, and an empty token for an account's request. Browsers never send a fragment.
 */
import type { PublicJwk } from '#lib/envelope/answer-keys';
import type { NamedSecretRequest } from './secret-request-keys';

export interface PrivateParts {
  requestId: string;
  d: string;
  /** null: the request belongs to the account. */
  manageToken: string | null;
}

const PRIVATE = /^#?([0-9A-Za-z]{24})\.([\w-]{42}[AEIMQUYcgkosw048])\.([\w-]{0,200})$/;
const CURVE = { name: 'ECDH', namedCurve: 'P-256' };

export function secretRequestLink({ url, thumbprint }: NamedSecretRequest): string {
  return `${url}#${thumbprint}`;
}

/** @returns null when the key can't leave this browser */
export async function privateLink({ url, requestId, privateKey, manageToken }: NamedSecretRequest): Promise<string | null> {
  if (!privateKey.extractable) return null;
  const { d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return `${url.slice(0, url.lastIndexOf('/request/'))}/requests#${requestId}.${d}.${manageToken ?? ''}`;
}

/** @returns null when the fragment is no private link's */
export function parsePrivateLink(hash: string): PrivateParts | null {
  const [, requestId, d, manageToken] = PRIVATE.exec(hash) ?? [];
  return requestId === undefined || d === undefined ? null : { requestId, d, manageToken: manageToken || null };
}

/** UTF-16 units of a label that a link may suggest: more than a request takes, so that the form says when it is too long. */
const MAX_SUGGESTED_UNITS = 1_000;

/** The label that a link `/requests#label=…`, as the chat commands make it, suggests for a new request. @returns null for any other */
export function suggestedLabel(hash: string): string | null {
  if (!hash.startsWith('#label=')) return null;
  const label = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')).get('label') ?? '';
  return label
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_SUGGESTED_UNITS)
    .trim();
}

/**
 * Imports the private key of a private link; this browser can't export it again. The server's public key must belong to it.
 * @throws when the two don't belong together
 */
export async function importPrivateKey(d: string, { kty, crv, x, y }: PublicJwk): Promise<CryptoKey> {
  const privateKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, CURVE, false, ['deriveBits']);
  // Not every browser checks on import that private and public key belong together.
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, CURVE, false, []);
  const other = (await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair;
  const [ours, theirs] = await Promise.all([agree(privateKey, other.publicKey), agree(other.privateKey, publicKey)]);
  if (ours !== theirs) throw new Error('expected the private key of this public key');
  return privateKey;
}

async function agree(privateKey: CryptoKey, publicKey: CryptoKey): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)));
}
