/** The forms of the account pages: shared refusals, and the page that each leads to. */
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, SESSION_COOKIE, send } from '../composition/testing/test-services';
import { endpoints } from './endpoints';

const at = endpointsByPath(endpoints);
const create = at('/api/v1/pastes');
const signIn = at('/account/actions/sign-in');
const signOut = at('/account/actions/sign-out');
const register = at('/account/actions/register');
const extendPaste = at('/account/actions/extend-paste');
const deletePaste = at('/account/actions/delete-paste');
const changePastes = at('/account/actions/change-pastes');
const createKey = at('/account/actions/create-key');
const renameKey = at('/account/actions/rename-key');
const revokeKey = at('/account/actions/revoke-key');
const hideKey = at('/account/actions/hide-key');
const endSession = at('/account/actions/end-session');
const downloadData = at('/account/actions/download-data');
const deleteAccount = at('/account/actions/delete-account');
const createWebhook = at('/account/actions/create-webhook');
const updateWebhook = at('/account/actions/update-webhook');
const switchWebhook = at('/account/actions/switch-webhook');
const deleteWebhook = at('/account/actions/delete-webhook');
const testWebhook = at('/account/actions/test-webhook');
const redeliver = at('/account/actions/redeliver');
const hideSecret = at('/account/actions/hide-secret');
const linkChat = at('/account/actions/link-chat');
const endLinking = at('/account/actions/end-linking');
const changeChat = at('/account/actions/change-chat');
const unlinkChat = at('/account/actions/unlink-chat');

type Route = typeof signIn;

const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };

const FOR_SIGNED_IN = {
  changeChat,
  changePastes,
  createKey,
  createWebhook,
  deleteAccount,
  deletePaste,
  deleteWebhook,
  downloadData,
  endLinking,
  endSession,
  extendPaste,
  linkChat,
  redeliver,
  renameKey,
  revokeKey,
  switchWebhook,
  testWebhook,
  unlinkChat,
  updateWebhook,
};
const FOR_ALL = { hideKey, hideSecret, register, signIn, signOut };
const EVERY = { ...FOR_ALL, ...FOR_SIGNED_IN };

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
let cookie: string;
beforeAll(async () => {
  services = await openTestServices({
    REGISTRATION: 'open',
    RATE_LIMIT_AUTHENTICATED: '1000',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
  });
  key = await services.keyOf('anna');
  cookie = await services.cookieOf(key);
});
afterAll(() => services.end());

/** Sends a form as a page of ours does, from somebody who is signed in unless told otherwise. */
async function submit(route: Route, form: Record<string, string> = {}, headers: Record<string, string> = { Cookie: cookie }) {
  const { status, headers: received } = await send(route, { form, headers: { ...OWN_PAGE, ...headers } });
  return { status, location: received.get('location'), setCookie: received.get('set-cookie') };
}

async function pasteOf(apiKey: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await send(create, { json: { content: 'x', ...fields }, headers: { 'X-Api-Key': apiKey } });
  return (body as { publicId: string }).publicId;
}

describe('a form of the account pages', () => {
  it.each(Object.entries(EVERY))('a form of the account pages is refused from another site: %s', async (_, route) => {
    const strangers: Record<string, string>[] = [
      {},
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://x.paste.example', 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of strangers) {
      const answer = await send(route, { form: { apiKey: key }, headers: { ...headers, Cookie: cookie } });
      expect([headers, answer.status, answer.headers.get('set-cookie')]).toEqual([headers, 403, null]);
    }
  });

  it.each(Object.entries(FOR_SIGNED_IN))('a form of the account pages leads who is not signed in to signing in: %s', async (_, route) => {
    for (const headers of [{}, { Cookie: `${SESSION_COOKIE}=x` }] as Record<string, string>[])
      expect(await submit(route, {}, headers)).toMatchObject({ status: 303, location: '/account?notice=signed-out' });
  });

  it('a form of the account pages is sent as a form, or refused', async () => {
    const { status } = await send(signIn, { json: { apiKey: key }, headers: OWN_PAGE });
    expect(status).toBe(415);
  });
});

