/**
 * The file of a draft, kept by the worker in IndexedDB, which has room for it. What stands there is encrypted under a key that only
 * this tab's sessionStorage has: what a closed tab leaves behind can't be read, and is removed after a day.
 */
import type { Attachment } from './editor.draft';

const DATABASE = 'sealpaste-drafts';
const STORE = 'files';
const KEPT_MS = 86_400_000;
const CIPHER = 'AES-GCM';

/** What the tab keeps to find and read it: everything but the content. */
export interface KeptFile {
  /** Begins with the time it was kept at, in ms since 1970. */
  id: string;
  /** JWK's `k`. */
  key: string;
  name: string;
  beginning: string;
  syntax: string;
  /** A file, and no pasted text. */
  isFile: boolean;
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
  await inStore('readwrite', (store) => store.put({ nonce, sealed } satisfies Stored, id));
  await removeOld();
  const { k = '' } = await crypto.subtle.exportKey('jwk', key);
  return { id, key: k, name, beginning, syntax, isFile: content instanceof File };
}

/** @returns null when it is not there any more */
export async function restoreFile({ id, key: k, name, beginning, isFile }: KeptFile): Promise<Attachment | null> {
  const stored = (await inStore('readonly', (store) => store.get(id))) as Stored | undefined;
  if (!stored) return null;
  const key = await crypto.subtle.importKey('jwk', { kty: 'oct', k }, CIPHER, false, ['decrypt']);
  const bytes = await crypto.subtle.decrypt({ name: CIPHER, iv: stored.nonce }, key, stored.sealed);
  return { content: isFile ? new File([bytes], name) : new Blob([bytes]), name, beginning };
}

export async function forgetFile({ id }: KeptFile): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id));
}

async function removeOld(): Promise<void> {
  const ids = (await inStore('readonly', (store) => store.getAllKeys())) as string[];
  const old = ids.filter((id) => !(Number.parseInt(id, 10) > Date.now() - KEPT_MS));
  await Promise.all(old.map((id) => inStore('readwrite', (store) => store.delete(id))));
}

/** Resolves when it is stored. */
async function inStore(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('the store of drafts is blocked'));
  });
}
