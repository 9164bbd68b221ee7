/**
 * Messages for chats, as plain text with entities: nothing in a title can become markup, and the
 * platform can't refuse to parse it.
 *
 * Guarantees: at most MAX_MESSAGE_UNITS UTF-16 units, never half a surrogate pair; links have no
 * fragment, not even a link of ours that somebody put into a title.
 */
import type { MessageEntity } from 'grammy/types';
import type { AccountEvent } from '../accounts/accounts.rules';
import { formatBytes } from '../encoding/size.rules';
import type { ToldPaste } from '../outbox/told-paste';
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
/** Length limit of a title, so that the rest of the message is seen without scrolling. */
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

/** @param siteName the instance's name */
export function answerMessage(kind: AnswerKind, siteName: string): ChatMessage {
  return { text: ANSWER_TEXTS[kind](siteName), entities: [] };
}

/** Message to administrators about reports. It has nothing of the report, which may hold the key of a paste. */
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

/** Message about an event that may mean that somebody else has got into the account. */
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
  // An answer's own address is left out: with it anybody in the chat could use up its one read.
  return [event === 'request.answered' ? `${baseUrl}/requests` : `${baseUrl}/view/${paste.publicId}`];
}

function createdLines(paste: MessagePaste, baseUrl: string): string[] {
  const facts = [
    // The language of an encrypted paste is inside the envelope, like its title.
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

/** Formats a time as `2026-11-27 11:03 UTC`, because readers may be in any time zone. */
function formatMoment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Removes control and bidirectional characters, which could break lines or reverse ours. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** Removes fragments from links to pastes: the key in a title's link would let the whole chat decrypt that paste. */
function withoutFragments(text: string): string {
  return text.replace(/(\/(?:view|raw|manage)\/[0-9A-Za-z]{24}[^\s#]*)#\S*/g, '$1');
}

/** Cuts a text to this many UTF-16 units, in whole code points, with … at the end when something is missing. */
function cut(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const kept = text.slice(0, maxUnits - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
