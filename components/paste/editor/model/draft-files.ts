/**
 * Keeps the files of a draft in IndexedDB, which has room for them; runs in the worker. Each file is encrypted under a key
 * that only this tab's sessionStorage has, so nobody can read the files of a closed tab. They are removed after a day.
 */
import { createStore, del, delMany, get, keys, set } from 'idb-keyval';
import type { Attachment } from './editor-draft';

const files = createStore('sealpaste-drafts', 'files');
const KEPT_MS = 86_400_000;
const CIPHER = 'AES-GCM';

/** The tab keeps these fields to find and decrypt a stored file. */
export interface KeptFile {
  /** Begins with the time it was kept at, in ms since 1970. */
  id: string;
  /** JWK's `k`. */
  key: string;
  name: string;
  beginning: string;
  syntax: string;
  /** True for a file, false for a large pasted text. */
  isFile: boolean;
  /** Whether a file beside the text is itself text; absent for the attachment that replaces the text. */
  isText?: boolean;
  /** The media type that the browser gave the file. */
  type?: string;
}

interface Stored {
  nonce: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** @throws when the browser can't encrypt, has no room or forbids it */
export async function keepFile({ content, name, beginning }: Attachment, syntax: string): Promise<KeptFile> {
  const key = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, true, ['encrypt']);
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv: nonce }, key, await content.arrayBuffer());
  const id = `${Date.now()}-${crypto.randomUUID()}`;
  await set(id, { nonce, sealed } satisfies Stored, files);
  await removeOld();
  const { k = '' } = await crypto.subtle.exportKey('jwk', key);
  return { id, key: k, name, beginning, syntax, isFile: content instanceof File, ...(content.type && { type: content.type }) };
}

/** @returns null when the store no longer has the file */
export async function restoreFile({ id, key: k, name, beginning, isFile, type = '' }: KeptFile): Promise<Attachment | null> {
  const stored = await get<Stored>(id, files);
  if (!stored) return null;
  const key = await crypto.subtle.importKey('jwk', { kty: 'oct', k }, CIPHER, false, ['decrypt']);
  const bytes = await crypto.subtle.decrypt({ name: CIPHER, iv: stored.nonce }, key, stored.sealed);
  return { content: isFile ? new File([bytes], name, { type }) : new Blob([bytes], { type }), name, beginning };
}

export async function forgetFile({ id }: KeptFile): Promise<void> {
  await del(id, files);
}

async function removeOld(): Promise<void> {
  const ids = await keys<string>(files);
  const old = ids.filter((id) => !(Number.parseInt(id, 10) > Date.now() - KEPT_MS));
  await delMany(old, files);
}
