/**
 * Messages for chats, as plain text with entities: nothing in a title can become markup, and the
 * platform can't refuse to parse it.
 *
 * Messages are in the language in which they are made (`inLanguage`).
 * Guarantees: at most MAX_MESSAGE_UNITS UTF-16 units, never half a surrogate pair; links have no
 * fragment, not even a link of ours that somebody put into a title.
 */
import type { MessageEntity } from 'grammy/types';
import type { botMessages } from '../../components/messages/bot';
import type { AccountEvent } from '../accounts/accounts.rules';
import { formatBytes } from '../locales/format.rules';
import { messagesOf } from '../locales/messages';
import type { ToldReader } from '../outbox/outbox-events';
import type { ToldPaste } from '../outbox/told-paste';
import { cut, formatMoment, oneLine, withoutFragments } from '../outbox/told-text';
import { type AnswerKind, COMMANDS, type CommandName, DECISIONS, MAX_MESSAGE_UNITS, type ToldKind } from './messenger.rules';

export interface ChatMessage {
  text: string;
  entities: MessageEntity[];
  /** Buttons under the text; a press sends `data` back. */
  buttons?: { text: string; data: string }[];
}

export interface MessagePaste extends ToldPaste {
  contentBytes: number;
}

/** In the language of what runs (`lib/locales`). */
const messages = messagesOf('bot') as typeof botMessages;
/** Stands for the title in a sentence, which no sentence has. */
const TITLE = '\0';
/** Length limit of a title, so that the rest of the message is seen without scrolling. */
const MAX_TITLE_UNITS = 1_000;

/** Commands as they are written; arguments of sentences, so that no translation changes their letters or their direction. */
const WITH_ARGUMENT: Record<CommandName | 'link' | 'start' | 'help', string> = {
  paste: 'paste TEXT',
  request: 'request LABEL',
  secret: 'secret',
  list: 'list',
  delete: 'delete ID',
  link: 'link TOKEN',
  start: 'start',
  help: 'help',
};
type MenuName = keyof typeof WITH_ARGUMENT;

/** Writes a command, such as `paste TEXT`, as its platform takes it. */
export type Spell = (command: string) => string;
export const spellTelegram: Spell = (command) => `/${command}`;
const LINK = spellTelegram(WITH_ARGUMENT.link);

const ANSWER_TEXTS: Record<AnswerKind, (siteName: string, baseUrl: string) => string> = {
  welcome: (siteName) => `${messages.welcome({ siteName, command: LINK })}\n\n${commandLines(TELEGRAM_COMMANDS, spellTelegram)}`,
  help: () => helpText(TELEGRAM_COMMANDS, spellTelegram),
  linked: () => messages.linked,
  'not-linked': () => messages.notLinked(LINK),
  unlinked: (_, baseUrl) => unlinkedText(baseUrl, spellTelegram),
};
const TELEGRAM_COMMANDS: readonly MenuName[] = [...COMMANDS, 'link', 'start', 'help'];
/** Commands of the platforms that only give commands, where nobody starts a bot. */
export const SLASH_COMMANDS: readonly MenuName[] = [...COMMANDS, 'link', 'help'];

function commandLines(names: readonly MenuName[], spell: Spell): string {
  const { menu } = messages;
  return names.map((name) => messages.commandLine({ command: spell(WITH_ARGUMENT[name]), text: menu[name] })).join('\n');
}

export const replies = () => messages.replies;

export const helpText = (names: readonly MenuName[], spell: Spell): string => `${messages.commands}\n${commandLines(names, spell)}`;

/** The way to link an account, for whoever hasn't. */
export const unlinkedText = (baseUrl: string, spell: Spell): string =>
  messages.replies.unlinked({ page: `${baseUrl}/account/chats`, command: spell(WITH_ARGUMENT.link) });

export const notLinkedText = (spell: Spell): string => messages.notLinked(spell(WITH_ARGUMENT.link));

export const botMenu = (): { command: string; description: string }[] =>
  TELEGRAM_COMMANDS.map((command) => ({ command, description: messages.menu[command] }));

