import { readLocalPastes, rememberPaste } from '#components/paste/local/local-pastes-store';
import { markMade } from '#components/paste/local/use-local-pastes';
import { localStore } from '#components/ui/storage';
import type { CreatedPaste } from './created-paste';

/** Stores the manage token of a new paste in this browser, and its link where that is turned on. */
export function rememberCreated(made: CreatedPaste, title: string): void {
  const { publicId, manageToken, isE2ee, burnAfterRead, expiresAt, link } = made;
  if (manageToken === null) return;
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  rememberPaste(localStore(), { publicId, manageToken, isE2ee, burnAfterRead, createdAt, expiresAt, ended: null, title, link }, now);
  // The cookie keeps this browser's own reads out of the view count. It is a memory of the paste too, so it follows the same setting.
  if (readLocalPastes(localStore(), now).isOn) markMade(publicId, true);
}
