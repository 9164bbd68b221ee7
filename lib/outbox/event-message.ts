/** The message for people about an event, in the language of what runs. */
import type { eventMessages } from '../../components/messages/event';
import { messagesOf } from '../locales/messages';
import type { EventPaste } from './event-paste';
import { formatMoment, oneLine, shownTitle } from './event-text';
import type { EventReader } from './outbox-events';

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

/** A way to write messages: pure, a message in, the request of its transport out. Formats add markup and nothing else. */
export interface MessageFormat<Target, Request> {
  request(message: EventMessage, target: Target): Request;
}

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
