/** The numbers and names of the interface that chats obey. Browser-safe. */
import { DAY_MS, HOUR_MS } from '../encoding/time.rules';

export const MESSENGER_EVENTS = ['paste.created', 'paste.burned', 'paste.expired'] as const;
export type MessengerEvent = (typeof MESSENGER_EVENTS)[number];
/** What a chat is told: `request.answered` instead of `paste.created` for an answer to a request. */
export type ToldKind = MessengerEvent | 'request.answered';

/** Kind of the message to administrators about reports. */
export const REPORT_MESSAGE = 'report.created';

/** Replies to commands. */
export const ANSWERS = ['welcome', 'help', 'linked', 'not-linked'] as const;
export type AnswerKind = (typeof ANSWERS)[number];

export const TOKEN_TTL_MINUTES = 15;
/** 190 bits in base62, which fits into a `?start=` link as it is. */
export const TOKEN_CHARACTERS = 32;
/** Tokens of one user that are good at the same time. */
export const MAX_OPEN_TOKENS_PER_USER = 100;
/** A token that was used is kept so long beyond its end, to say what became of it. */
export const KEEP_USED_TOKENS_MS = HOUR_MS;
/** Each event is written once for each of them. */
export const MAX_CHATS_PER_USER = 100;
/** Replies that wait for one chat, and for all together: more commands than that get no reply. */
export const MAX_WAITING_ANSWERS = 20;
export const MAX_WAITING_ANSWERS_IN_ALL = 1_000;
/** Commands a minute that one process applies for one chat, and for all together. More than people type. */
export const MAX_COMMANDS_PER_CHAT = 60;
export const MAX_COMMANDS_IN_ALL = 600;
/** Updates a minute without the secret that are read and logged, of one address and of all together; others are neither. */
export const MAX_REFUSED_PER_ADDRESS = 60;
export const MAX_REFUSED_IN_ALL = 120;

/** Of a message, as the platform counts: UTF-16 units. */
export const MAX_MESSAGE_UNITS = 4_096;
export const SEND_TIMEOUT_SECONDS = 10;

/** The platform gives up an update after a day. */
export const KEEP_UPDATES_MS = 2 * DAY_MS;
/** A message that could not be sent for a week tells nobody anything any more. */
export const KEEP_MESSAGES_MS = 7 * DAY_MS;

export function isToken(text: string): boolean {
  return text.length === TOKEN_CHARACTERS && /^[0-9A-Za-z]+$/.test(text);
}
