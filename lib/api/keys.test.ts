/** The endpoints of keys, signed-in browsers and accounts. What all endpoints for them refuse is in sessions.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' };
const KEYS = '/api/v1/account/keys';
const ONE_KEY = `${KEYS}/:id`;
const SESSIONS = '/api/v1/account/sessions';
const GONE = { status: 404, body: { error: 'Not Found', code: 'not_found' } };

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
let cookie: string;
beforeAll(async () => {
  services = await openTestServices({ REGISTRATION: 'open', RATE_LIMIT_ANONYMOUS: '5', RATE_LIMIT_AUTHENTICATED: '1' });
  key = await services.keyOf('anna');
  cookie = await services.cookieOf(key);
});
afterAll(() => services.end());

type Sent = NonNullable<Parameters<typeof send>[1]>;
let addresses = 0;
/** Sends from a page of ours, each time from another address. */
const ask = (path: string, { headers = { Cookie: cookie }, ...sent }: Sent = {}) =>
  send(at(path), { clientAddress: `198.51.100.${(addresses += 1)}`, ...sent, headers: { ...OWN_PAGE, ...headers } });
const idOf = (apiKey: string) => apiKey.slice(3, 11);

async function make(json: object = { name: 'laptop' }, headers = { Cookie: cookie }): Promise<string> {
  const { body } = await ask(KEYS, { json, headers });
  return (body as { apiKey: string }).apiKey;
}
const revoke = (apiKey: string, query = '', headers = { Cookie: cookie }) =>
  ask(ONE_KEY, { method: 'DELETE', path: `/${query}`, params: { id: idOf(apiKey) }, headers });

describe('a key of the account page', () => {
  it('is made by a name, shown in no other place, renamed and revoked', async () => {
    const made = await ask(KEYS, { json: { name: 'laptop', lifetimeDays: 30, scopes: ['webhooks'] } });
    const { apiKey } = made.body as { apiKey: string };
    expect([made.status, made.headers.has('set-cookie'), made.headers.get('cache-control')]).toEqual([201, false, 'no-store']);
    expect(await services.accounts.authenticate(apiKey)).toMatchObject({ scopes: ['webhooks'] });
    const renamed = await ask(ONE_KEY, { method: 'PATCH', params: { id: idOf(apiKey) }, json: { name: ' desk ' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'desk' } });
    expect(await revoke(apiKey)).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(await services.accounts.authenticate(apiKey)).toBeNull();
    expect(await revoke(apiKey)).toMatchObject(GONE);
    expect(await ask(ONE_KEY, { method: 'PATCH', params: { id: idOf(apiKey) }, json: { name: 'x' } })).toMatchObject(GONE);
  });

  it.each([{ name: '' }, { name: 'n'.repeat(65) }, { name: 'x', lifetimeDays: 8 }, { name: 'x', scopes: ['all'] }, {}])(
    'is not made by %j, which names the field',
    async (json) => {
      expect(await ask(KEYS, { json })).toMatchObject({ status: 400, body: { code: 'validation', details: [{}] } });
    },
  );

  it('of somebody else is neither revoked nor renamed', async () => {
    const others = await services.keyOf('bert');
    expect(await revoke(others, '?made=delete')).toMatchObject(GONE);
    expect(await ask(ONE_KEY, { method: 'PATCH', params: { id: idOf(others) }, json: { name: 'x' } })).toMatchObject(GONE);
    expect(await services.accounts.authenticate(others)).not.toBeNull();
  });

  it('signs nobody in', async () => {
    expect(await services.sessions.signIn(await make())).toMatchObject({ problem: 'api-only-key' });
  });

  it('is one of 50 at most', async () => {
    const full = { Cookie: await services.cookieOf(await services.keyOf('full')) };
    for (let count = 1; count < 50; count++) await make({ name: 'x' }, full);
    expect(await ask(KEYS, { json: { name: 'x' }, headers: full })).toMatchObject({ status: 400, body: { code: 'too_many_keys' } });
  });

  it('goes with the key of the session that made it when its owner says so', async () => {
    const leaked = await services.keyOf('anna');
    const headers = { Cookie: await services.cookieOf(leaked) };
    const [kept, left] = [await make({ name: 'kept' }), await make({ name: 'left behind' }, headers)];
    expect(await revoke(leaked, '?made=delete')).toMatchObject({ status: 200, body: { ended: 2 } });
    for (const each of [leaked, left]) expect(await services.accounts.authenticate(each)).toBeNull();
    expect(await services.accounts.authenticate(kept)).not.toBeNull();
    expect(await services.sessions.findIn(headers.Cookie)).toBeNull();
  });

  it.each(['\0', 'a\0b', '<b>', 'ü'])('is not looked for by what can’t be an id: %j', async (id) => {
    expect(await ask(ONE_KEY, { method: 'DELETE', params: { id } })).toMatchObject(GONE);
  });

  it('can be revoked while somebody else uses up its requests', async () => {
    const stolen = await services.keyOf('anna');
    for (let count = 0; count < 3; count++) await send(at('/api/v1/pastes'), { headers: { 'X-Api-Key': stolen } });
    expect((await send(at('/api/v1/pastes'), { headers: { 'X-Api-Key': stolen } })).status).toBe(429);
    expect((await revoke(stolen)).status).toBe(200);
  });
});

