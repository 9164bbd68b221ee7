/**
 * Wraps a request of Node as the `Request` that endpoints take. Method, address and headers come straight from Node; a
 * real `Request` is made only for the rest, because making one costs more than most handlers.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
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
  const request = new IncomingRequest(incoming, url) as unknown as Request;
  setRequestContext(request, context);
  return request;
}

function urlOf(host: string, target: string): string | null {
  const url = `http://${host}${target}`;
  if (PLAIN_HOST.test(host) && PLAIN_TARGET.test(target)) return url;
  return URL.canParse(url) ? new URL(url).href : null;
}

class IncomingRequest implements Pick<Request, 'method' | 'url'> {
  readonly method: string;
  readonly headers: IncomingHeaders;
  #incoming: IncomingMessage;
  #whole: Request | undefined;

  constructor(
    incoming: IncomingMessage,
    readonly url: string,
  ) {
    this.method = incoming.method ?? 'GET';
    this.headers = new IncomingHeaders(incoming);
    this.#incoming = incoming;
  }

  get #request(): Request {
    this.#whole ??= this.#make();
    return this.#whole;
  }

  #make(): Request {
    const { method, url } = this;
    const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(this.#incoming) as ReadableStream);
    return new Request(url, { method, headers: this.headers.whole(), body, duplex: 'half' } as RequestInit);
  }

  get body(): ReadableStream | null {
    return this.#request.body;
  }

  text(): Promise<string> {
    return this.#request.text();
  }
}

/** Headers as Node has them: equal names are joined, but for those that may come once, such as Authorization, whose first counts. */
class IncomingHeaders implements Pick<Headers, 'get' | 'has'> {
  #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const lower = name.toLowerCase();
    const { headers } = this.#incoming;
    const value = Object.hasOwn(headers, lower) ? headers[lower] : undefined;
    if (value === undefined) return null;
    return Array.isArray(value) ? value.join(', ') : value;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#incoming.headers, name.toLowerCase());
  }

  whole(): Headers {
    const { rawHeaders } = this.#incoming;
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    return headers;
  }
}