describe('signing in', () => {
  it('signing in gives a cookie for a good key, also with spaces around it', async () => {
    const { status, location, setCookie } = await submit(signIn, { apiKey: ` ${key} ` }, {});
    expect([status, location]).toEqual([303, '/account']);
    expect(setCookie).toMatch(/^__Host-sealpaste-session=[^;]{20,}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/);
  });

  it.each(['', 'wrong', `sp_${'a'.repeat(8)}_${'b'.repeat(38)}`])('signing in gives none for %j', async (apiKey) => {
    expect(await submit(signIn, { apiKey }, {})).toEqual({ status: 303, location: '/account?notice=unknown-key', setCookie: null });
  });

  it('signing in ends the session there was before', async () => {
    const before = await services.cookieOf(key);
    await submit(signIn, { apiKey: key }, { Cookie: before });
    expect(await services.sessions.findIn(before)).toBeNull();
  });

  it('signing in with a wrong key leaves the session there was', async () => {
    const before = await services.cookieOf(key);
    await submit(signIn, { apiKey: 'wrong' }, { Cookie: before });
    expect(await services.sessions.findIn(before)).toMatchObject({ userName: 'anna' });
  });

  it('signing in ends by signing out', async () => {
    const mine = await services.cookieOf(key);
    const { location, setCookie } = await submit(signOut, {}, { Cookie: mine });
    expect([location, setCookie]).toEqual(['/account?notice=signed-out', expect.stringMatching(/Max-Age=0$/)]);
    expect(await services.sessions.findIn(mine)).toBeNull();
  });
});

describe('registering', () => {
  it('registering makes an account whose key is handed to the next page', async () => {
    const { status, location, setCookie } = await submit(register, { userName: 'new-user' }, {});
    expect([status, location]).toEqual([303, '/account/register']);
    const handed = await services.flashCookies.newKey.findIn(null, setCookie?.split(';')[0] ?? null);
    expect(await services.accounts.authenticate(handed ?? '')).not.toBeNull();
    expect(setCookie).not.toContain(handed);
  });

  it('registering says when the name is taken, or none', async () => {
    expect((await submit(register, { userName: 'anna' }, {})).location).toBe('/account/register?notice=name-taken');
    expect((await submit(register, { userName: 'a b' }, {})).location).toBe('/account/register?notice=name-invalid');
  });
});

