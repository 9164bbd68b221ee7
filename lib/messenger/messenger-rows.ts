/** Rows of links to chats, commands and messages, and the mapper of a link's row. */
import { parseMakers } from '../accounts/makers';
import type { Prisma } from '../db/database';
import { flagged } from '../outbox/event-recorder';
import type { Keyring } from '../vault/keyring';
import { openValue, type ValuePlace } from '../vault/vault';
import { MESSENGER_EVENTS, type Platform } from './messenger.rules';

/** A chat, or somebody on a platform where only commands are given. */
export interface Identity {
  platform: Platform;
  /** The platform's id. */
  id: string;
  title: string;
  /** The sender's language, one that the host offers; null: another one, or not known. */
  language: string | null;
}

/** The Telegram chat of a command, from one update. */
export interface CommandSource extends Identity {
  updateId: string;
  /** The platform's id of whoever wrote it; null: a channel, or an anonymous administrator of a group. */
  senderId: string | null;
  /** Whether nobody but the sender writes in the chat. */
  isPrivate: boolean;
  messageId: number;
}

export function toDestination(link: Prisma.MessengerDestinationGetPayload<{ include: { chat: true } }>, chatTitle: string) {
  return {
    id: link.id,
    userId: link.ownerId,
    platform: link.chat.platform as Platform,
    chatId: link.chat.chatId,
    chatTitle,
    isActive: link.isActive,
    /** Whether the platform said that the bot may not write to the chat. */
    isBlocked: !link.chat.isActive,
    events: flagged(MESSENGER_EVENTS, link),
    createdAt: Number(link.createdAt),
    /** Ids of all keys, identities and sessions through which the chat was linked, the first one first. */
    makers: parseMakers(link.madeBy),
  };
}

/** Times are in ms since 1970. */
export type DestinationRow = ReturnType<typeof toDestination>;

/** Place of chat titles, the same for all chats: a chat may get another id on the platform, and keeps its title. */
export const CHAT_TITLE: ValuePlace = { row: 'messenger-chats', column: 'chat-title' };

/** @throws UnknownMasterKeyError, SealBrokenError */
export const openChatTitle = (keyring: Keyring, sealed: unknown): string => openValue(keyring, CHAT_TITLE, sealed as Uint8Array);

/** Place of a reply's text. @param id of the row in the queue */
export const replyPlace = (id: string): ValuePlace => ({ row: `chat-reply/${id}`, column: 'chat-reply' });

/** @throws UnknownMasterKeyError, SealBrokenError */
export const openReply = (keyring: Keyring, id: string, sealed: unknown): string =>
  openValue(keyring, replyPlace(id), sealed as Uint8Array);
