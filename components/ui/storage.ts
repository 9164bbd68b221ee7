/** Reads and writes JSON in the browser's storages. Nothing is kept where the browser forbids one or has no room. */

/** Returns sessionStorage, which belongs to one tab and ends with it; null where the browser forbids it. */
export const tabStorage = (): Storage | null => reach('sessionStorage');

/** Returns localStorage; null where the browser forbids it. */
export const localStore = (): Storage | null => reach('localStorage');

function reach(name: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** @returns whether the value was stored */
export function keepJson(storage: Storage | null, name: string, value: unknown): boolean {
  try {
    storage?.setItem(name, JSON.stringify(value));
    return storage !== null;
  } catch {
    return false;
  }
}

/** @returns the stored value; null when there is none or it isn't JSON */
export function readJson(storage: Storage | null, name: string): unknown {
  try {
    return JSON.parse(storage?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns the fields of a stored object; an empty object for anything else */
export function readFields(storage: Storage | null, name: string): Record<string, unknown> {
  const kept = readJson(storage, name);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
}
