/** The message for people about an event, in the language of what runs. */
import type { eventMessages } from '../../components/messages/event';
import { messagesOf } from '../locales/messages';
import type { EventPaste, EventReader } from './event-paste';

const words = messagesOf('event') as typeof eventMessages;

/** A message, in the language in which it was made. All texts are one line, without hidden characters. */
export interface EventMessage {
  /** Says what happened. Ours, so that it has no markup. */
  headline: string;
  /** The paste's title or the request's label, from strangers; '' when there is none or nobody may know it. */
  subject: string;
  /** Further facts. Ours. */
  facts: readonly string[];
  /** An address of ours, without a key. */
  link: string;
  /** The words of a button that leads to `link`. */
  linkText: string;
}

/** The lines of a message after its headline: its subject, if it has one, and each fact. @param quiet writes the subject */
export const detailsOf = ({ subject, facts }: EventMessage, quiet = (text: string) => text): string[] => [
  ...(subject === '' ? [] : [quiet(subject)]),
  ...facts,
];

/** An event as all formats for people tell it. */
export interface NotifiedEvent {
  /** Its headline in locales/en/events.json; a new event needs one. */
  name: keyof typeof words.headlines;
  paste?: EventPaste;
  /** Whether the paste answers a secret request. */
  isAnswer?: boolean;
  reader?: EventReader | null;
  /** The page to lead to, where there is no paste. */
  path?: string;
}

/** UTF-16 units of the longest title, of 255 code points. */
const MAX_SUBJECT_UNITS = 510;

/** @param baseUrl without a slash at its end */
export function messageOf(event: NotifiedEvent, baseUrl: string): EventMessage {
  return {
    headline: words.headlines[event.name],
    subject: shownTitle(event.paste?.title ?? '', MAX_SUBJECT_UNITS),
    facts: factsOf(event),
    link: baseUrl + pathOf(event),
    linkText: words.open,
  };
}

function factsOf({ name, paste, reader }: NotifiedEvent): string[] {
  if (reader) {
    const client = reader.client === null ? [] : [oneLine(reader.client)];
    return [words.code(reader.code), ...client, ...(name === 'paste.waiting' ? [words.compare] : [])];
  }
  if (name === 'paste.refused') return [words.noCode];
  if (!paste || !['paste.created', 'paste.read', 'paste.expiring'].includes(name)) return [];
  const ends = paste.expiresAt === null ? [] : [words.expires(formatMoment(paste.expiresAt))];
  if (name !== 'paste.created') return ends;
  return [...ends, ...(paste.burnAfterRead ? [words.burns] : []), ...(paste.isE2ee ? [words.keyIsElsewhere] : [])];
}

function pathOf({ name, paste, isAnswer, path }: NotifiedEvent): string {
  // An answer's own address is left out: with it anybody in the chat could use up its one read.
  if (isAnswer || name === 'request.answered') return '/requests';
  if (name === 'report.created') return '/account/admin/reports';
  if (!paste) return path ?? '';
  const isOwners = name === 'paste.waiting' || name === 'paste.refused' || name === 'paste.expiring';
  return `/${isOwners ? 'manage' : 'view'}/${paste.publicId}`;
}

/** Titles and labels in messages: one line, without control characters, direction overrides or fragments, which may hold a key. */

/**
 * Control characters and line ends, and what is invisible or changes the direction of the text after it. The joiners U+200C and
 * U+200D and the variation selectors stay: letters and emoji need them.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Makes a text one line without hidden characters. Half surrogate pairs become U+FFFD. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(HIDDEN, ' ').trim();
}

/** Removes fragments from links to pastes: the key in a title's link would let all readers of the message decrypt that paste. */
function withoutFragments(text: string): string {
  return text.replace(/(\/(?:view|raw|manage)\/[0-9A-Za-z]{24}[^\s#]*)#\S*/g, '$1');
}

/** Cuts a text to this many UTF-16 units, in whole code points, with … at the end when something is missing. */
export function cut(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const kept = text.slice(0, maxUnits - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** Formats a time as `2026-11-27 11:03 UTC`, because readers may be in any time zone. @param ms since 1970 */
export function formatMoment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Writes a title in one line of at most so many UTF-16 units, without keys. */
export const shownTitle = (title: string, maxUnits: number): string => cut(oneLine(withoutFragments(title)), maxUnits);