describe('keys', () => {
  it('keys are made with a name, handed to the next page, and revoked by their owner', async () => {
    const { location, setCookie } = await submit(createKey, { name: 'laptop', lifetimeDays: 'never' });
    expect(location).toBe('/account/keys');
    const principal = await services.sessions.findIn(cookie);
    const made = await services.flashCookies.newKey.findIn(principal, setCookie?.split(';')[0] ?? null);
    expect(await services.accounts.authenticate(made ?? '')).toMatchObject({ userId: principal?.userId });
    const keyId = made?.slice(3, 11) ?? '';
    expect((await submit(revokeKey, { keyId })).location).toBe('/account/keys?notice=key-revoked');
    expect(await services.accounts.authenticate(made ?? '')).toBeNull();
    expect((await submit(revokeKey, { keyId })).location).toBe('/account/keys?notice=key-gone');
  });

  it('keys without a name, or with a lifetime that is not offered, are not made', async () => {
    for (const form of [{ name: '', lifetimeDays: 'never' }, { name: 'x', lifetimeDays: '12345' }, { name: 'x' }] as Record<
      string,
      string
    >[])
      expect((await submit(createKey, form)).location).toBe('/account/keys?notice=key-invalid');
  });

  it('a refused name of a key comes back as it was typed', async () => {
    const typed = { keyId: key.slice(3, 11), name: 'n'.repeat(65) };
    const { location, setCookie } = await submit(renameKey, typed);
    expect(location).toBe('/account/keys?notice=key-name-invalid');
    const principal = await services.sessions.findIn(cookie);
    expect(await services.flashCookies.typedFields.findIn(principal, setCookie?.split(';')[0] ?? null)).toEqual(typed);
  });

  it('keys of somebody else are not revoked', async () => {
    const others = await services.keyOf('bert');
    expect((await submit(revokeKey, { keyId: others.slice(3, 11) })).location).toBe('/account/keys?notice=key-gone');
    expect(await services.accounts.authenticate(others)).not.toBeNull();
  });

  it('a key made on the page signs nobody in, and makes and revokes no key', async () => {
    const { setCookie } = await submit(createKey, { name: 'script', lifetimeDays: '30' });
    const principal = await services.sessions.findIn(cookie);
    const made = (await services.flashCookies.newKey.findIn(principal, setCookie?.split(';')[0] ?? null)) ?? '';
    expect(await submit(signIn, { apiKey: made }, {})).toEqual({ status: 303, location: '/account?notice=api-only-key', setCookie: null });
    // Nor by showing it to the forms themselves.
    const keysBefore = await services.accounts.listKeys();
    for (const headers of [{ 'X-Api-Key': made }, { Authorization: `Bearer ${made}` }] as Record<string, string>[]) {
      for (const route of [createKey, revokeKey]) {
        const form = { name: 'x', lifetimeDays: 'never', keyId: key.slice(3, 11), withMade: 'on' };
        expect(await submit(route, form, headers)).toMatchObject({ location: '/account?notice=signed-out' });
      }
    }
    const facts = (list: typeof keysBefore) => list.map(({ id, revokedAt }) => ({ id, revokedAt }));
    expect(facts(await services.accounts.listKeys())).toEqual(facts(keysBefore));
    await submit(revokeKey, { keyId: made.slice(3, 11) });
  });

  it('keys made with one that is revoked go with it when its owner says so', async () => {
    const leaked = await services.keyOf('anna');
    const leakedCookie = await services.cookieOf(leaked);
    const principal = await services.sessions.findIn(leakedCookie);
    const { setCookie } = await submit(createKey, { name: 'left behind', lifetimeDays: 'never' }, { Cookie: leakedCookie });
    const made = (await services.flashCookies.newKey.findIn(principal, setCookie?.split(';')[0] ?? null)) ?? '';
    const { location } = await submit(revokeKey, { keyId: leaked.slice(3, 11), withMade: 'on' });
    expect(location).toBe('/account/keys?notice=made-gone');
    for (const each of [leaked, made]) expect(await services.accounts.authenticate(each)).toBeNull();
    expect(await services.sessions.findIn(leakedCookie)).toBeNull();
  });

  it.each(['\0', 'a\0b', '\0'.repeat(8), '<b>', 'ü'])('keys are not looked for by what can’t be an id: %j', async (keyId) => {
    expect((await submit(revokeKey, { keyId })).location).toBe('/account/keys?notice=key-gone');
  });

  it('keys that signed this browser in sign it out when they are revoked', async () => {
    const own = await services.keyOf('anna');
    const { location } = await submit(revokeKey, { keyId: own.slice(3, 11) }, { Cookie: await services.cookieOf(own) });
    expect(location).toBe('/account?notice=signed-out');
  });

  it('a key that was seen is hidden from the page, also by a program', async () => {
    expect(await submit(hideKey)).toMatchObject({ status: 303, location: '/account/keys', setCookie: expect.stringMatching(/Max-Age=0$/) });
    expect(await submit(hideKey, {}, { Cookie: cookie, Accept: '*/*' })).toMatchObject({ status: 204, location: null });
  });
});

describe('pastes of an account', () => {
  it('pastes of an account are deleted, and the list stays where it was', async () => {
    const publicId = await pasteOf(key);
    expect((await submit(deletePaste, { publicId, q: 'a b', page: '3' })).location).toBe('/account?q=a+b&page=3&notice=deleted');
    expect((await submit(deletePaste, { publicId })).location).toBe('/account?notice=gone');
  });

  it('pastes of an account of somebody else are gone to whoever tries, and stay', async () => {
    const publicId = await pasteOf(await services.keyOf('bert'), { ttlSeconds: 60 });
    for (const route of [deletePaste, extendPaste])
      expect((await submit(route, { publicId, ttlSeconds: '60' })).location).toBe('/account?notice=gone');
    expect(await services.pastes.describe(publicId)).toMatchObject({ publicId });
  });

  it.each([
    ['a time that is none', { ttlSeconds: 'x' }, 'not-extended'],
    ['nothing', {}, 'not-extended'],
    ['more than a year', { ttlSeconds: '31536001' }, 'not-extended'],
    ['an hour', { ttlSeconds: '3600' }, 'extended'],
  ])('pastes of an account are extended by %s with the notice that fits', async (_, form, notice) => {
    const publicId = await pasteOf(key, { ttlSeconds: 60 });
    expect((await submit(extendPaste, { publicId, ...(form as Record<string, string>) })).location).toBe(`/account?notice=${notice}`);
  });

  it('pastes of an account that never expire stay so, and what has no id is gone', async () => {
    expect((await submit(extendPaste, { publicId: await pasteOf(key), ttlSeconds: '60' })).location).toBe('/account?notice=never-expires');
    for (const route of [deletePaste, extendPaste])
      expect((await submit(route, { publicId: '../x', ttlSeconds: '60' })).location).toBe('/account?notice=gone');
  });
});

