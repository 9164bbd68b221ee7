/** The messages of the formats for people, made of an event as the format `standard` sends it, in the language of what runs. */
import type { botMessages } from '../../components/messages/bot';
import type { webhookMessageMessages } from '../../components/messages/webhook-message';
import { messagesOf } from '../locales/messages';
import type { ToldReader } from '../outbox/outbox-events';
import { cut, formatMoment, oneLine, withoutFragments } from '../outbox/told-text';
import type { ChatMessage } from './formats/chat-format';
import type { StandardEvent } from './formats/cloudevents';
import { TEST_EVENT } from './webhook-events.schema';

const words = messagesOf('webhookMessage') as typeof webhookMessageMessages;
const botWords = messagesOf('bot') as typeof botMessages;

/** UTF-16 units of the longest title, of 255 code points. */
const MAX_SUBJECT_UNITS = 510;
/** Events after which a paste is no longer there. */
const LAST_EVENTS = ['paste.deleted', 'paste.expired'];

/** The fields that messages know of an event's data; each event has some of them. */
interface Told {
  webhookId?: number;
  publicId?: string;
  url?: string;
  /** The paste's, or the label of the request that it answers; absent for any other encrypted paste. */
  title?: string;
  isE2ee?: boolean;
  burnAfterRead?: boolean;
  expiresAt?: string | null;
  requestId?: string;
  reason?: string;
  reader?: ToldReader;
}

/** @param baseUrl without a slash at its end */
export function messageOf({ event, data }: StandardEvent, baseUrl: string): ChatMessage {
  const told = data as Told;
  const kind = event === 'paste.created' && told.requestId !== undefined ? 'request.answered' : event;
  return {
    headline: headlineOf(kind, told.reason),
    subject: cut(oneLine(withoutFragments(told.title ?? '')), MAX_SUBJECT_UNITS),
    facts: factsOf(kind, told),
    link: linkOf(kind, told, baseUrl),
    linkText: words.open,
  };
}

/** A new event needs a line in locales/en/webhooks.json; without it, its own name stands there. */
function headlineOf(kind: string, reason: string | undefined): string {
  const headlines: Readonly<Record<string, string>> = words.headlines;
  return (reason === undefined ? undefined : headlines[`${kind}.${reason}`]) ?? headlines[kind] ?? kind;
}

function factsOf(kind: string, { isE2ee, burnAfterRead, expiresAt, reader }: Told): string[] {
  if (reader !== undefined) return [botWords.waiting.code(reader.code), ...(reader.client === null ? [] : [oneLine(reader.client)])];
  if (LAST_EVENTS.includes(kind) || kind === 'request.answered') return [];
  const ends = typeof expiresAt === 'string' ? [words.expires(formatMoment(Date.parse(expiresAt)))] : [];
  if (kind !== 'paste.created') return ends;
  return [...ends, ...(burnAfterRead ? [botWords.burns] : []), ...(isE2ee ? [botWords.keyIsElsewhere] : [])];
}

function linkOf(kind: string, { publicId, url, requestId, webhookId }: Told, baseUrl: string): string {
  if (kind === TEST_EVENT) return `${baseUrl}/account/webhooks/${webhookId}`;
  if (kind === 'paste.waiting') return `${baseUrl}/manage/${publicId}`;
  // An answer's own address is left out: with it anybody in the chat could use up its one read.
  return requestId !== undefined || url === undefined ? `${baseUrl}/requests` : url;
}
