import type { Keyring } from '../vault/keyring';
import { openValue, sealValue, type ValuePlace } from '../vault/vault';

/** The same for all chats: the platform may give one another name, and its title goes along. */
export const CHAT_TITLE: ValuePlace = { row: 'messenger-chats', column: 'chat-title' };

export function sealChatTitle(keyring: Keyring, title: string): Uint8Array {
  return sealValue(keyring, CHAT_TITLE, title);
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openChatTitle(keyring: Keyring, titleSealed: Uint8Array): string {
  return openValue(keyring, CHAT_TITLE, titleSealed);
}
