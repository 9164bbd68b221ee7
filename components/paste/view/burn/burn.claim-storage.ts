/**
 * The claim of a burn paste, for as long as it may be needed: in this tab alone, so that a reload within the lease finds
 * what the server no longer shows anybody. With it goes what the page knew of the paste; no key and no text. After that
 * the tab remembers that it was the one that opened the paste.
 */
import { keepJson, readJson, tabStorage } from '#components/ui/storage';
import type { ViewedPaste } from '../model/view.data';

export interface KeptClaim {
  claim: string;
  paste: ViewedPaste;
}

const nameOf = (publicId: string) => `sealpaste.claim.${publicId}`;
const openedNameOf = (publicId: string) => `sealpaste.opened.${publicId}`;

export function keepClaim(kept: KeptClaim, storage = tabStorage()): void {
  // Full or forbidden: a reload then finds nothing, as without any storage.
  keepJson(storage, nameOf(kept.paste.publicId), kept);
}

export function findClaim(publicId: string, storage = tabStorage()): KeptClaim | null {
  const kept = readJson(storage, nameOf(publicId));
  return isKept(kept, publicId) ? kept : null;
}

export function forgetClaim(publicId: string, storage = tabStorage()): void {
  storage?.removeItem(nameOf(publicId));
}

/** This tab is the one that opened it. */
export function rememberOpened(publicId: string, storage = tabStorage()): void {
  // Full or forbidden: then a reload says what everybody is told.
  keepJson(storage, openedNameOf(publicId), 1);
}

export const wasOpenedHere = (publicId: string, storage = tabStorage()): boolean => storage?.getItem(openedNameOf(publicId)) === '1';

function isKept(kept: unknown, publicId: string): kept is KeptClaim {
  const { claim, paste } = (kept ?? {}) as Partial<KeptClaim>;
  return typeof claim === 'string' && paste?.publicId === publicId;
}
