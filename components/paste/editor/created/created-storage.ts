/**
 * Keeps the created page (link, key and manage link) in this tab's sessionStorage until another paste is begun. The page
 * survives a reload, Back, and a closed tab that is opened again.
 * Not protected: until then whoever uses this browser's profile can read the paste by its link.
 */
import { keepJson, readFields } from '#components/ui/storage';
import type { CreatedPaste } from './created-paste';

const STORAGE_KEY = 'sealpaste-created';

export interface KeptCreated {
  paste: CreatedPaste;
  /** Whether the link was copied, shared, shown as QR code or opened, so that leaving the page loses nothing. */
  isTaken: boolean;
}

export function keepCreated(storage: Storage | null, kept: KeptCreated): void {
  keepJson(storage, STORAGE_KEY, kept);
}

export function forgetCreated(storage: Storage | null): void {
  storage?.removeItem(STORAGE_KEY);
}

/** @returns the stored page; null when there is none or it is invalid */
export function restoreCreated(storage: Storage | null): KeptCreated | null {
  const { paste, isTaken } = readFields(storage, STORAGE_KEY);
  return isCreatedPaste(paste) ? { paste, isTaken: isTaken === true } : null;
}

function isCreatedPaste(value: unknown): value is CreatedPaste {
  if (typeof value !== 'object' || value === null) return false;
  const { link, manageLink, publicId, manageToken, expiresAt, isE2ee, burnAfterRead, hasPassword, maxReads } = value as Record<
    string,
    unknown
  >;
  const isTextOrNull = (field: unknown) => field === null || typeof field === 'string';
  return (
    typeof link === 'string' &&
    /^https?:/.test(link) &&
    typeof publicId === 'string' &&
    [manageLink, manageToken, expiresAt].every(isTextOrNull) &&
    [isE2ee, burnAfterRead, hasPassword].every((field) => typeof field === 'boolean') &&
    (maxReads === null || typeof maxReads === 'number')
  );
}
