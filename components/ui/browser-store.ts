/** Asks an object store for something, in a transaction of its own. */
export type InStore = (mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest) => Promise<unknown>;

/**
 * A database of the browser with one object store, whose keys are given with the values. Opened for each use, so that
 * another tab can delete it.
 * @returns what resolves when a transaction is stored; it rejects where the browser forbids storing
 */
export function createBrowserStore(database: string, store: string): InStore {
  return async (mode, ask) => {
    const opened = await open(database, store);
    try {
      return await new Promise((resolve, reject) => {
        const transaction = opened.transaction(store, mode);
        const request = ask(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
        transaction.onerror = () => reject(transaction.error);
      });
    } finally {
      opened.close();
    }
  };
}

function open(database: string, store: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error(`the browser’s store ${database} is blocked`));
  });
}
