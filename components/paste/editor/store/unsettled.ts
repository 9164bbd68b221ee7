/**
 * A request whose result is unknown. The tab keeps its idempotency key, so that a cancel, a
 * lost response or a reload can find and delete the paste that the server may have created.
 */
import { callOffPaste } from './paste.client';

const STORAGE_KEY = 'sealpaste-unsettled';

export type Unsettled = ReturnType<typeof createUnsettled>;

/** @param storage null where the browser forbids it @param callOff throws EditorError when the server doesn't respond */
export function createUnsettled(storage: () => Storage | null, callOff: typeof callOffPaste = callOffPaste) {
  let pending: string | null = null;

  function set(key: string | null): void {
    pending = key;
    try {
      if (key === null) storage()?.removeItem(STORAGE_KEY);
      else storage()?.setItem(STORAGE_KEY, key);
    } catch {
      // No room: after a reload the request is unknown.
    }
  }

  return {
    /** Reads the key that an earlier page of this tab left. */
    restore(): void {
      pending = storage()?.getItem(STORAGE_KEY) ?? null;
    },
    /** Stores the key of a request before it is sent. */
    begin: (key: string) => set(key),
    isPending: () => pending !== null,
    /** Forgets the key, because the result is known. */
    settle: () => set(null),
    /** @returns whether the server had created a paste, which is deleted now @throws EditorError, and it stays unsettled */
    async callOff(): Promise<boolean> {
      if (pending === null) return false;
      const key = pending;
      const isDeleted = await callOff(key);
      if (pending === key) set(null);
      return isDeleted;
    },
  };
}
