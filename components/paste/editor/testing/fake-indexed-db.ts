/** An IndexedDB in memory with what drafts and request keys need, because jsdom has none. A browser test uses the real one. */
import { vi } from 'vitest';

/** Call before rendering each page. The content stays until `resetIndexedDb`. */
export function installIndexedDb(): void {
  vi.stubGlobal('indexedDB', { open: () => settle({ result: database }) });
}

const values = new Map<string, unknown>();
let isFull = false;

export const storedFiles = (): readonly string[] => [...values.keys()];

export function resetIndexedDb(): void {
  values.clear();
  isFull = false;
}

export function fillIndexedDb(): void {
  isFull = true;
}

const database = {
  close: () => undefined,
  transaction() {
    const transaction: Record<string, unknown> = { error: new DOMException('full', 'QuotaExceededError') };
    queueMicrotask(() => queueMicrotask(() => (transaction[isFull ? 'onabort' : 'oncomplete'] as (() => void) | undefined)?.()));
    return { objectStore: () => ({ ...store, transaction }) };
  },
};

const store = {
  put(value: unknown, key: string) {
    if (!isFull) values.set(key, value);
  },
  get: (key: string) => settle({ result: values.get(key) }),
  getAll: () => settle({ result: [...values.values()] }),
  getAllKeys: () => settle({ result: [...values.keys()] }),
  delete: (key: string) => values.delete(key),
};

function settle(request: Record<string, unknown>): Record<string, unknown> {
  queueMicrotask(() => (request.onsuccess as () => void)());
  return request;
}
