/**
 * Checks what a request names: the host and the path.
 *
 * Guarantees: a path that reaches a handler or a page is the only spelling of its address, so what a proxy or a limit
 * says of an address holds for all requests to it. The name of an upload alone has several spellings, and none of them is
 * another endpoint's address. A host is one that the operator named, this machine's or an address, so no other site can
 * lead a browser here under its own name (DNS rebinding).
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '#lib/config/config';
import { orNull } from '#lib/encoding/or-null.rules';
import { repairedLinkPath } from '#lib/envelope/link';
import { addressOf } from '#lib/site/address.rules';
import { BAD_NAME, BAD_REQUEST, NOT_FOUND } from './refusal';

/**
 * A path in its normal form (RFC 3986 §6.2.2): segments of characters that need no encoding, and of others encoded in
 * capitals. No character that needs no encoding is encoded, and no slash, backslash or control character. No segment is
 * empty, `.` or `..`.
 */
const NORMAL_PATH =
  /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?:2[0-9A-C]|3[A-F]|40|5[BDE]|60|7[BCD]|[89A-F][0-9A-F]))+)+)$/;
/** The path of an upload's name: one segment, in whatever spelling. */
const ONE_SEGMENT = /^\/[^/]+$/;
/** Names nothing, and so leads to the page that says so. */
const NO_PAGE = '/404';
/** A name or an address, with an optional port (RFC 9110 §7.2). */
const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Names of this machine for every browser (RFC 6761 §6.3). */
const LOOPBACK_NAME = /^(?:.+\.)?localhost$/;

export type Target =
  /** `path` is in its normal form. */
  | { kind: 'found'; path: string }
  /** The name of a file that is uploaded, encoded in the normal form. */
  | { kind: 'upload'; path: string }
  | { kind: 'moved'; status: 307 | 308; location: string };

/** Checks all but the host name. @param path of the request, without its query @throws PublicError */
export function readTarget(incoming: IncomingMessage, path: string): Target {
  const { headers, method, url = '' } = incoming;
  // curl and Java offer HTTP/2, which is ignored; a client that asks for a WebSocket needs one.
  if (/websocket/i.test(headers.upgrade ?? '')) throw NOT_FOUND;
  // An absolute or other unusual target is for proxies.
  if (!url.startsWith('/') || !HOST.test(headers.host ?? 'localhost') || hasTwoHosts(incoming)) throw BAD_REQUEST;
  if (method === 'PUT' && ONE_SEGMENT.test(path)) {
    const name = normalName(path.slice(1));
    if (name === null) throw BAD_NAME;
    return { kind: 'upload', path: `/${name}` };
  }
  const isRead = method === 'GET' || method === 'HEAD';
  const query = url.slice(path.length);
  const repaired = isRead && repairedLinkPath(path);
  if (repaired) return { kind: 'moved', status: 307, location: `${addressOf(repaired.path)}${query}${repaired.fragment}` };
  if (isNormal(path)) return { kind: 'found', path };
  const withoutSlash = path.slice(0, -1);
  if (isRead && path.endsWith('/') && withoutSlash !== '/' && isNormal(withoutSlash))
    return { kind: 'moved', status: 308, location: `${addressOf(withoutSlash as `/${string}`)}${query}` };
  if (isRead && headers.accept?.includes('text/html')) return { kind: 'found', path: NO_PAGE };
  throw NOT_FOUND;
}

/** Whether the path is in its normal form and decodes. */
function isNormal(path: string): boolean {
  return NORMAL_PATH.test(path) && (!path.includes('%') || decoded(path) !== null);
}

/**
 * Tools spell names differently: curl before 8.20 encodes in small letters, some encode characters that need no encoding,
 * some send `[` as it is. All of these are the same name (RFC 3986 §6.2.2).
 * @returns null for a name that isn't UTF-8, or that no file has
 */
function normalName(segment: string): string | null {
  const name = decoded(segment);
  return name === null || /^\.{1,2}$|[/\p{Cc}]/u.test(name) ? null : encodeURIComponent(name);
}

const decoded = (text: string): string | null => orNull(() => decodeURIComponent(text));

/** Node uses the first of two Host headers; a proxy may use the second and mix up two sites (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Ignores the port: proxies change it, and no page can choose the name by it. A request without a host (HTTP/1.0) comes
 * from no browser.
 * @returns a function that tells whether a request names one of our hosts
 */
export function createHostCheck({ BASE_URL, ALLOWED_HOSTS = [] }: Pick<Config, 'BASE_URL' | 'ALLOWED_HOSTS'>) {
  const names = new Set([withoutRoot(new URL(BASE_URL).hostname), ...ALLOWED_HOSTS]);
  return ({ headers: { host } }: IncomingMessage): boolean => {
    if (host === undefined || names.has(host) || host.startsWith('[')) return true;
    const name = withoutRoot(host.toLowerCase().replace(/:\d+$/, ''));
    return names.has(name) || LOOPBACK_NAME.test(name) || isIP(name) !== 0;
  };
}

const withoutRoot = (name: string): string => name.replace(/\.$/, '');
