/** The browser's storages, and JSON in them. Where the browser forbids one, or has no room, nothing is kept. */

/** Ends with its tab and is no other tab's; null where the browser forbids it. */
export const tabStorage = (): Storage | null => reach('sessionStorage');

/** Of this browser; null where it forbids it. */
export const localStore = (): Storage | null => reach('localStorage');

function reach(name: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** @returns whether it is kept */
export function keepJson(storage: Storage | null, name: string, value: unknown): boolean {
  try {
    storage?.setItem(name, JSON.stringify(value));
    return storage !== null;
  } catch {
    return false;
  }
}

/** @returns what was kept; null when there is nothing, or no JSON */
export function readJson(storage: Storage | null, name: string): unknown {
  try {
    return JSON.parse(storage?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns the fields of an object that was kept; none of anything else */
export function readFields(storage: Storage | null, name: string): Record<string, unknown> {
  const kept = readJson(storage, name);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
}
