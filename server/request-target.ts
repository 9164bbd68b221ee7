/** Refuses requests whose path or host another program may read differently. */
import type { IncomingMessage } from 'node:http';

/**
 * Paths that another program may read differently: an encoded slash, a backslash, a dot segment in any spelling (URL
 * parsers resolve those) or a fragment.
 */
const AMBIGUOUS_PATH = /%2f|%5c|[\\#]|\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** A name or an address, with an optional port (RFC 9110 §7.2). */
const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** An absolute or other unusual target is for proxies. */
export function isOrdinary(incoming: IncomingMessage): boolean {
  return (incoming.url ?? '').startsWith('/') && HOST.test(incoming.headers.host ?? 'localhost') && !hasTwoHosts(incoming);
}

/** Whether every program reads the path in the same way. A path that doesn't decode has no meaning. */
export function hasOneMeaning(path: string): boolean {
  if (AMBIGUOUS_PATH.test(path)) return false;
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Node uses the first of two Host headers; a proxy may use the second and mix up two sites (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