describe('webhooks of an account', () => {
  const NEW = { url: ' http://127.0.0.1:9/ ', secret: 'a secret of tests', 'paste.created': 'on' };

  const outcomeOf = async (setCookie: string | null) =>
    services.flashCookies.webhookOutcome.findIn(await services.sessions.findIn(cookie), setCookie?.split(';')[0] ?? null);

  it('webhooks of an account are made, and their secret handed to the next page alone', async () => {
    const { location, setCookie } = await submit(createWebhook, NEW);
    const id = Number(/^\/account\/webhooks\/(\d+)\?notice=webhook-created$/.exec(location ?? '')?.[1]);
    expect(await outcomeOf(setCookie)).toEqual({ kind: 'secret', webhookId: id, secret: NEW.secret });
    expect(`${location}${setCookie}`).not.toContain(NEW.secret);
    const switched = await submit(switchWebhook, { webhookId: String(id), isActive: 'false' });
    expect(switched.location).toBe(`/account/webhooks/${id}?notice=webhook-off`);
    expect((await submit(hideSecret, { webhookId: String(id) })).location).toBe(`/account/webhooks/${id}`);
    const saved = await submit(updateWebhook, { webhookId: String(id), ...NEW, secret: '' });
    expect([saved.location, saved.setCookie]).toEqual([`/account/webhooks/${id}?notice=webhook-saved`, null]);
    expect((await submit(deleteWebhook, { webhookId: String(id) })).location).toBe('/account/webhooks?notice=webhook-deleted');
  });

  it('webhooks of an account for chats keep an address that is not typed again', async () => {
    const chat = { ...NEW, format: 'slack', url: 'http://127.0.0.1:9/services/T0/B0/aBcDeFgHiJkL' };
    // A page without script sends the secret's field whatever the format.
    const { location, setCookie } = await submit(createWebhook, chat);
    expect(setCookie).toBeNull();
    const webhookId = /webhooks\/(\d+)\?notice=webhook-created$/.exec(location ?? '')?.[1] ?? '';
    const saved = await submit(updateWebhook, { ...chat, webhookId, url: '', secret: '' });
    expect(saved.location).toBe(`/account/webhooks/${webhookId}?notice=webhook-saved`);
    const { userId } = (await services.sessions.findIn(cookie)) ?? { userId: 0 };
    expect(await services.webhooks.find({ userId }, Number(webhookId))).toMatchObject({ format: 'slack', url: chat.url });
    const matrix = await submit(updateWebhook, { ...chat, webhookId, format: 'matrix', url: '', secret: '' });
    expect(await outcomeOf(matrix.setCookie)).toMatchObject({ format: 'matrix', url: '', problems: { secret: expect.any(String) } });
    await submit(deleteWebhook, { webhookId });
  });

  it.each([
    ['short', 'refused'],
    ['long enough', 'again'],
  ])('webhooks of an account that are refused come back without the secret: %s', async (secret, problem) => {
    const { location, setCookie } = await submit(createWebhook, { url: 'ftp://x', secret });
    expect(location).toBe('/account/webhooks?notice=webhook-refused');
    expect(await outcomeOf(setCookie)).toEqual({
      kind: 'refused',
      webhookId: null,
      url: 'ftp://x',
      format: 'standard',
      events: [],
      problems: { url: expect.any(String), secret: problem, events: expect.any(String) },
    });
  });

  it.each(Object.entries({ deleteWebhook, redeliver, switchWebhook, testWebhook, updateWebhook }))(
    'webhooks of an account that are not there are said to be gone: %s',
    async (_, route) => {
      for (const webhookId of ['999999', '0', 'x', ''])
        expect((await submit(route, { webhookId })).location).toBe('/account/webhooks?notice=webhook-gone');
    },
  );

  it('webhooks of an account are sent no more than twenty requests a minute', async () => {
    const ownCookie = await services.cookieOf(await services.keyOf('carl'));
    const made = await submit(createWebhook, NEW, { Cookie: ownCookie });
    const webhookId = /webhooks\/(\d+)/.exec(made.location ?? '')?.[1] ?? '';
    const again = () => submit(redeliver, { webhookId, deliveryId: 'x' }, { Cookie: ownCookie });
    for (let index = 0; index < 20; index++) expect((await again()).location).toContain('delivery-gone');
    expect((await again()).location).toContain('too-many-sends');
    const program = await send(testWebhook, {
      form: { webhookId },
      headers: { ...OWN_PAGE, Accept: 'application/json', Cookie: ownCookie },
    });
    expect([program.status, program.headers.has('retry-after')]).toEqual([429, true]);
  });
});

