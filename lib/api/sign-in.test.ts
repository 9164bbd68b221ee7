/** The forms of signing in: what all forms refuse alike, and the page that each leads to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, SESSION_COOKIE, send } from '../composition/testing/test-services';
import { endpoints } from './routes';

const at = endpointsByPath(endpoints);
const signIn = at('/account/actions/sign-in');
const signOut = at('/account/actions/sign-out');

type Route = typeof signIn;

const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };

const FOR_SIGNED_IN = {
  allowClient: at('/account/actions/allow-client'),
  confirm: at('/account/actions/confirm'),
  confirmAtProvider: at('/account/actions/confirm-at-provider'),
  linkIdentity: at('/account/actions/link-identity'),
};
const EVERY = {
  ...FOR_SIGNED_IN,
  signIn,
  signOut,
  report: at('/account/actions/report'),
  signInAtProvider: at('/account/actions/sign-in-at-provider'),
};

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
let cookie: string;
beforeAll(async () => {
  services = await openTestServices();
  key = await services.keyOf('anna');
  cookie = await services.cookieOf(key);
});
afterAll(() => services.end());

/** Sends a form as a page of ours does, from somebody who is signed in unless told otherwise. */
async function submit(route: Route, form: Record<string, string> = {}, headers: Record<string, string> = { Cookie: cookie }) {
  const { status, headers: received } = await send(route, { form, headers: { ...OWN_PAGE, ...headers } });
  return { status, location: received.get('location'), setCookie: received.get('set-cookie') };
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
    expect([status, location]).toEqual([303, '/mine']);
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
