/** How a program on somebody's machine gets a key, from the form to the key. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpoints } from './routes';

const at = endpointsByPath(endpoints);
const allow = at('/account/actions/allow-client');
const exchange = at('/api/v1/client-keys');
const pastes = at('/api/v1/pastes');
const webhooks = at('/api/v1/webhooks');

const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
const VERIFIER = 'v'.repeat(43);
const ASKED = {
  port: '41234',
  state: 's'.repeat(43),
  challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  name: 'anna’s <b>laptop</b>',
};

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
let cookie: string;
beforeAll(async () => {
  services = await openTestServices();
  key = await services.keyOf('anna');
  cookie = await services.cookieOf(key);
});
afterAll(() => services?.end());

const ask = (fields: Record<string, string> = ASKED, headers: Record<string, string> = { ...OWN_PAGE, Cookie: cookie }) =>
  send(allow, { form: fields, headers });

async function codeOf(): Promise<string> {
  const { headers } = await ask();
  return new URL(headers.get('refresh')?.replace('0; url=', '') ?? '').searchParams.get('code') ?? '';
}
const give = (code: string, verifier = VERIFIER) => send(exchange, { json: { code, verifier } });

describe('a program on somebody’s machine', () => {
  it('a client gets a code on its machine alone, and a key named after the machine', async () => {
    const allowed = await ask();
    expect(allowed.status).toBe(200);
    const to = new URL(allowed.headers.get('refresh')?.replace('0; url=', '') ?? '');
    expect([to.origin, to.pathname, to.searchParams.get('state')]).toEqual(['http://127.0.0.1:41234', '/', ASKED.state]);
    expect(allowed.text).toContain(to.search.replaceAll('&', '&amp;'));
    const { status, body, headers } = await give(to.searchParams.get('code') ?? '');
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { apiKey } = body as { apiKey: string };
    const anna = await services.accounts.authenticate(key);
    expect(await services.accounts.authenticate(apiKey)).toMatchObject({
      userId: anna?.userId,
      scopes: ['pastes:create', 'pastes:read', 'pastes:manage'],
    });
    const listed = await services.accounts.listOwnKeys({ userId: anna?.userId ?? 0 });
    expect(listed.find(({ id }) => id === apiKey.slice(3, 11))).toMatchObject({
      name: 'sealpaste on annas blaptopb',
      maySignIn: false,
      madeBy: key.slice(3, 11),
    });
    expect((await send(pastes, { headers: { 'X-Api-Key': apiKey } })).status).toBe(200);
    expect((await send(webhooks, { headers: { 'X-Api-Key': apiKey } })).status).toBe(403);
  });

  it('a code without its verifier, with a wrong one, or used twice makes no key', async () => {
    const code = await codeOf();
    const count = async () => (await services.accounts.listKeys()).length;
    const before = await count();
    for (const [shown, verifier] of [
      [code, 'w'.repeat(43)],
      [code, ASKED.challenge],
      ['', VERIFIER],
      ['Fe26.2*1*aaaa*bbbb*cccc**dddd*eeee~2', VERIFIER],
      [cookie.split('=')[1] ?? '', VERIFIER],
      [code.replace(/.{5}~2$/, 'AAAAA~2'), VERIFIER],
    ] as const)
      expect((await give(shown, verifier)).status).toBe(403);
    expect(await count()).toBe(before);
    expect((await give(code)).status).toBe(201);
    expect((await give(code)).status).toBe(403);
    expect((await Promise.all([give(await codeOf()), give(code)])).map(({ status }) => status)).toEqual([201, 403]);
    expect(await count()).toBe(before + 2);
  });

  it('of several that use one code at once, one gets a key', async () => {
    const code = await codeOf();
    const replies = await Promise.all(Array.from({ length: 5 }, () => give(code)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('a code makes no key after two minutes, or once its sign-in key is revoked', async () => {
    const [old, orphan] = [await codeOf(), await codeOf()];
    vi.useFakeTimers({ now: Date.now() + 121_000 + 60_000, toFake: ['Date'] });
    expect((await give(old)).status).toBe(403);
    vi.useRealTimers();
    await services.accounts.revokeKey(key);
    expect((await give(orphan)).status).toBe(403);
    key = await services.keyOf('anna');
    cookie = await services.cookieOf(key);
  });

  it('gets no code from another site’s page, nor of somebody who is not signed in', async () => {
    expect((await ask(ASKED, { Cookie: cookie, Origin: 'https://evil.example' })).status).toBe(403);
    const { status, headers } = await ask(ASKED, OWN_PAGE);
    expect([status, headers.get('location'), headers.get('refresh')]).toEqual([303, '/account?notice=signed-out', null]);
  });

  it.each([
    ['no port', { port: '' }],
    ['a privileged port', { port: '80' }],
    ['a port that is another host', { port: '41234@evil.example' }],
    ['too high a port', { port: '65536' }],
    ['no challenge', { challenge: '' }],
    ['a short state', { state: 'short' }],
    ['a state that breaks out of the address', { state: `${'s'.repeat(20)}&code=x` }],
  ])('gets no code with %s', async (_, wrong) => {
    const { status, headers } = await ask({ ...ASKED, ...wrong });
    expect([status, headers.get('refresh')]).toEqual([400, null]);
  });
});
