/** All routes of the API authenticate, limit and sign requests in alike. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, SESSION_COOKIE, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const pastes = at('/api/v1/pastes');

type TestServices = Awaited<ReturnType<typeof openTestServices>>;

const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin', Origin: BASE_URL };

describe('the data of pages', () => {
  const view = at('/view/:publicId/data');
  const request = at('/request/:requestId/data');
  const params = { publicId: 'a'.repeat(24), requestId: 'a'.repeat(24) };

  it.each([
    ['a paste', view],
    ['a request', request],
  ])('as many data of %s are had as pages, and then no more', async (_of, path) => {
    const services = await openTestServices({ RATE_LIMIT_ANONYMOUS: '60', RATE_LIMIT_PAGES: '10' });
    const statuses = [];
    for (let count = 0; count < 12; count++) statuses.push((await send(path, { params })).status);
    expect(statuses.map((status) => status === 429)).toEqual([...Array(10).fill(false), true, true]);
    await services.end();
  });

  it('wrong keys are counted where only people with an account may read', async () => {
    const services = await openTestServices({ ANONYMOUS_READ: 'off', RATE_LIMIT_ANONYMOUS: '5', RATE_LIMIT_PAGES: '0' });
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await send(view, { params, headers: { 'X-Api-Key': 'nonsense' } })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    await services.end();
  });
});

describe('a request with a key', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await openTestServices();
  });
  afterAll(() => services.end());

  it('a request with a key is its user, also where no key is needed', async () => {
    const key = await services.keyOf('anna');
    const { status, body } = await send(pastes, { json: { content: 'mine' }, headers: { 'X-Api-Key': key } });
    expect(status).toBe(201);
    const listed = await send(pastes, { headers: { 'X-Api-Key': key } });
    expect(listed).toMatchObject({ status: 200, body: { pastes: [{ publicId: (body as { publicId: string }).publicId }] } });
  });

  it.each(['', 'nonsense', `sp_${'a'.repeat(8)}_${'b'.repeat(38)}`])(
    'a request with a key is refused when there is no such key: %j',
    async (key) => {
      const { status, headers, body } = await send(pastes, { json: { content: 'x' }, headers: { 'X-Api-Key': key } });
      expect([status, body]).toEqual([401, { error: 'Unauthorized', code: 'unauthorized' }]);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  it('a request with a key is refused from the moment its key is revoked', async () => {
    const key = await services.keyOf('bert');
    expect((await send(pastes, { headers: { 'X-Api-Key': key } })).status).toBe(200);
    await services.accounts.revokeKey(key);
    expect((await send(pastes, { headers: { 'X-Api-Key': key } })).status).toBe(401);
    expect((await send(pastes, { json: { content: 'x' }, headers: { 'X-Api-Key': key } })).status).toBe(401);
  });

  it('a request with a key is refused while its user is disabled', async () => {
    const key = await services.keyOf('carl');
    await services.accounts.setDisabled('carl', true);
    expect((await send(pastes, { headers: { 'X-Api-Key': key } })).status).toBe(401);
    await services.accounts.setDisabled('carl', false);
    expect((await send(pastes, { headers: { 'X-Api-Key': key } })).status).toBe(200);
  });

  it('a key with scopes does what they name and nothing else', async () => {
    const [first, second] = [await services.accounts.createKey('ella', { scopes: ['pastes:create'] }), await services.keyOf('ella')];
    const { status, body } = await send(pastes, { json: { content: 'mine' }, headers: { 'X-Api-Key': first } });
    expect(status).toBe(201);
    const params = { publicId: (body as { publicId: string }).publicId };
    const refused = { status: 403, body: { error: 'Forbidden', code: 'scope_missing' } };
    for (const [path, method] of [
      ['/api/v1/pastes', 'GET'],
      ['/api/v1/pastes/:publicId', 'GET'],
      ['/api/v1/pastes/:publicId', 'DELETE'],
      ['/api/v1/webhooks', 'GET'],
      ['/api/v1/requests', 'GET'],
      ['/account/mail', 'PUT'],
    ] as const)
      expect(await send(at(path), { method, params, headers: { 'X-Api-Key': first } }), `${method} ${path}`).toMatchObject(refused);
    expect((await send(at('/api/v1/pastes/:publicId'), { params, headers: { 'X-Api-Key': second } })).status).toBe(200);
    expect((await send(at('/api/*'), { headers: { 'X-Api-Key': first } })).status).toBe(404);
  });

  it('a key with scopes signs no browser in', async () => {
    const key = await services.accounts.createKey('fred', { scopes: ['pastes:read'] });
    expect(await services.sessions.signIn(key)).toMatchObject({ setCookie: null, problem: 'api-only-key' });
  });

  it('every endpoint with a key says which scope it needs, or takes no limited key', () => {
    const without = routes
      .filter(({ policy, scope, session }) => policy.isRateLimited && scope === undefined && session === undefined)
      .map(({ method, path }) => `${method} ${path}`);
    // Whoever sets where mails go learns of every paste.
    expect(without).toEqual(['PUT /account/mail']);
  });

  it('a request with a key is that of its key and not that of a cookie beside it', async () => {
    const [anna, dora] = [await services.keyOf('anna'), await services.keyOf('dora')];
    const headers = { 'X-Api-Key': dora, Cookie: await services.cookieOf(anna), ...OWN_PAGE };
    expect((await send(pastes, { headers })).body).toEqual({ pastes: [] });
    expect((await send(pastes, { headers: { ...headers, 'X-Api-Key': 'wrong' } })).status).toBe(401);
  });

  it('a request with a key may come from any program and any site', async () => {
    const key = await services.keyOf('anna');
    const headers = { 'X-Api-Key': key, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(pastes, { json: { content: 'x' }, headers })).status).toBe(201);
  });
});

describe('a request without a key', () => {
  let services: TestServices;
  let cookie: string;
  beforeAll(async () => {
    services = await openTestServices();
    const key = await services.keyOf('anna');
    cookie = await services.cookieOf(key);
    await send(pastes, { json: { content: 'mine' }, headers: { 'X-Api-Key': key } });
  });
  afterAll(() => services.end());

  it('a request without a key is anonymous: it may create and not list', async () => {
    expect((await send(pastes, { json: { content: 'x' } })).status).toBe(201);
    expect(await send(pastes)).toMatchObject({ status: 401, body: { error: 'Unauthorized', code: 'unauthorized' } });
  });

  it('a request of our own page without a key belongs to the signed-in user', async () => {
    const { status, body } = await send(pastes, { headers: { Cookie: cookie, ...OWN_PAGE } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ pastes: [{}] });
  });

  it('a request without a key is that of who is signed in and typed the address', async () => {
    expect((await send(pastes, { headers: { Cookie: cookie, 'Sec-Fetch-Site': 'none' } })).status).toBe(200);
  });

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['a neighbour under the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://x.paste.example' }],
    ['somebody who does not say who they are', {}],
  ])('a request without a key from %s ignores the cookie or is refused', async (_, headers) => {
    expect((await send(pastes, { headers: { Cookie: cookie, ...headers } })).status).toBe(401);
    const { status, body } = await send(pastes, { json: { content: 'x' }, headers: { Cookie: cookie, ...headers } });
    expect([status, body]).toEqual([403, { error: 'Forbidden', code: 'forbidden' }]);
  });

  it('a request without a key that a typed address cannot have sent changes nothing', async () => {
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'none' };
    expect((await send(pastes, { json: { content: 'x' }, headers })).status).toBe(403);
  });

  it.each(['x', '', 'x'.repeat(5_000)])('a request with a cookie that nobody sealed is anonymous (case %#)', async (value) => {
    const headers = { Cookie: `${SESSION_COOKIE}=${value}`, 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(pastes, { json: { content: 'x' }, headers })).status).toBe(201);
  });

  it('a request without a key is anonymous again once the browser has signed out', async () => {
    const left = await services.cookieOf(await services.keyOf('anna'));
    const headers = { Cookie: left, ...OWN_PAGE };
    expect((await send(pastes, { headers })).status).toBe(200);
    await services.sessions.signOut(left);
    expect((await send(pastes, { headers })).status).toBe(401);
  });

  it('a create that needs an account makes no anonymous paste after that', async () => {
    const left = await services.cookieOf(await services.keyOf('anna'));
    const create = () => send(pastes, { json: { content: 'x' }, headers: { Cookie: left, ...OWN_PAGE, 'X-Service-Account': 'needed' } });
    expect((await create()).status).toBe(201);
    await services.sessions.signOut(left);
    expect(await create()).toMatchObject({ status: 401, body: { error: 'Unauthorized', code: 'unauthorized' } });
  });

  it('a request without a key is anonymous once the key that signed it in is revoked', async () => {
    const key = await services.keyOf('anna');
    const headers = { Cookie: await services.cookieOf(key), ...OWN_PAGE };
    expect((await send(pastes, { headers })).status).toBe(200);
    await services.accounts.revokeKey(key);
    expect((await send(pastes, { headers })).status).toBe(401);
  });
});

describe('a key that cannot be one', () => {
  it('a key with a bad checksum is refused without a query', async () => {
    const services = await openTestServices();
    const key = await services.keyOf('anna');
    const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    await services.end();
    expect((await send(pastes, { headers: { 'X-Api-Key': mistyped } })).status).toBe(401);
    // A whole one is asked for, and the database is gone.
    expect((await send(pastes, { headers: { 'X-Api-Key': key } })).status).toBeGreaterThanOrEqual(500);
  });
});

describe('a limit of an address', () => {
  let services: TestServices;
  afterEach(() => services.end());

  async function statuses(
    variables: Record<string, string>,
    requests: readonly { user: string; clientAddress: string }[],
  ): Promise<number[]> {
    services = await openTestServices(variables);
    const keys = new Map<string, string>();
    for (const { user } of requests) if (!keys.has(user)) keys.set(user, await services.keyOf(user));
    const received: number[] = [];
    for (const { user, clientAddress } of requests)
      received.push((await send(pastes, { headers: { 'X-Api-Key': keys.get(user) ?? '' }, clientAddress })).status);
    return received;
  }
  const [here, there] = ['198.51.100.1', '198.51.100.2'];
  const from = (clientAddress: string, ...users: string[]) => users.map((user) => ({ user, clientAddress }));

  it('all users of an address share the limit of ten, and other addresses do not', async () => {
    const users = Array.from({ length: 11 }, (_, index) => `user${index}`);
    const asked = [...from(here, ...users), ...from(there, 'guest')];
    expect(await statuses({ RATE_LIMIT_AUTHENTICATED: '1' }, asked)).toEqual([...Array(10).fill(200), 429, 200]);
    expect(services.lines.filter(({ message }) => message.includes('rate limit'))).toMatchObject([
      { level: 'warn', fields: { clientAddress: here, limit: 10 } },
    ]);
  });

  it('an address has no limit where users have none', async () => {
    const users = Array.from({ length: 11 }, (_, index) => `user${index}`);
    expect(await statuses({ RATE_LIMIT_AUTHENTICATED: '0' }, from(here, ...users))).toEqual(Array(11).fill(200));
  });

  it('a limit of an address counts nothing that its user’s own limit has refused', async () => {
    const others = Array.from({ length: 9 }, (_, index) => `user${index}`);
    const asked = from(here, 'a', 'a', 'a', ...others);
    expect(await statuses({ RATE_LIMIT_AUTHENTICATED: '1' }, asked)).toEqual([200, 429, 429, ...Array(9).fill(200)]);
  });
});

describe('a rate limit', () => {
  let services: TestServices;
  let key: string;
  beforeAll(async () => {
    services = await openTestServices({ RATE_LIMIT_ANONYMOUS: '2', RATE_LIMIT_AUTHENTICATED: '3' });
    key = await services.keyOf('anna');
  });
  afterAll(() => services.end());

  it('a rate limit of an address is told with every response, and ends in 429', async () => {
    const ask = () => send(pastes, { clientAddress: '198.51.100.1' });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit')?.split(';')[1])).toEqual(['r=1', 'r=0', 'r=0']);
    expect(answers.map(({ headers }) => headers.has('retry-after'))).toEqual([false, false, true]);
    expect(answers[2]?.body).toEqual({ error: 'Too Many Requests', code: 'rate_limited' });
    expect(services.lines.filter(({ message }) => message.includes('rate limit'))).toMatchObject([
      { level: 'warn', fields: { clientAddress: '198.51.100.1', limit: 2 } },
    ]);
  });

  it('a rate limit of one address is not that of another', async () => {
    expect((await send(pastes, { clientAddress: '198.51.100.2' })).status).toBe(401);
  });

  it('a rate limit of a user is counted apart from that of any address', async () => {
    const statuses: number[] = [];
    for (const clientAddress of ['198.51.100.3', '198.51.100.4', '198.51.100.1', '198.51.100.5'])
      statuses.push((await send(pastes, { headers: { 'X-Api-Key': key }, clientAddress })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('a rate limit counts wrong keys against the address that shows them', async () => {
    const guess = (text: string) => send(pastes, { headers: { 'X-Api-Key': text }, clientAddress: '198.51.100.6' });
    expect([(await guess('a')).status, (await guess('b')).status, (await guess('c')).status]).toEqual([401, 401, 429]);
  });

  it('a rate limit counts requests whose address is unknown together', async () => {
    const ask = () => send(pastes, { clientAddress: null });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([401, 401, 429]);
  });
});
