import { vi } from 'vitest';

export interface SentRequest {
  /** `POST /api/v1/pastes` */
  route: string;
  headers: Headers;
  body: string;
}

/** Makes the response of one request. What it throws is what `fetch` rejects with. */
type Answer = (request: SentRequest) => Response | Promise<Response>;

/**
 * Stands in for the server, by method and path. The last of several answers to a route is also that of every later
 * request. A request that no answer was given for fails the test.
 */
export function serve(answers: Readonly<Record<string, Answer | readonly Answer[]>>) {
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request = { route: `${init.method ?? 'GET'} ${path}`, headers: new Headers(init.headers), body: String(init.body ?? '') };
    const before = requests.filter(({ route }) => route === request.route).length;
    requests.push(request);
    const given = [answers[request.route] ?? []].flat();
    const answer = given[before] ?? given.at(-1);
    if (answer) return answer(request);
    console.error(`expected no request, got ${request.route}`);
    throw new TypeError('Failed to fetch');
  });
  return {
    requests,
    /** In order. */
    routes: (): string[] => requests.map(({ route }) => route),
    /** Everything that left the page, to look for what must not. */
    sent: (): string => JSON.stringify(requests.map(({ route, headers, body }) => [route, [...headers], body])),
  };
}

/** The browser finds no way to the server. */
export const unreachable: Answer = () => {
  throw new TypeError('Failed to fetch');
};

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({}, { status: code, headers });

export const json =
  (body: unknown): Answer =>
  () =>
    Response.json(body);

export const text =
  (body: string): Answer =>
  () =>
    new Response(body);

/** An answer that waits to be released. */
export function held(answer: Answer): { answer: Answer; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { answer: (request) => released.then(() => answer(request)), release: () => release() };
}
