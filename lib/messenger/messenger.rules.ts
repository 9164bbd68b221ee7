/** Limits of chats, and names of their events and replies. Browser-safe. */
import { DAY_MS, HOUR_MS } from '../encoding/time.rules';

export const MESSENGER_EVENTS = ['paste.created', 'paste.burned', 'paste.expired', 'paste.waiting'] as const;
export type MessengerEvent = (typeof MESSENGER_EVENTS)[number];
/** Kinds of messages about pastes: `request.answered` replaces `paste.created` for an answer to a secret request. */
export type PasteMessage = MessengerEvent | 'request.answered';

/** Kind of the message to administrators about reports. */
export const REPORT_MESSAGE = 'report.created';

/** Platforms where people give commands; only Telegram also gets messages. */
export const PLATFORMS = ['telegram', 'slack', 'discord', 'mattermost'] as const;
export type Platform = (typeof PLATFORMS)[number];
export const TELEGRAM = 'telegram' satisfies Platform;
/** Platforms that send commands by HTTP and take the reply as the response. */
export type SlashPlatform = Exclude<Platform, typeof TELEGRAM>;
/** Name of the command on these, as docs/messenger.md sets it up. */
export const SLASH_COMMAND = '/sealpaste';

/** Replies to commands that are the same for everybody. */
export const ANSWERS = ['welcome', 'help', 'linked', 'not-linked', 'unlinked'] as const;
export type AnswerKind = (typeof ANSWERS)[number];
/** Kind of the reply to a pressed button, which replaces the message or is shown to whoever pressed it. */
export const PRESSED = 'pressed';
/** Kind of a reply whose text was made with the command. */
export const REPLY = 'reply';

/** Buttons under the message about a reader who waits. */
export const DECISIONS = ['release', 'refuse'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Commands of a linked account, in the order of the menu. */
export const COMMANDS = ['paste', 'request', 'secret', 'list', 'delete'] as const;
export type CommandName = (typeof COMMANDS)[number];
export const isCommandName = (name: string): name is CommandName => (COMMANDS as readonly string[]).includes(name);
/**
 * The argument of a command. One blank or one line break ends the name; everything after it is the argument, with the indent
 * of its first line.
 */
export const AFTER_NAME = String.raw`(?:(?:\r?\n|\s)([\s\S]*))?$`;
/** Pastes that `list` names: they fit into a message of every platform. */
export const LISTED_PASTES = 8;
/** UTF-16 units of a title in a list. */
export const MAX_LISTED_TITLE_UNITS = 40;

export const TOKEN_TTL_MINUTES = 15;
/** 190 bits in base62, which fits into a `?start=` link as it is. */
export const TOKEN_CHARACTERS = 32;
/** Unused tokens that one user may have at the same time. */
export const MAX_OPEN_TOKENS_PER_USER = 100;
/** A used token is kept for this long after it expires, so that the page can say what became of it. */
export const KEEP_USED_TOKENS_MS = HOUR_MS;
/** Chats that one user may link; each event is written once for each of them. */
export const MAX_CHATS_PER_USER = 100;
/** Replies that may wait for one chat, and for all together; further commands get no reply. */
export const MAX_WAITING_ANSWERS = 20;
export const MAX_WAITING_ANSWERS_IN_ALL = 1_000;
/** Commands a minute that one process applies for one chat, and for all together: more than people type. */
export const MAX_COMMANDS_PER_CHAT = 60;
export const MAX_COMMANDS_IN_ALL = 600;
/** Updates a minute without the secret that are read and logged, per address and in all; others are neither. */
export const MAX_REFUSED_PER_ADDRESS = 60;
export const MAX_REFUSED_IN_ALL = 120;

/** Length limit of a message in UTF-16 units, as the platform counts. */
export const MAX_MESSAGE_UNITS = 4_096;
export const SEND_TIMEOUT_SECONDS = 10;
/** The error of an attempt at a platform that did not respond. */
export const NO_ANSWER = 'no answer from the Bot API';
/** Time for the reply to a slash command: Slack and Discord wait for three seconds, the network included. */
export const SLASH_REPLY_MS = 2_000;
/** Characters of a chat's title, or of the name under which somebody on another platform is listed. */
export const MAX_CHAT_TITLE_CHARACTERS = 255;

/** Time for which an applied update is remembered; the platform repeats one for a day. */
export const KEEP_UPDATES_MS = 2 * DAY_MS;
/** Time for which a message is kept, sent or not: after a week it is no news any more. */
export const KEEP_MESSAGES_MS = 7 * DAY_MS;

export function isToken(text: string): boolean {
  return text.length === TOKEN_CHARACTERS && /^[0-9A-Za-z]+$/.test(text);
}