/** @param siteName the instance's name @param baseUrl without a slash at its end */
export function answerMessage(kind: AnswerKind, siteName: string, baseUrl: string): ChatMessage {
  return { text: ANSWER_TEXTS[kind](siteName, baseUrl), entities: [] };
}

/** A reply that was made with the command, cut where the platform would refuse it. */
export const replyMessage = (text: string): ChatMessage => ({ text: cut(text, MAX_MESSAGE_UNITS), entities: [] });

/** Message to administrators about reports. It has nothing of the report, which may hold the key of a paste. */
export function reportMessage(siteName: string, baseUrl: string): ChatMessage {
  return { text: messages.reported({ siteName, page: `${baseUrl}/account/admin/reports` }), entities: [] };
}

/** Message about an event that may mean that somebody else has got into the account. */
export function accountMessage(kind: AccountEvent, siteName: string): ChatMessage {
  return { text: messages.account[kind](siteName), entities: [] };
}

/** @param baseUrl without a slash at its end */
export const eventMessage = (event: ToldKind, paste: MessagePaste, baseUrl: string): ChatMessage =>
  titledMessage(event, paste.title, linesAfter(event, paste, baseUrl));

/** Message about a reader who waits. @param id of the queue's row, by which the buttons name the reader */
export function waitingMessage(id: string, { code, client }: ToldReader, paste: MessagePaste, baseUrl: string): ChatMessage {
  const { waiting } = messages;
  const lines = [waiting.code(code), ...(client === null ? [] : [oneLine(client)]), waiting.compare, `${baseUrl}/manage/${paste.publicId}`];
  const buttons = DECISIONS.map((decision) => ({ text: waiting[decision](code), data: `${decision}:${id}` }));
  return { ...titledMessage('paste.waiting', paste.title, lines), buttons };
}

function titledMessage(event: ToldKind, titleOrNull: string | null, lines: readonly string[]): ChatMessage {
  const rest = lines.map((line) => `\n${line}`).join('');
  const [before = '', after = ''] = messages.titled[event](TITLE).split(TITLE);
  const room = Math.min(MAX_TITLE_UNITS, MAX_MESSAGE_UNITS - before.length - after.length - rest.length);
  const title = titleOrNull === null ? '' : shownTitle(titleOrNull, room);
  if (title === '') return { text: messages.headlines[event] + rest, entities: [] };
  return { text: before + title + after + rest, entities: [{ type: 'bold', offset: before.length, length: title.length }] };
}

function linesAfter(event: ToldKind, paste: MessagePaste, baseUrl: string): string[] {
  if (event === 'paste.created') return createdLines(paste, baseUrl);
  // An answer's own address is left out: with it anybody in the chat could use up its one read.
  return [event === 'request.answered' ? `${baseUrl}/requests` : `${baseUrl}/view/${paste.publicId}`];
}

function createdLines(paste: MessagePaste, baseUrl: string): string[] {
  return [
    factsOf(paste),
    ...(paste.burnAfterRead ? [messages.burns] : []),
    ...(paste.isE2ee ? [messages.keyIsElsewhere] : []),
    `${baseUrl}/view/${paste.publicId}`,
  ];
}

/** Writes a title in one line of at most so many UTF-16 units, without keys. */
export const shownTitle = (title: string, maxUnits: number): string => cut(oneLine(withoutFragments(title)), maxUnits);

/** The language of an encrypted paste is inside the envelope, like its title. */
export function factsOf({
  isE2ee,
  syntax: language,
  contentBytes,
  expiresAt,
}: Pick<MessagePaste, 'isE2ee' | 'syntax' | 'contentBytes' | 'expiresAt'>): string {
  const [syntax, size] = [oneLine(language), formatBytes(contentBytes)];
  if (expiresAt === null) return isE2ee ? messages.encryptedNeverExpires(size) : messages.neverExpires({ syntax, size });
  const time = formatMoment(expiresAt);
  return isE2ee ? messages.encryptedExpires({ size, time }) : messages.expires({ syntax, size, time });
}
