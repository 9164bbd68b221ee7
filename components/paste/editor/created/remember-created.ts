import { readLocalPastes, rememberPaste } from '#components/paste/local/local-pastes.store';
import { markMade } from '#components/paste/local/mark-made';
import { localStore } from '#components/ui/storage';
import type { CreatedPaste } from './created-paste';

/** Remembers in this browser what it takes to manage a paste that was just made, and its link where that is turned on. */
export function rememberCreated(made: CreatedPaste, title: string): void {
  const { publicId, manageToken, isE2ee, burnAfterRead, expiresAt, link } = made;
  if (manageToken === null) return;
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  rememberPaste(localStore(), { publicId, manageToken, isE2ee, burnAfterRead, createdAt, expiresAt, ended: null, title, link }, now);
  // Looking at it from here is no view. Where nothing is remembered, this isn't either.
  if (readLocalPastes(localStore(), now).isOn) markMade(publicId, true);
}
