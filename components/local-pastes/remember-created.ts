import type { CreatedAnswer } from '../compose/send-paste';
import { localStore, rememberPaste } from './local-pastes.store';

/** Remembers in this browser what it takes to manage a paste that was just made. */
export function rememberCreated({ publicId, manageToken, isE2ee, expiresAt }: CreatedAnswer, burnAfterRead: boolean): void {
  if (manageToken === undefined) return;
  const now = Date.now();
  const paste = { publicId, manageToken, isE2ee, burnAfterRead, createdAt: new Date(now).toISOString(), expiresAt, ended: null };
  rememberPaste(localStore(), paste, now);
}
