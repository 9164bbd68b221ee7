import { type Asked, serveFetch } from './fetch';

interface SentRequest extends Asked {
  /** `POST /api/v1/pastes` */
  route: string;
}

/** Makes the response to one request. `fetch` rejects with what it throws. */
export type Handler = (request: SentRequest) => Response | Promise<Response>;

/**
 * Replaces the server by handlers for each method and path. The last of several handlers of a route also takes every later
 * request. A request without a handler fails the test.
 */
export function serve(handlers: Readonly<Record<string, Handler | readonly Handler[]>>) {
  const requests: SentRequest[] = [];
  serveFetch((asked) => {
    const request = { ...asked, route: `${asked.method} ${asked.path}` };
    const before = requests.filter(({ route }) => route === request.route).length;
    requests.push(request);
    const given = [handlers[request.route] ?? []].flat();
    const handler = given[before] ?? given.at(-1);
    if (handler) return handler(request);
    console.error(`expected no request, got ${request.route}`);
    throw new TypeError('Failed to fetch');
  });
  return {
    requests,
    /** The routes of all requests, in order. */
    routes: (): string[] => requests.map(({ route }) => route),
    /** Everything that left the page, to search for what must not leave it. */
    sent: (): string => JSON.stringify(requests.map(({ route, headers, body }) => [route, [...headers], body])),
  };
}

/** Fails as when the browser can't reach the server. */
export const unreachable: Handler = () => {
  throw new TypeError('Failed to fetch');
};

export const status =
  (code: number, headers: Record<string, string> = {}, body: object = {}): Handler =>
  () =>
    Response.json(body, { status: code, headers });

/** The body of the response to a read token that does not fit. */
export const TOKEN_REFUSED = { error: 'Read Token Required', code: 'read_token_required', protectedHeader: null };

export const tokenRefused = status(403, {}, TOKEN_REFUSED);

export const json =
  (body: unknown): Handler =>
  () =>
    Response.json(body);

export const text =
  (body: string): Handler =>
  () =>
    new Response(body);

/** A handler that waits to be released. */
export function held(handler: Handler): { handler: Handler; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { handler: (request) => released.then(() => handler(request)), release: () => release() };
}

/** The server's response to a claim. */
export const CLAIMED = { publicId: 'p'.repeat(24), claimedUntil: '2031-01-01T00:01:00.000Z', title: '' };
