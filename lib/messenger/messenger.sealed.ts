import type { Row } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { openValue, sealValue, type ValuePlace } from '../vault/vault';

/** The same for all chats: the platform may give one another name, and its title goes along. */
export const CHAT_TITLE: ValuePlace = { row: 'messenger-chats', column: 'chat-title' };

export function sealChatTitle(keyring: Keyring, title: string): Uint8Array {
  return sealValue(keyring, CHAT_TITLE, title);
}

/** @param row of a chat, with title_sealed and title; null when it has neither @throws UnknownMasterKeyError, SealBrokenError */
export function openChatTitle(keyring: Keyring, { title_sealed, title }: Row): string | null {
  return title_sealed === null ? (title as string | null) : openValue(keyring, CHAT_TITLE, title_sealed as Uint8Array);
}
