/**
 * Keeps the files of a draft in IndexedDB, which has room for them; runs in the worker. Each file is encrypted under a key
 * that only this tab's sessionStorage has, so nobody can read the files of a closed tab. They are removed after a day.
 */
import { createStore, del, delMany, get, keys, set } from 'idb-keyval';

const files = createStore('sealpaste-drafts', 'files');
const KEPT_MS = 86_400_000;
const CIPHER = 'AES-GCM';

/** Finds and decrypts a stored content. The tab alone keeps it. */
export interface StoredFile {
  /** Begins with the time it was kept at, in ms since 1970. */
  id: string;
  /** JWK's `k`. */
  key: string;
  /** The media type that the browser gave the content. */
  type: string;
  /** The name of a chosen file; null for a large pasted text. */
  fileName: string | null;
}

interface Stored {
  nonce: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** @throws when the browser can't encrypt, has no room or forbids it */
export async function keepFile(content: Blob): Promise<StoredFile> {
  const key = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, true, ['encrypt']);
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv: nonce }, key, await content.arrayBuffer());
  const id = `${Date.now()}-${crypto.randomUUID()}`;
  await set(id, { nonce, sealed } satisfies Stored, files);
  await removeOld();
  const { k = '' } = await crypto.subtle.exportKey('jwk', key);
  return { id, key: k, type: content.type, fileName: content instanceof File ? content.name : null };
}

/** @returns null when the store no longer has the file */
export async function restoreFile({ id, key: k, type, fileName }: StoredFile): Promise<Blob | null> {
  const stored = await get<Stored>(id, files);
  if (!stored) return null;
  const key = await crypto.subtle.importKey('jwk', { kty: 'oct', k }, CIPHER, false, ['decrypt']);
  const bytes = await crypto.subtle.decrypt({ name: CIPHER, iv: stored.nonce }, key, stored.sealed);
  return fileName === null ? new Blob([bytes], { type }) : new File([bytes], fileName, { type });
}

export async function forgetFile({ id }: StoredFile): Promise<void> {
  await del(id, files);
}

async function removeOld(): Promise<void> {
  const ids = await keys<string>(files);
  const old = ids.filter((id) => !(Number.parseInt(id, 10) > Date.now() - KEPT_MS));
  await delMany(old, files);
}
