/**
 * What chats are told, as plain text with entities: nothing in a title can become markup, and nothing
 * the platform can refuse to parse.
 *
 * Guarantees: at most MAX_MESSAGE_UNITS UTF-16 units, never half a surrogate pair; links without a
 * fragment, also where somebody put one of ours into a title.
 */
import type { MessageEntity } from 'grammy/types';
import type { AccountEvent } from '../accounts/accounts.rules';
import { formatBytes } from '../encoding/size.rules';
import type { ToldPaste } from '../outbox/outbox.told';
import { type AnswerKind, MAX_MESSAGE_UNITS, type ToldKind } from './messenger.rules';

export interface ChatMessage {
  text: string;
  entities: MessageEntity[];
}

export interface MessagePaste extends ToldPaste {
  contentBytes: number;
}

const HEADLINES: Record<ToldKind, string> = {
  'paste.created': 'New paste',
  'paste.burned': 'Opened and deleted',
  'paste.expired': 'Expired unread',
  'request.answered': 'Your request was answered',
};
const KEY_IS_ELSEWHERE = 'Encrypted in the browser: ask the sender for the key.';
const BURNS = 'Burns after reading: the link works once.';
/** So that the rest is seen without scrolling. */
const MAX_TITLE_UNITS = 1_000;

const COMMANDS = `/link TOKEN: link this chat. Your account page makes the token, which works once, for 15 minutes.
/start: how it works
/help: these commands`;

const ANSWER_TEXTS: Record<AnswerKind, (siteName: string) => string> = {
  welcome: (siteName) =>
    `Welcome to ${siteName}. The bot sends a message to linked chats when you create a paste.\n\nCreate a linking token on your account page, then send it here as /link TOKEN.\n\n${COMMANDS}`,
  help: () => `Commands:\n${COMMANDS}`,
  linked: () => 'This chat is linked. The bot sends a message here when you create a paste. To unlink the chat, use your account page.',
  'not-linked': () =>
    'This token is invalid or has expired. A token works once, for 15 minutes. Create a new token and send it as /link TOKEN.',
};

/** @param siteName what the operator calls this host */
export function answerMessage(kind: AnswerKind, siteName: string): ChatMessage {
  return { text: ANSWER_TEXTS[kind](siteName), entities: [] };
}

/** For administrators. The report itself is not for a chat: it may hold the key of a paste. */
export function reportMessage(siteName: string): ChatMessage {
  return { text: `${siteName}: a paste was reported. List the open reports with: admin report list`, entities: [] };
}

const ACCOUNT_TEXTS: Record<AccountEvent, string> = {
  'identity.linked':
    'Somebody linked another sign-in to your account, and can now sign in with it. If it was not you, unlink it under "Keys" on your account page, and revoke your keys.',
  'key.created':
    'Somebody created a key for your account that can sign in. If you did not expect it, revoke it under "Keys" on your account page.',
  'account.deleted': 'Your account was deleted, with all that was in it. This chat gets no more messages about it.',
};

/** What may mean that somebody else has the account. */
export function accountMessage(kind: AccountEvent, siteName: string): ChatMessage {
  return { text: `${siteName}: ${ACCOUNT_TEXTS[kind]}`, entities: [] };
}

/** @param baseUrl without a slash at its end */
export function eventMessage(event: ToldKind, paste: MessagePaste, baseUrl: string): ChatMessage {
  const headline = HEADLINES[event];
  const after = linesAfter(event, paste, baseUrl);
  const rest = after.map((line) => `\n${line}`).join('');
  const room = Math.min(MAX_TITLE_UNITS, MAX_MESSAGE_UNITS - headline.length - rest.length - 2);
  const title = paste.title === null ? '' : cut(oneLine(withoutFragments(paste.title)), room);
  if (title === '') return { text: headline + rest, entities: [] };
  const before = `${headline}: `;
  return { text: before + title + rest, entities: [{ type: 'bold', offset: before.length, length: title.length }] };
}

function linesAfter(event: ToldKind, paste: MessagePaste, baseUrl: string): string[] {
  if (event === 'paste.created') return createdLines(paste, baseUrl);
  // Without the answer's own address: with it anybody in the chat could use up the one reading.
  return [event === 'request.answered' ? `${baseUrl}/requests` : `${baseUrl}/view/${paste.publicId}`];
}

function createdLines(paste: MessagePaste, baseUrl: string): string[] {
  const facts = [
    // Its syntax is told, like its title, by whoever has the key.
    ...(paste.isE2ee ? [] : [oneLine(paste.syntax)]),
    formatBytes(paste.contentBytes),
    paste.expiresAt === null ? 'never expires' : `expires ${formatMoment(paste.expiresAt)}`,
  ];
  return [
    facts.join(', '),
    ...(paste.burnAfterRead ? [BURNS] : []),
    ...(paste.isE2ee ? [KEY_IS_ELSEWHERE] : []),
    `${baseUrl}/view/${paste.publicId}`,
  ];
}

/** `2026-11-27 11:03 UTC`: whoever reads it may be anywhere. */
function formatMoment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Control and bidirectional characters could make lines of their own, or turn ours around. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** A link to a paste with its key, taken over into a title, would open it for the whole chat. */
function withoutFragments(text: string): string {
  return text.replace(/(\/(?:view|raw|manage)\/[0-9A-Za-z]{24}[^\s#]*)#\S*/g, '$1');
}

/** At most so many UTF-16 units, whole code points, with … where something is missing. */
function cut(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const kept = text.slice(0, maxUnits - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
