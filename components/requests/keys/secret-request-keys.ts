/**
 * Stores the private keys of this browser's requests in IndexedDB, the only storage for CryptoKey objects. Each record has
 * the request's link, manage token and label too.
 *
 * Guarantees: no script, not even this page, can export a key made here, unless it was made for another device too. Key and
 * request are one record, so neither exists without the other.
 * Not protected: whoever uses this browser's profile can open answers with the key. A browser that loses its data, or
 * whose window was private, has lost the key, and nobody has another.
 */
import { createStore, del, get, set, values } from 'idb-keyval';
import { noteSecretRequests } from '#components/ui/kept-here';

export interface KeptSecretRequest {
  /** The thumbprint of the public key. It names the record, because the key is stored before the server gives the request an id. */
  thumbprint: string;
  /** ECDH on P-256. */
  privateKey: CryptoKey;
  /** null until the server has given the request an id, which may never happen. */
  requestId: string | null;
  /** null: the request belongs to the account and needs no token. */
  manageToken: string | null;
  /** The request link without its fragment; empty until the server has responded. */
  url: string;
  label: string;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601; the wished expiry until the server has responded. */
  expiresAt: string;
}

/** A request with its id from the server. */
export type NamedSecretRequest = KeptSecretRequest & { requestId: string };

const keys = createStore('sealpaste-requests', 'keys');
/** How long a request without an id is kept: its response was lost, or the tab was closed. */
const UNNAMED_KEPT_MS = 86_400_000;

/**
 * Stores or replaces a request. Reads it back, because some browsers silently store no keys in private windows.
 * @throws where the browser has no room, forbids it or can't store keys
 */
export async function keepSecretRequest(request: KeptSecretRequest): Promise<void> {
  await set(request.thumbprint, request, keys);
  const kept = await get<KeptSecretRequest | null>(request.thumbprint, keys);
  if (kept?.privateKey?.type !== 'private') throw new Error('expected the browser to store the key');
  noteSecretRequests(true);
}

/** @throws where the browser forbids it */
export async function forgetSecretRequest(thumbprint: string): Promise<void> {
  await del(thumbprint, keys);
}

/**
 * Lists the requests with an id, newest first. Forgets old ones that never got one.
 * @throws where the browser forbids it
 */
export async function listSecretRequests(nowMs: number): Promise<NamedSecretRequest[]> {
  const kept = await values<KeptSecretRequest>(keys);
  const lost = kept.filter(({ requestId, createdAt }) => requestId === null && !(Date.parse(createdAt) > nowMs - UNNAMED_KEPT_MS));
  await Promise.all(lost.map(({ thumbprint }) => forgetSecretRequest(thumbprint)));
  const named = kept.filter(isNamed);
  noteSecretRequests(named.length > 0);
  return named.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

function isNamed(request: KeptSecretRequest): request is NamedSecretRequest {
  return request.requestId !== null;
}
