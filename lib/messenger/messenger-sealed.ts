import type { Keyring } from '../vault/keyring';
import { openValue, sealValue, type ValuePlace } from '../vault/vault';
import type { Decided } from './messenger-releases';

/** Place of chat titles, the same for all chats: a chat may get another id on the platform, and keeps its title. */
export const CHAT_TITLE: ValuePlace = { row: 'messenger-chats', column: 'chat-title' };

export function sealChatTitle(keyring: Keyring, title: string): Uint8Array {
  return sealValue(keyring, CHAT_TITLE, title);
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openChatTitle(keyring: Keyring, titleSealed: Uint8Array): string {
  return openValue(keyring, CHAT_TITLE, titleSealed);
}

/** @param id of the row in the queue */
export const replyPlace = (id: string): ValuePlace => ({ row: `chat-reply/${id}`, column: 'chat-reply' });

export function sealReply(keyring: Keyring, id: string, text: string): Uint8Array {
  return sealValue(keyring, replyPlace(id), text);
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openReply(keyring: Keyring, id: string, textSealed: Uint8Array): string {
  return openValue(keyring, replyPlace(id), textSealed);
}

/** The reply to a press of a button. */
export interface Pressed extends Decided {
  /** The platform's id of the press. */
  query: string;
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export const openPressed = (keyring: Keyring, id: string, sealed: Uint8Array): Pressed =>
  JSON.parse(openReply(keyring, id, sealed)) as Pressed;
