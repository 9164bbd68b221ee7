/**
 * Gives a request of Node to endpoints with what they use of a `Request`: method, address and two methods of headers. Making a
 * real one costs more than most handlers; bodies are read from Node (body.ts).
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type RequestContext, setRequestContext } from './context';

/** Targets that parsing as a URL would not change. */
const PLAIN_TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/;
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
/**
 * @param incoming with a Host that is a name or an address, and a target that begins with a slash
 * @returns null when host and target are no URL
 */
export function toRequest(incoming: IncomingMessage, context: RequestContext): Request | null {
  const url = urlOf(incoming.headers.host ?? 'localhost', incoming.url ?? '/');
  if (url === null) return null;
  const request = { method: incoming.method ?? 'GET', url, headers: new IncomingHeaders(incoming.headers) } as unknown as Request;
  setRequestContext(request, context);
  return request;
}

function urlOf(host: string, target: string): string | null {
  const url = `http://${host}${target}`;
  if (PLAIN_HOST.test(host) && PLAIN_TARGET.test(target)) return url;
  return URL.canParse(url) ? new URL(url).href : null;
}

/** Headers as Node has them: equal names are joined, but for those that may come once, such as Authorization, whose first counts. */
class IncomingHeaders implements Pick<Headers, 'get' | 'has'> {
  #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const lower = name.toLowerCase();
    const value = Object.hasOwn(this.#headers, lower) ? this.#headers[lower] : undefined;
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#headers, name.toLowerCase());
  }
}
