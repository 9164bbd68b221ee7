import { rememberPaste } from '#components/paste/local/local-pastes-store';
import type { CreatedPaste } from './created-paste';

/** Stores the manage token of a new paste in this browser, and its link where that is turned on. */
export function rememberCreated(made: CreatedPaste, title: string): void {
  const { publicId, manageToken, isE2ee, burnAfterRead, maxReads, expiresAt, link } = made;
  if (manageToken === null) return;
  const createdAt = new Date().toISOString();
  rememberPaste({ publicId, manageToken, isE2ee, burnAfterRead, maxReads, createdAt, expiresAt, ended: null, title, link });
}
