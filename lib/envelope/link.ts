/**
 * The one parser of links, for pages, the client and the server. Programs on a link's way add to it, break it into lines or
 * encode its `#`; whatever can mean one link only is understood.
 */
import { BROKEN_LINE, percentDecoded, SENT } from './fragment';

export interface Link {
  /** The service's address as it was given, without a slash at its end; '' when the link begins with the id or the path. */
  address: string;
  /** Null for an address that ends with the id alone. */
  kind: 'view' | 'raw' | 'manage' | 'request' | 'inbox' | null;
  id: string;
  /** With its `#`; '' when there is none. */
  fragment: string;
}

/** An id, with the ending of a file. */
const ID = String.raw`([0-9A-Za-z]{24})(\.\w{1,16})?`;
/** The rest of a link may be a slash, a query, what ends a sentence, and the fragment, whose `#` may be encoded, even twice. */
const REST = String.raw`\/?(?:\?[^#]*?)?[.,;:!?'"*()<>\[\]{}\u00bb\u2019\u201d\u2026\u3001\u3002]*(?:(?:#|%23|%2523)(.*))?`;
const LINK = new RegExp(String.raw`^(?:(.*?)\/)??(?:(view|raw|manage|request|inbox)\/)?${ID}${REST}$`);
const PATH = new RegExp(String.raw`^(\/(?:(?:view|raw|manage|request|inbox)\/)?)${ID}([^\w].*)$`);
const BEHIND_ID = new RegExp(`^${REST}$`);

/** @param text as somebody gave it @returns null when it is no link of ours */
export function parseLink(text: string): Link | null {
  const [, address = '', kind = null, id = '', , fragment] = LINK.exec(text.replace(BROKEN_LINE, '').replace(/^[<("'[]+/, '')) ?? [];
  return id === '' ? null : { address, kind: kind as Link['kind'], id, fragment: fragment === undefined ? '' : `#${fragment}` };
}

/** Finds the public id in a link, with or without a fragment, or in an id alone. */
export const publicIdIn = (text: string): string | null => parseLink(text)?.id ?? null;

/**
 * Repairs the path of a link that has more than the id. When that is the fragment, because something has encoded its `#`, the
 * key has been sent: the new fragment says so.
 * @param path as it was requested, without a query
 * @returns null for every other path
 */
export function repairedLinkPath(path: string): { path: `/${string}`; fragment: string } | null {
  const [, folder, id, ending = '', rest] = PATH.exec(path) ?? [];
  if (rest === undefined) return null;
  const [isRest, sent] = BEHIND_ID.exec(percentDecoded(rest).replace(BROKEN_LINE, '')) ?? [];
  if (isRest === undefined) return null;
  const repaired = `${folder}${id}${ending}` as `/${string}`;
  return { path: repaired, fragment: sent === undefined ? '' : `#${encodeURI(sent)}&${SENT}` };
}