describe('a signed-in browser', () => {
  it('is signed out by another one, alone or with all others', async () => {
    const [mine = '', ...others] = await Promise.all(Array.from({ length: 4 }, () => services.cookieOf(key)));
    const headers = { Cookie: mine };
    const [first] = await Promise.all(others.map((each) => services.sessions.findIn(each)));
    const end = (id: string) => ask(`${SESSIONS}/:id`, { method: 'DELETE', params: { id }, headers });
    expect(await end(first?.sessionId ?? '')).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(await end(first?.sessionId ?? '')).toMatchObject(GONE);
    expect(await end('x')).toMatchObject(GONE);
    // The third is that of the tests above.
    expect(await ask(SESSIONS, { method: 'DELETE', headers })).toMatchObject({ status: 200, body: { ended: 3 } });
    const states = await Promise.all([mine, ...others].map((each) => services.sessions.findIn(each)));
    expect(states.map((state) => state !== null)).toEqual([true, false, false, false]);
    expect(await ask(SESSIONS, { method: 'DELETE', headers })).toMatchObject(GONE);
    cookie = mine;
  });
});

describe('an account', () => {
  const register = (userName: string, more: Sent = {}) => ask('/api/v1/accounts', { json: { userName }, headers: {}, ...more });

  it('is made by a visitor, whose key is in the response alone', async () => {
    const { status, body, headers } = await register(' new-user ');
    expect([status, headers.has('set-cookie')]).toEqual([201, false]);
    expect(await services.accounts.authenticate((body as { apiKey: string }).apiKey)).not.toBeNull();
  });

  it('is not made under a name that is taken, or none', async () => {
    expect(await register('anna')).toMatchObject({ status: 409, body: { code: 'name_taken', details: [{ path: ['userName'] }] } });
    expect(await register('a b')).toMatchObject({ status: 400, body: { code: 'validation' } });
  });

  it('is not made for another site’s page, nor by a program', async () => {
    for (const headers of [{}, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }])
      expect(await send(at('/api/v1/accounts'), { json: { userName: 'x' }, headers, clientAddress: '203.0.113.1' })).toMatchObject({
        status: 403,
      });
  });

  it('is one of five an hour that one address makes', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await register(`many${count}`, { clientAddress: '203.0.113.9' })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await register('other')).status).toBe(201);
  });

  it('is not made where the host makes them', async () => {
    const closed = await openTestServices();
    expect(await register('anna')).toMatchObject(GONE);
    await closed.end();
  });
});