describe('chats of an account', () => {
  it('chats of an account are off where there is no bot', async () => {
    expect((await submit(linkChat)).location).toBe('/account/chats?notice=chats-off');
  });

  it.each(Object.entries({ changeChat, unlinkChat }))(
    'chats of an account that are not there are said to be gone: %s',
    async (_, route) => {
      for (const destinationId of ['999999', '0', 'x', ''])
        expect((await submit(route, { destinationId })).location).toBe('/account/chats?notice=chat-gone');
    },
  );
});

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
    const { status, headers, text } = await send(downloadData, { form: {}, headers: { ...OWN_PAGE, ...mine } });
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

  it('an account is deleted with everything in it, by who types its name', async () => {
    const mineKey = await services.keyOf('dora');
    const mine = { Cookie: await services.cookieOf(mineKey) };
    const publicId = await pasteOf(mineKey);
    const strangers = await pasteOf(key);
    expect(await submit(deleteAccount, { userName: 'anna' }, mine)).toMatchObject({ location: '/account/keys?notice=account-name-wrong' });
    expect(await services.accounts.authenticate(mineKey)).not.toBeNull();
    const deleted = await submit(deleteAccount, { userName: 'dora' }, mine);
    expect(deleted).toMatchObject({
      status: 303,
      location: '/account?notice=account-deleted',
      setCookie: expect.stringContaining('Max-Age=0'),
    });
    const { accounts, pastes } = services;
    expect(await accounts.authenticate(mineKey)).toBeNull();
    await expect(pastes.describe(publicId)).rejects.toThrow();
    expect(await pastes.describe(strangers)).toMatchObject({ publicId: strangers });
    expect(await submit(renameKey, {}, mine)).toMatchObject({ location: '/account?notice=signed-out' });
  });
});

describe('several pastes at once', () => {
  it('the pastes that were ticked are changed, and a stranger’s is not', async () => {
    const mine = [await pasteOf(key, { title: 'one', ttlSeconds: 60 }), await pasteOf(key, { title: 'two', ttlSeconds: 60 })];
    const strangers = await pasteOf(await services.keyOf('emil'));
    const chosen = Object.fromEntries([...mine, strangers].map((id) => [`paste-${id}`, 'on']));
    const extended = await submit(changePastes, { ...chosen, change: 'extend', ttlSeconds: '3600', q: 'o' });
    expect(extended).toMatchObject({ status: 303, location: '/account?q=o&notice=several-extended' });
    const signedIn = await services.sessions.findIn(cookie);
    expect(await services.flashCookies.changedPastes.findIn(signedIn, extended.setCookie?.split(';')[0] ?? '')).toEqual(['one', 'two']);
    expect(await submit(changePastes, { ...chosen, change: 'delete' })).toMatchObject({ location: '/account?notice=several-deleted' });
    for (const id of mine) await expect(services.pastes.describe(id)).rejects.toThrow();
    expect(await services.pastes.describe(strangers)).toMatchObject({ publicId: strangers });
    expect(await submit(changePastes, { ...chosen, change: 'delete' })).toMatchObject({ location: '/account?notice=gone' });
    expect(await submit(changePastes, { change: 'delete' })).toMatchObject({ location: '/account?notice=none-chosen' });
  });

  it('a form of one row leads back to the row it names', async () => {
    const [first, next] = [await pasteOf(key), await pasteOf(key)];
    expect(await submit(deletePaste, { publicId: first, at: next })).toMatchObject({ location: `/account?notice=deleted#p-${next}` });
    expect(await submit(deletePaste, { publicId: next, at: '"><x' })).toMatchObject({ location: '/account?notice=deleted' });
  });
});

it('each form of a page has its endpoint', () => {
  const pages = readdirSync('components', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const actions = pages.flatMap((file) =>
    [...readFileSync(`components/${file}`, 'utf8').matchAll(/\baction(?:="|=\{|: )([^}\n]*)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/["']?([a-z]+(?:-[a-z]+)+|confirm|register|report)["']/g)].map(([, name]) => `/account/actions/${name}`),
    ),
  );
  expect(new Set(actions).size).toBeGreaterThan(30);
  const paths = new Set(endpoints.map(({ path }) => path));
  expect(actions.filter((path) => !paths.has(path))).toEqual([]);
});
