/**
 * Keeps the claim of a burn paste in this tab, so that a reload within the lease can read what the server shows nobody
 * else. Keeps what the page knew about the paste too, where there is one, but no key and no text. Afterwards the tab only remembers that it
 * opened the paste.
 */
import { keepJson, readJson, tabStorage } from '#components/ui/storage';
import type { BurnPaste, ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';

export interface KeptClaim {
  claim: string;
  paste: BurnPaste | ViewedPaste;
}

const nameOf = (publicId: string) => `sealpaste.claim.${publicId}`;
const openedNameOf = (publicId: string) => `sealpaste.opened.${publicId}`;

export function keepClaim(kept: KeptClaim, storage = tabStorage()): void {
  // If the storage is full or forbidden, a reload finds no claim.
  keepJson(storage, nameOf(kept.paste.publicId), kept);
}

export function findClaim(publicId: string, storage = tabStorage()): KeptClaim | null {
  const kept = readJson(storage, nameOf(publicId)) as Partial<KeptClaim> | null;
  return typeof kept?.claim === 'string' && kept.paste?.publicId === publicId ? (kept as KeptClaim) : null;
}

export function forgetClaim(publicId: string, storage = tabStorage()): void {
  storage?.removeItem(nameOf(publicId));
}

export function rememberOpened(publicId: string, storage = tabStorage()): void {
  // If the storage is full or forbidden, a reload says what every visitor is told.
  keepJson(storage, openedNameOf(publicId), 1);
}

export const wasOpenedHere = (publicId: string, storage = tabStorage()): boolean => storage?.getItem(openedNameOf(publicId)) === '1';
