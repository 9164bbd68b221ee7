/** The endpoints of an account itself. What all endpoints for signed-in browsers refuse is in sessions.test.ts. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' };

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
beforeAll(async () => {
  services = await openTestServices();
  key = await services.keyOf('anna');
});
afterAll(() => services.end());

async function pasteOf(apiKey: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await send(at('/api/v1/pastes'), { json: { content: 'x', ...fields }, headers: { 'X-Api-Key': apiKey } });
  return (body as { publicId: string }).publicId;
}

describe('what is somebody’s own', () => {
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>);

  it('a download holds all pastes of the user and no others, and counts no view', async () => {
    const mineKey = await services.keyOf('carla');
    const mine = { Cookie: await services.cookieOf(mineKey) };
    const plain = await pasteOf(mineKey, { content: 'a "text"\nof mine', title: 'notes' });
    const burning = await pasteOf(mineKey, { content: 'for one reader', burnAfterRead: true });
    const strangers = await pasteOf(key, { content: 'not mine' });
    const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    const publicKey = { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y } as const;
    const asked = { publicKey, label: 'printer', ttlSeconds: 60, maxAnswers: 1, burnAfterRead: true };
    const { requestId } = await services.secretRequests.create(await services.accounts.authenticate(mineKey), asked);
    await services.secretRequests.create(null, asked);
    const { status, headers, text } = await send(at('/api/v1/account/export'), { method: 'POST', headers: { ...OWN_PAGE, ...mine } });
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="sealpaste.jsonl"']);
    const lines = linesOf(text);
    expect(lines.map((line) => Object.keys(line)[0])).toEqual(['account', 'key', 'request', 'paste', 'paste']);
    expect(lines.find(({ request }) => request)?.request).toMatchObject({ requestId, label: 'printer', publicKey, state: 'open' });
    expect(lines[0]).toEqual({ account: { name: 'carla' } });
    expect(lines.find(({ paste }) => paste?.publicId === plain)?.paste).toMatchObject({
      content: 'a "text"\nof mine',
      title: 'notes',
      viewCount: 0,
    });
    expect(lines.find(({ paste }) => paste?.publicId === burning)?.paste).not.toHaveProperty('content');
    for (const absent of [strangers, mineKey, 'for one reader']) expect(text).not.toContain(absent);
  });

  it('an account is deleted with everything in it', async () => {
    const mineKey = await services.keyOf('dora');
    const mine = { Cookie: await services.cookieOf(mineKey) };
    const publicId = await pasteOf(mineKey);
    const strangers = await pasteOf(key);
    const deleted = await send(at('/api/v1/account'), { method: 'DELETE', headers: { ...OWN_PAGE, ...mine } });
    expect([deleted.status, deleted.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    const { accounts, pastes } = services;
    expect(await accounts.authenticate(mineKey)).toBeNull();
    await expect(pastes.describe(publicId)).rejects.toThrow();
    expect(await pastes.describe(strangers)).toMatchObject({ publicId: strangers });
    expect(await services.sessions.findIn(mine.Cookie)).toBeNull();
  });
});

describe('several pastes of an account', () => {
  const DELETE = '/api/v1/account/pastes/delete';
  const EXTEND = '/api/v1/account/pastes/extend';
  const headersOf = async (apiKey: string) => ({ ...OWN_PAGE, Cookie: await services.cookieOf(apiKey) });

  it('are extended and deleted at once, and a stranger’s is not', async () => {
    const mine = [await pasteOf(key, { ttlSeconds: 60 }), await pasteOf(key, { ttlSeconds: 60 })];
    const strangers = await pasteOf(await services.keyOf('emil'), { ttlSeconds: 60 });
    const headers = await headersOf(key);
    const publicIds = [...mine, strangers];
    expect(await send(at(EXTEND), { json: { publicIds, ttlSeconds: 3600 }, headers })).toMatchObject({
      status: 200,
      body: { changed: mine },
    });
    expect(await send(at(DELETE), { json: { publicIds }, headers })).toMatchObject({ status: 200, body: { changed: mine } });
    for (const id of mine) await expect(services.pastes.describe(id)).rejects.toThrow();
    expect(await services.pastes.describe(strangers)).toMatchObject({ publicId: strangers });
    expect(await send(at(DELETE), { json: { publicIds }, headers })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('that never expire stay so, and no paste lives longer than the service keeps one', async () => {
    const headers = await headersOf(key);
    const extend = async (ttlSeconds: number, fields = {}) =>
      send(at(EXTEND), { json: { publicIds: [await pasteOf(key, fields)], ttlSeconds }, headers });
    expect((await extend(60)).status).toBe(404);
    expect((await extend(31_536_001, { ttlSeconds: 60 })).status).toBe(400);
    expect((await extend(3_600, { ttlSeconds: 60 })).status).toBe(200);
  });

  it.each([[[]], [['../x']], [Array.from({ length: 101 }, () => 'a'.repeat(24))]])('are no list like %j', async (publicIds) => {
    expect((await send(at(DELETE), { json: { publicIds }, headers: await headersOf(key) })).status).toBe(400);
  });
});

describe('a token that links a chat', () => {
  const ask = (path: string, token: string, cookie: string) =>
    send(at(path), { json: { token }, headers: { ...OWN_PAGE, Cookie: cookie } });

  it('is withdrawn by its user alone, and looks expired to everybody else', async () => {
    const [mine, others] = [await services.cookieOf(key), await services.cookieOf(await services.keyOf('bert'))];
    const signedIn = await services.sessions.findIn(mine);
    const { token } = await services.messenger.createToken(signedIn ?? { userId: 0 });
    const state = async (cookie: string) => (await ask('/api/v1/account/linking', token, cookie)).body;
    expect([await state(mine), await state(others)]).toEqual([
      { state: 'waiting', chatTitle: null },
      { state: 'expired', chatTitle: null },
    ]);
    await ask('/api/v1/account/linking/withdraw', token, others);
    expect(await state(mine)).toMatchObject({ state: 'waiting' });
    await ask('/api/v1/account/linking/withdraw', token, mine);
    expect(await state(mine)).toMatchObject({ state: 'expired' });
    expect(JSON.stringify(services.lines)).not.toContain(token);
  });
});
