/**
 * The claim of a burn paste, for as long as it may be needed: in this tab alone, so that a reload within the lease finds
 * what the server no longer shows anybody. With it goes what the page knew of the paste; no key and no text. After that
 * the tab remembers that it was the one that opened the paste.
 */
import { tabStorage } from '#components/paste/editor/drafts/draft-storage';
import type { ViewedPaste } from '../model/view.data';

export interface KeptClaim {
  claim: string;
  paste: ViewedPaste;
}

const nameOf = (publicId: string) => `sealpaste.claim.${publicId}`;
const openedNameOf = (publicId: string) => `sealpaste.opened.${publicId}`;

export function keepClaim(kept: KeptClaim, storage = tabStorage()): void {
  try {
    storage?.setItem(nameOf(kept.paste.publicId), JSON.stringify(kept));
  } catch {
    // Full or forbidden: a reload then finds nothing, as without any storage.
  }
}

export function findClaim(publicId: string, storage = tabStorage()): KeptClaim | null {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(nameOf(publicId)) ?? 'null');
    return isKept(kept, publicId) ? kept : null;
  } catch {
    return null;
  }
}

export function forgetClaim(publicId: string, storage = tabStorage()): void {
  storage?.removeItem(nameOf(publicId));
}

/** This tab is the one that opened it. */
export function rememberOpened(publicId: string, storage = tabStorage()): void {
  try {
    storage?.setItem(openedNameOf(publicId), '1');
  } catch {
    // Full or forbidden: then a reload says what everybody is told.
  }
}

export const wasOpenedHere = (publicId: string, storage = tabStorage()): boolean => storage?.getItem(openedNameOf(publicId)) === '1';

function isKept(kept: unknown, publicId: string): kept is KeptClaim {
  const { claim, paste } = (kept ?? {}) as Partial<KeptClaim>;
  return typeof claim === 'string' && paste?.publicId === publicId;
}
