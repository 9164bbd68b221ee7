/** Endpoints for signed-in browsers: refused alike to everybody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, SESSION_COOKIE, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' };
const FOR_SESSIONS = routes.filter(({ session }) => session !== undefined);
const named = <Each extends { method: string; path: string }>(each: Each) => [`${each.method} ${each.path}`, each] as const;

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
let cookie: string;
beforeAll(async () => {
  services = await openTestServices({ RATE_LIMIT_AUTHENTICATED: '5' });
  key = await services.keyOf('anna');
  await services.accounts.setAdmin('anna', true);
  cookie = await services.cookieOf(key);
});
afterAll(() => services.end());

type Route = (typeof routes)[number];

async function ask({ method, path, body }: Route, headers: Record<string, string>) {
  const { status, body: received } = await send(at(path), { method, params: { id: '1' }, headers, ...(body && { json: {} }) });
  return [status, (received as { code?: string } | undefined)?.code];
}

describe.each(FOR_SESSIONS.map(named))('%s', (_, route) => {
  it('is for who is signed in', async () => {
    for (const headers of [OWN_PAGE, { ...OWN_PAGE, Cookie: `${SESSION_COOKIE}=x` }])
      expect(await ask(route, headers)).toEqual([401, 'unauthorized']);
  });

  it('is not for a key, also beside a session', async () => {
    for (const headers of [{}, { ...OWN_PAGE, Cookie: cookie }])
      expect(await ask(route, { ...headers, 'X-Api-Key': key })).toEqual([403, 'session_required']);
  });

  it.each([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour under the same domain', { Origin: 'https://x.paste.example', 'Sec-Fetch-Site': 'same-site' }],
    ['a page without an origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }],
    ['no browser', {}],
  ])('does nothing for %s with the cookie', async (_from, headers) => {
    expect(await ask(route, { ...headers, Cookie: cookie })).toEqual([403, 'forbidden']);
  });
});

it.each(FOR_SESSIONS.filter(({ body }) => body).map(named))('%s takes no form', async (_, { method, path }) => {
  const form = { method, params: { id: '1' }, form: { name: 'x' }, headers: { ...OWN_PAGE, Cookie: cookie } };
  expect(await send(at(path), form)).toMatchObject({ status: 415 });
});

it.each(FOR_SESSIONS.filter(({ session }) => session === 'confirmed').map(named))(
  '%s asks who signed in more than ten minutes ago again',
  async (_, route) => {
    const stale = await services.cookieOf(await services.keyOf('stale'));
    await services.db.write([{ sql: 'UPDATE sessions SET created_at = created_at - 600001', params: [] }]);
    expect(await ask(route, { ...OWN_PAGE, Cookie: stale })).toEqual([403, 'confirmation_required']);
  },
);
