/** Links to chats, tokens and messages as the database has them, and what becomes of a row. */
import { parseMakers } from '../accounts/accounts.makers';
import type { Prisma } from '../db/database';
import type { MessengerEvent } from './messenger.rules';

export interface DestinationRow {
  id: number;
  userId: number;
  /** The platform's. */
  chatId: string;
  chatTitle: string;
  isActive: boolean;
  /** The platform said that the bot may not write there. */
  isBlocked: boolean;
  events: MessengerEvent[];
  createdAt: number;
  /** Ids of all keys, identities and sessions through which it was linked, the first one first. */
  makers: readonly string[];
}

/** A command of a chat, as one update brought it. */
export interface ReceivedCommand {
  updateId: number;
  chatId: string;
  chatTitle: string;
  messageId: number;
  /** What to reply; the reply to `link` depends on whether the chat was linked. */
  command: 'welcome' | 'help' | 'link';
  /** Of `link`. */
  tokenHash: Uint8Array | null;
}

/** Where a message of the queue goes. */
export interface MessageTarget {
  chatRef: number;
  chatId: string;
  /** The chat may be written to, and the link that the message is sent by still wants it, of an owner who isn't disabled. */
  isWanted: boolean;
}

export const EVENT_COLUMNS = [
  ['paste.created', 'onCreated'],
  ['paste.burned', 'onBurned'],
  ['paste.expired', 'onExpired'],
] as const satisfies readonly [MessengerEvent, string][];

export function toDestination(link: Prisma.MessengerDestinationGetPayload<{ include: { chat: true } }>, chatTitle: string): DestinationRow {
  return {
    id: link.id,
    userId: link.ownerId,
    chatId: link.chat.chatId,
    chatTitle,
    isActive: link.isActive,
    isBlocked: !link.chat.isActive,
    events: EVENT_COLUMNS.filter(([, column]) => link[column]).map(([event]) => event),
    createdAt: Number(link.createdAt),
    makers: parseMakers(link.madeBy),
  };
}
