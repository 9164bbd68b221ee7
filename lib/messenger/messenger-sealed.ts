import type { Keyring } from '../vault/keyring';
import { openValue, type ValuePlace } from '../vault/vault';

/** Place of chat titles, the same for all chats: a chat may get another id on the platform, and keeps its title. */
export const CHAT_TITLE: ValuePlace = { row: 'messenger-chats', column: 'chat-title' };

/** @throws UnknownMasterKeyError, SealBrokenError */
export const openChatTitle = (keyring: Keyring, sealed: unknown): string => openValue(keyring, CHAT_TITLE, sealed as Uint8Array);

/** Place of a reply's text. @param id of the row in the queue */
export const replyPlace = (id: string): ValuePlace => ({ row: `chat-reply/${id}`, column: 'chat-reply' });

/** @throws UnknownMasterKeyError, SealBrokenError */
export const openReply = (keyring: Keyring, id: string, sealed: unknown): string =>
  openValue(keyring, replyPlace(id), sealed as Uint8Array);
