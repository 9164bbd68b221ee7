/** Signing in at a real provider, from the form to the session. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, SESSION_COOKIE, send } from '../composition/testing/test-services';
import { CLIENT_ID, CLIENT_SECRET, type RealProvider, type Step, startRealProvider } from '../testing/real-provider';
import { endpoints } from './routes';

const at = endpointsByPath(endpoints);
const begin = at('/account/actions/sign-in-at-provider');
const link = at('/account/actions/link-identity');
const confirmThere = at('/account/actions/confirm-at-provider');
const comeBack = at('/account/oidc/callback');
const signIn = at('/account/actions/sign-in');
const signOut = at('/account/actions/sign-out');
const pastes = at('/api/v1/pastes');
const createKey = at('/api/v1/account/keys');

const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
const FROM_PROVIDER = { 'Sec-Fetch-Site': 'cross-site', Accept: 'text/html' };
const ATTEMPT = '__Host-sealpaste-signing-in';

let provider: RealProvider;
let services: Awaited<ReturnType<typeof openTestServices>>;

async function open(more: Record<string, string> = {}): Promise<void> {
  await services?.end();
  services = await openTestServices({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_NAME: 'The <Corp>',
    OIDC_SCOPES: 'openid profile email groups',
    OIDC_ALLOWED_GROUPS: 'staff',
    OIDC_ADMIN_GROUPS: 'chiefs',
    ...more,
  });
}

beforeAll(async () => {
  provider = await startRealProvider(`${BASE_URL}/account/oidc/callback`);
  provider.people.set('anna', { preferred_username: 'anna', email: 'anna@corp.example', email_verified: true, groups: ['staff'] });
  provider.people.set('bert', { preferred_username: 'bert', groups: ['staff', 'chiefs'] });
  await open();
});
afterAll(async () => {
  await services?.end();
  await provider?.close();
});
afterEach(() => {
  provider.broken.clear();
  provider.isDenied = false;
});

/** A browser's cookies of ours. */
class Jar {
  readonly #cookies = new Map<string, string>();
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  take({ headers }: { headers: Headers }): void {
    for (const set of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
  has = (name: string) => this.#cookies.has(name);
  async post(endpoint: typeof begin, form: Record<string, string> = {}) {
    const reply = await send(endpoint, { form, headers: { ...OWN_PAGE, Cookie: this.header } });
    this.take(reply);
    return { ...reply, location: reply.headers.get('location') };
  }
  async get(address: URL) {
    const reply = await send(comeBack, {
      path: `${address.pathname}${address.search}`,
      headers: { ...FROM_PROVIDER, Cookie: this.header },
    });
    this.take(reply);
    return { ...reply, location: reply.headers.get('location') };
  }
  /** Whether the API takes it for somebody. */
  isSignedIn = async () => (await send(pastes, { headers: { ...OWN_PAGE, Cookie: this.header } })).status === 200;
  who = () => services.sessions.findIn(this.header);
}

const leadsTo = ({ headers }: { headers: Headers }) => headers.get('refresh')?.replace('0; url=', '') ?? '';

/** To the provider and to its door. @returns the address that it sends back to */
async function go(jar: Jar, person: string, form: Record<string, string> = {}, endpoint = begin): Promise<URL> {
  provider.person = person;
  return provider.visit(leadsTo(await jar.post(endpoint, form)));
}

async function signInAs(person: string, form: Record<string, string> = {}) {
  const jar = new Jar();
  const reply = await jar.get(await go(jar, person, form));
  return { jar, reply, location: reply.location };
}

const unlink = (jar: Jar, id: string) =>
  send(at('/api/v1/account/identities/:id'), { method: 'DELETE', params: { id }, headers: { ...OWN_PAGE, Cookie: jar.header } });

describe('a person of the provider', () => {
  it('signs in, by pages and cookies alone, and out', async () => {
    const jar = new Jar();
    const leading = await jar.post(begin);
    expect([leading.status, jar.has(SESSION_COOKIE)]).toEqual([200, false]);
    expect(leading.text).toContain('To The &lt;Corp&gt;');
    expect(leading.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(leading.headers.getSetCookie().join()).toMatch(
      new RegExp(`^${ATTEMPT}=[^;]+; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=900$`),
    );
    provider.person = 'anna';
    const back = await provider.visit(leadsTo(leading));
    expect(`${back.origin}${back.pathname}`).toBe(`${BASE_URL}/account/oidc/callback`);
    const reply = await jar.get(back);
    expect([reply.status, reply.location]).toEqual([303, '/mine']);
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^${ATTEMPT}=; .*Max-Age=0$`)),
      expect.stringMatching(new RegExp(`^${SESSION_COOKIE}=[^;]+; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$`)),
    ]);
    expect(await jar.who()).toMatchObject({ userName: 'anna', keyId: null });
    expect(await jar.isSignedIn()).toBe(true);
    const copied = jar.header;
    expect((await jar.post(signOut)).location).toBe('/account?notice=signed-out');
    expect(await jar.isSignedIn()).toBe(false);
    expect(await services.sessions.findIn(copied)).toBeNull();
  });

  it('is signed in for SESSION_MAX_AGE and no longer', async () => {
    await open({ SESSION_MAX_AGE: '8h' });
    const { jar, reply } = await signInAs('anna');
    expect(reply.headers.getSetCookie().join('\n')).toMatch(new RegExp(`${SESSION_COOKIE}=.*; Max-Age=28800$`, 'm'));
    const grow = (ms: number) => services.db.write([{ sql: 'UPDATE sessions SET created_at = created_at - ?', params: [ms] }]);
    await grow(8 * 3_600_000 - 60_000);
    expect(await jar.isSignedIn()).toBe(true);
    await grow(60_000);
    expect(await jar.isSignedIn()).toBe(false);
    await open();
  });

  it('is the same user each time, and makes keys for scripts', async () => {
    const [first, second] = [await (await signInAs('anna')).jar.who(), await signInAs('anna')];
    expect((await second.jar.who())?.userId).toBe(first?.userId);
    const made = await send(createKey, { json: { name: 'a script' }, headers: { ...OWN_PAGE, Cookie: second.jar.header } });
    const { apiKey } = made.body as { apiKey: string };
    expect(await services.accounts.authenticate(apiKey)).toMatchObject({ userId: first?.userId });
  });

  it('comes back to where they were, and to no other host', async () => {
    expect((await signInAs('anna', { returnTo: '/view/abc?raw' })).location).toBe('/view/abc?raw');
    for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])
      expect((await signInAs('anna', { returnTo })).location).toBe('/mine');
    const key = await services.keyOf('by-key');
    expect((await new Jar().post(signIn, { apiKey: key, returnTo: '/view/abc' })).location).toBe('/view/abc');
    expect((await new Jar().post(signIn, { apiKey: key, returnTo: '//evil.example' })).location).toBe('/mine');
    expect((await new Jar().post(signIn, { apiKey: 'sp_wrong', returnTo: '/view/abc' })).location).toBe(
      '/account?notice=unknown-key&returnTo=%2Fview%2Fabc',
    );
  });

  it('a person without the group is refused, signed out, and no administrator', async () => {
    const { jar } = await signInAs('bert');
    const { userId } = (await jar.who()) ?? {};
    const isAdmin = async () => (await services.accounts.listUsers()).find(({ id }) => id === userId)?.isGroupAdmin;
    expect(await isAdmin()).toBe(true);
    provider.people.set('bert', { preferred_username: 'bert', groups: ['chiefs'] });
    // Until then the session goes on.
    expect(await jar.isSignedIn()).toBe(true);
    const again = await signInAs('bert', { returnTo: '/view/abc' });
    expect(again.location).toBe('/account?notice=group-refused&returnTo=%2Fview%2Fabc');
    expect([await jar.isSignedIn(), await again.jar.isSignedIn(), await isAdmin()]).toEqual([false, false, false]);
  });

  it('links another account only after a new sign-in, when the last was long ago', async () => {
    provider.people.set('cora', { preferred_username: 'cora', groups: ['staff'] });
    const { jar } = await signInAs('cora');
    await services.db.write([{ sql: 'UPDATE sessions SET created_at = created_at - ?', params: [600_000] }]);
    const ASKED = '/account/confirm?returnTo=%2Faccount%2Fsettings';
    expect((await jar.post(link)).location).toBe(ASKED);
    const form = { returnTo: '/account/settings' };
    // Somebody else at the provider confirms nothing.
    expect((await jar.get(await go(jar, 'anna', form, confirmThere))).location).toBe(`${ASKED}&notice=not-confirmed-there`);
    expect((await jar.post(link)).location).toBe(ASKED);
    const begun = await jar.post(confirmThere, form);
    expect(new URL(leadsTo(begun)).searchParams.get('prompt')).toBe('login');
    provider.person = 'cora';
    expect((await jar.get(await provider.visit(leadsTo(begun)))).location).toBe('/account/settings?notice=confirmed');
    expect((await jar.post(link)).status).toBe(200);
  });

  it('who is disabled here is refused', async () => {
    provider.people.set('dora', { preferred_username: 'dora', groups: ['staff'] });
    const { jar } = await signInAs('dora');
    await services.accounts.setDisabled('dora', true);
    expect(await jar.isSignedIn()).toBe(false);
    expect((await signInAs('dora')).location).toBe('/account?notice=user-disabled');
  });

  it('who says no at the provider is told so', async () => {
    provider.isDenied = true;
    const { location, jar } = await signInAs('anna');
    expect([location, await jar.isSignedIn()]).toEqual(['/account?notice=sign-in-cancelled', false]);
  });

  it('ends the session that their browser had', async () => {
    const jar = new Jar();
    await jar.post(signIn, { apiKey: await services.keyOf('earlier') });
    const before = jar.header;
    await jar.get(await go(jar, 'anna'));
    expect((await jar.who())?.userName).toBe('anna');
    expect(await services.sessions.findIn(before)).toBeNull();
  });
});

describe('nobody is signed in', () => {
  const STALE = '/account?notice=sign-in-stale';

  it('a return in another browser, a second one, or one without a start is refused', async () => {
    const [mine, theirs] = [new Jar(), new Jar()];
    const back = await go(mine, 'anna');
    expect((await theirs.get(back)).location).toBe(STALE);
    await theirs.post(begin);
    expect((await theirs.get(back)).location).toBe(STALE);
    expect(await theirs.isSignedIn()).toBe(false);
    const copied = mine.header;
    expect((await mine.get(back)).location).toBe('/mine');
    expect((await mine.get(back)).location).toBe(STALE);
    // With the cookie of then, too: the provider takes a code once.
    const replayed = await send(comeBack, { path: `${back.pathname}${back.search}`, headers: { ...FROM_PROVIDER, Cookie: copied } });
    expect([replayed.headers.get('location'), replayed.headers.getSetCookie().join()]).toEqual([
      STALE,
      expect.not.stringContaining('session='),
    ]);
  });

  it.each<[Step, 'status' | 'connection']>(
    (['token', 'jwks', 'userinfo'] as const).flatMap((step) => [
      [step, 'status'],
      [step, 'connection'],
    ]),
  )('when the provider’s %s fails with a %s, and later signs in again', async (step, how) => {
    // The keys of a provider that were fetched before are kept for a while.
    if (step === 'jwks') await open();
    const jar = new Jar();
    const back = await go(jar, 'anna', { returnTo: '/view/abc' });
    provider.broken.set(step, how);
    const reply = await jar.get(back);
    expect(reply.location).toBe('/account?notice=sign-in-unavailable&returnTo=%2Fview%2Fabc');
    expect(await jar.isSignedIn()).toBe(false);
    provider.broken.clear();
    expect((await signInAs('anna')).location).toBe('/mine');
  });

  it.each(['status', 'connection'] as const)('when discovery fails with a %s; the service does not depend on it', async (how) => {
    provider.broken.set('discovery', how);
    provider.asked.length = 0;
    await open();
    const key = await services.keyOf('anna');
    expect((await new Jar().post(signIn, { apiKey: key })).location).toBe('/mine');
    expect(provider.asked).toEqual([]);
    const jar = new Jar();
    expect((await jar.post(begin, { returnTo: '/view/abc' })).location).toBe('/account?notice=sign-in-unavailable&returnTo=%2Fview%2Fabc');
    provider.broken.clear();
    expect((await signInAs('anna')).location).toBe('/mine');
  });

  it('by another site’s form', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }, {}])
      for (const endpoint of [begin, link]) expect((await send(endpoint, { form: {}, headers })).status).toBe(403);
  });

  it('beyond the limit of sign-ins, which asks nothing of the provider', async () => {
    await open({ RATE_LIMIT_ANONYMOUS: '5' });
    const jar = new Jar();
    for (let count = 0; count < 20; count++) expect((await jar.post(begin)).status).toBe(200);
    const refused = await jar.post(begin);
    expect([refused.status, leadsTo(refused)]).toEqual([429, '']);
    await open();
  });
});

describe('somebody who signed in by key', () => {
  async function byKey(name: string) {
    const jar = new Jar();
    await jar.post(signIn, { apiKey: await services.keyOf(name) });
    return { jar, userId: (await jar.who())?.userId };
  }

  it('links an identity, which then signs them in, and unlinks it', async () => {
    provider.people.set('carla', { preferred_username: 'carla', groups: ['staff'] });
    const { jar, userId } = await byKey('linker');
    expect((await jar.get(await go(jar, 'carla', {}, link))).location).toBe('/account/settings?notice=identity-linked');
    expect((await jar.who())?.userId).toBe(userId);
    const other = await signInAs('carla');
    expect(await other.jar.who()).toMatchObject({ userId, userName: 'linker' });
    const identityId = (await other.jar.who())?.identityId ?? '';
    expect((await unlink(jar, identityId)).status).toBe(200);
    expect((await unlink(jar, identityId)).status).toBe(404);
    expect([await other.jar.isSignedIn(), await jar.isSignedIn()]).toEqual([false, true]);
  });

  it('does not link what belongs to somebody else, nor what may not sign in', async () => {
    await signInAs('anna');
    const { jar } = await byKey('greedy');
    expect((await jar.get(await go(jar, 'anna', {}, link))).location).toBe('/account/settings?notice=identity-taken');
    provider.people.set('nobody', { preferred_username: 'nobody', groups: [] });
    expect((await jar.get(await go(jar, 'nobody', {}, link))).location).toBe('/account/settings?notice=group-refused');
  });

  it('signing out, or in as another user, on the way links nothing', async () => {
    provider.people.set('emil', { preferred_username: 'emil', groups: ['staff'] });
    const { jar } = await byKey('leaving');
    const back = await go(jar, 'emil', {}, link);
    await jar.post(signOut);
    expect((await jar.get(back)).location).toBe('/account?notice=sign-in-stale');
    await jar.post(signIn, { apiKey: await services.keyOf('other') });
    expect((await jar.get(back)).location).toBe('/account?notice=sign-in-stale');
    expect(await services.signInProvider?.identities.listOwn((await jar.who()) ?? { userId: 0 })).toEqual([]);
  });

  it('signs themself out with the identity that they signed in with', async () => {
    const { jar } = await signInAs('anna');
    const identityId = (await jar.who())?.identityId ?? '';
    expect((await unlink(jar, identityId)).status).toBe(200);
    expect(await jar.isSignedIn()).toBe(false);
  });
});

it('without a provider none of its addresses is there', async () => {
  const plain = await openTestServices();
  const cookie = await plain.cookieOf(await plain.keyOf('anna'));
  for (const endpoint of [begin, link])
    expect((await send(endpoint, { form: {}, headers: { ...OWN_PAGE, Cookie: cookie } })).status).toBe(404);
  expect((await send(comeBack, { path: '/account/oidc/callback?code=x&state=y', headers: FROM_PROVIDER })).status).toBe(404);
  await plain.end();
});
