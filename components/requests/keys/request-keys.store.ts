/**
 * The private keys of this browser's requests, in IndexedDB, which alone stores keys as keys. Each stands with what the
 * browser knows of its request: link, manage token, and the words that were asked with.
 *
 * Guarantees: a key that was made here can't be read out of the browser by any program, also not by this page, unless it
 * was made to be taken to another device. Key and request are one record: neither is here without the other.
 * Not protected: whoever uses this browser's profile can open answers with the key. A browser that loses its data, or
 * whose window was private, has lost the key, and nobody has another.
 */
import { createStore, del, get, set, values } from 'idb-keyval';

export interface KeptRequest {
  /** Of the public key; names the record, because the key is kept before the server names the request. */
  thumbprint: string;
  /** ECDH on P-256. */
  privateKey: CryptoKey;
  /** null: the server hasn't named it, and maybe never will. */
  requestId: string | null;
  /** null: the account's, which needs none. */
  manageToken: string | null;
  /** Without its fragment; empty until the server says it. */
  url: string;
  label: string;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601; as asked for, until the server says it. */
  expiresAt: string;
}

/** One that the server knows. */
export type NamedRequest = KeptRequest & { requestId: string };

const keys = createStore('sealpaste-requests', 'keys');
/** What the server never named: its response was lost, or the tab was closed. */
const UNNAMED_KEPT_MS = 86_400_000;

/**
 * Also in place of what was kept before. Reads it back: some browsers store no keys in private windows, and not all say so.
 * @throws where the browser has no room, forbids it or can't store keys
 */
export async function keepRequest(request: KeptRequest): Promise<void> {
  await set(request.thumbprint, request, keys);
  const kept = await get<KeptRequest | null>(request.thumbprint, keys);
  if (kept?.privateKey?.type !== 'private') throw new Error('expected the browser to store the key');
}

/** @throws where the browser forbids it */
export async function forgetRequest(thumbprint: string): Promise<void> {
  await del(thumbprint, keys);
}

/**
 * Those that the server knows, newest first. Forgets those that it never named.
 * @throws where the browser forbids it
 */
export async function listRequests(nowMs: number): Promise<NamedRequest[]> {
  const kept = await values<KeptRequest>(keys);
  const lost = kept.filter(({ requestId, createdAt }) => requestId === null && !(Date.parse(createdAt) > nowMs - UNNAMED_KEPT_MS));
  await Promise.all(lost.map(({ thumbprint }) => forgetRequest(thumbprint)));
  return kept.filter(isNamed).toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

function isNamed(request: KeptRequest): request is NamedRequest {
  return request.requestId !== null;
}
