/**
 * The created page in this tab: link, key and manage link in sessionStorage, which ends with the tab and is no other
 * tab's, until another paste is begun. So the page survives a reload, Back, and a closed tab that is opened again.
 * Not protected: until then whoever uses this browser's profile can read the paste by its link.
 */
import type { CreatedPaste } from './created-paste';

const STORAGE_KEY = 'sealpaste-created';

export interface KeptCreated {
  paste: CreatedPaste;
  /** The link was copied, shared, shown as QR code or opened: nothing is lost with the page any more. */
  isTaken: boolean;
}

/** @returns false when the browser has no room or forbids it */
export function keepCreated(storage: Storage | null, kept: KeptCreated): boolean {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(kept));
    return storage !== null;
  } catch {
    return false;
  }
}

export function forgetCreated(storage: Storage | null): void {
  storage?.removeItem(STORAGE_KEY);
}

/** @returns what was kept, or null; anything odd counts as nothing kept */
export function restoreCreated(storage: Storage | null): KeptCreated | null {
  try {
    const { paste, isTaken } = JSON.parse(storage?.getItem(STORAGE_KEY) ?? 'null') as Partial<KeptCreated>;
    return isCreatedPaste(paste) ? { paste, isTaken: isTaken === true } : null;
  } catch {
    return null;
  }
}

function isCreatedPaste(value: unknown): value is CreatedPaste {
  if (typeof value !== 'object' || value === null) return false;
  const { link, manageLink, publicId, manageToken, expiresAt, isE2ee, burnAfterRead, hasPassword } = value as Record<string, unknown>;
  const isTextOrNull = (field: unknown) => field === null || typeof field === 'string';
  return (
    typeof link === 'string' &&
    /^https?:/.test(link) &&
    typeof publicId === 'string' &&
    [manageLink, manageToken, expiresAt].every(isTextOrNull) &&
    [isE2ee, burnAfterRead, hasPassword].every((field) => typeof field === 'boolean')
  );
}
