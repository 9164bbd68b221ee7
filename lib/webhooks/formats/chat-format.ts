/** The parts of every format of messages for people that goes by HTTP. */
import type { EventMessage, MessageFormat } from '../../outbox/event-message';

interface ChatTarget {
  /** The webhook's address, which `problemWith` has accepted. */
  url: URL;
  /** The access token; '' without one. */
  token: string;
  /** Id of the delivery, the same on every attempt: letters, digits and _. */
  deliveryId: string;
}

export interface FormatRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A format that goes by HTTP. */
export interface ChatFormat extends MessageFormat<ChatTarget, FormatRequest> {
  /** Why an address can't be one of this platform's; null if it can. */
  problemWith(url: URL): string | null;
  /** Whether the platform says that the address will never work again. @param body the beginning of the response */
  isGone(status: number, body: string): boolean;
  /** The delay in ms that the body of a 429 asks for; null: none, so that Retry-After counts. */
  waitMs?(body: string): number | null;
}

export const jsonRequest = (url: string, body: object, headers: Record<string, string> = {}): FormatRequest => ({
  method: 'POST',
  url,
  headers,
  body: JSON.stringify(body),
});

/** One line for notifications, and for clients that know no more than text. */
export const summaryOf = ({ headline, subject }: EventMessage): string => (subject === '' ? headline : `${headline}: ${subject}`);

/**
 * The text as code in Markdown, where nothing is a mention, a link or markup (CommonMark 0.31 §6.1). Backticks would end it and
 * become apostrophes.
 */
export const inCode = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

/** Breaks what programs would make links of: a zero width space follows each dot and colon that has something after it. */
export const withoutLinks = (text: string): string => text.replace(/([.:])(?=\S)/gu, '$1\u200b');

/** Reads a number from a JSON object; null for anything else. @param body perhaps only the beginning of a response */
export function numberIn(body: string, field: string): number | null {
  try {
    const value: unknown = (JSON.parse(body) as Record<string, unknown> | null)?.[field];
    return typeof value === 'number' && value >= 0 ? value : null;
  } catch {
    return null;
  }
}

/** The one segment of an address's path, decoded; null when it has none, several, or a query. */
export function onlySegment({ pathname, search }: URL): string | null {
  const segment = /^\/([^/]+)$/.exec(pathname)?.[1];
  if (segment === undefined || search !== '') return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** For platforms whose addresses have a path that can't be told from another's. */
export const needsPath = (url: URL): string | null => (url.pathname === '/' ? 'expected the whole address, with its path' : null);
