/** Reading where only people with an account may. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const pastes = at('/api/v1/pastes');
const paste = at('/api/v1/pastes/:publicId');
const claim = at('/api/v1/pastes/:publicId/claim');
const receipt = at('/api/v1/pastes/:publicId/receipt');
const raw = at('/raw/:publicId');
const documents = at('/documents/:publicId');
const data = at('/view/:publicId/data');

const BROWSER = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' };
const FROM_ELSEWHERE = { ...BROWSER, 'Sec-Fetch-Site': 'cross-site' };
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' };
const CLAIM = { json: { claim: 'c'.repeat(43) } };

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
let cookie: string;
beforeAll(async () => {
  services = await openTestServices({ ANONYMOUS_READ: 'off' });
  key = await services.keyOf('anna');
  cookie = await services.cookieOf(key);
});
afterAll(() => services?.end());

/** Creates a paste without an account, which is allowed here. */
async function create(fields: Record<string, unknown> = {}) {
  const { status, body } = await send(pastes, { json: { content: 'for colleagues', protect: true, ...fields } });
  expect(status).toBe(201);
  const { publicId, manageToken } = body as { publicId: string; manageToken: string };
  return { params: { publicId }, manageToken };
}

describe('with ANONYMOUS_READ=off', () => {
  it.each([
    ['the API', paste, {}],
    ['the API by HEAD', paste, { method: 'HEAD' }],
    ['the raw address', raw, {}],
    ['the raw address by HEAD', raw, { method: 'HEAD' }],
    ['the raw address by a form', raw, { method: 'POST' }],
    ['haste', documents, {}],
    ['a claim', claim, CLAIM],
  ])('%s is 401 for everybody else, whether or not the paste exists', async (_, endpoint, how) => {
    const { params } = await create({ burnAfterRead: endpoint === claim });
    for (const where of [params, { publicId: 'x'.repeat(24) }]) {
      const { status, headers, text } = await send(endpoint, { ...how, params: where });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(text).not.toContain('for colleagues');
    }
    const wrong = await send(endpoint, { ...how, params, headers: { 'X-Api-Key': 'sp_wrong' } });
    expect(wrong.status).toBe(401);
  });

  it.each([
    ['a key', () => ({ 'X-Api-Key': key })],
    ['a Bearer key', () => ({ Authorization: `Bearer ${key}` })],
    ['a browser that is signed in', () => ({ ...OWN_PAGE, Cookie: cookie })],
  ])('%s reads everywhere', async (_, headers) => {
    for (const [endpoint, how] of [
      [paste, {}],
      [raw, {}],
      [documents, {}],
      [claim, CLAIM],
    ] as const) {
      const { params } = await create({ burnAfterRead: endpoint === claim });
      expect((await send(endpoint, { ...how, params, headers: headers() })).status).toBe(200);
    }
  });

  it('the raw address sends a browser to the page to sign in, then returns the text', async () => {
    const { params } = await create();
    const sent = await send(raw, { params, headers: BROWSER });
    expect([sent.status, sent.headers.get('location'), sent.text]).toEqual([303, `/view/${params.publicId}`, '']);
    const missing = await send(raw, { params: { publicId: 'x'.repeat(24) }, headers: BROWSER });
    expect(missing.status).toBe(303);
    expect((await send(raw, { params, headers: { ...FROM_ELSEWHERE, Cookie: cookie } })).text).toBe('for colleagues');
  });

  it('the page of a link has its paste for a key and a session, and nobody else', async () => {
    const { params } = await create();
    const shown = async (headers = {}) => (await send(data, { params, headers })).body as { paste: { content: string } | null };
    const pastes = [await shown(), await shown({ 'X-Api-Key': key }), await shown({ Cookie: cookie })];
    expect(pastes.map((each) => each.paste?.content)).toEqual([undefined, 'for colleagues', 'for colleagues']);
  });

  it('another site’s page reads nothing in the name of who looks at it', async () => {
    const { params } = await create({ burnAfterRead: true });
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    expect((await send(paste, { params, headers })).status).toBe(401);
    expect((await send(raw, { params, method: 'POST', headers })).status).toBe(403);
    expect((await send(raw, { params, headers: { 'X-Api-Key': key } })).text).toBe('for colleagues');
  });

  it('a key that may only create does not read', async () => {
    const { params } = await create();
    const signedIn = await services.sessions.findIn(cookie);
    if (!signedIn) throw new Error('expected a session');
    const writer = (await services.accounts.createOwnKey(signedIn, 'writer', null, ['pastes:create'])) ?? '';
    for (const endpoint of [paste, raw, data])
      expect((await send(endpoint, { params, headers: { 'X-Api-Key': writer } })).status).toBe(403);
  });

  it('a sender without an account still learns what became of their burn paste', async () => {
    const { params, manageToken } = await create({ burnAfterRead: true });
    const state = async () => (await send(receipt, { params, headers: { 'X-Service-Manage-Token': manageToken } })).body;
    expect(await state()).toMatchObject({ state: 'created' });
    await send(paste, { params, headers: { 'X-Api-Key': key } });
    expect(await state()).toMatchObject({ state: 'opened' });
  });
});
