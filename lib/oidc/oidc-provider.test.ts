/** Responses of a provider that are refused, and which requests it gets when. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectingLogger } from '../testing/loggers';
import { type LyingProvider, startLyingProvider } from '../testing/lying-provider';
import { createOidcProvider } from './oidc-provider';

const CLIENT = 'sealpaste';
const ALL = () => true;
const NONE = () => false;
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

let liar: LyingProvider;
let nowMs = 0;
beforeAll(async () => {
  liar = await startLyingProvider(CLIENT);
});
afterAll(() => liar?.close());
afterEach(() => {
  liar.idToken = (claims) => liar.sign(claims);
  liar.metadata = {};
  liar.userinfo = {};
});

function provider(more: { issuer?: string; clientSecret?: string | null } = {}): {
  oidc: ReturnType<typeof createOidcProvider>;
  logged: () => string;
} {
  const { log, lines } = collectingLogger();
  const settings = {
    issuer: liar.issuer,
    clientId: CLIENT,
    clientSecret: 'sécret:&',
    scopes: 'openid profile',
    redirectUri: 'https://paste.example/account/oidc/callback',
    ...more,
  };
  return { oidc: createOidcProvider(settings, log, () => nowMs), logged: () => JSON.stringify(lines) };
}

/** One sign-in. */
async function signIn(oidc: ReturnType<typeof createOidcProvider>, isEnough: () => boolean = ALL) {
  const { url, attempt } = await oidc.begin();
  return oidc.finish(liar.authorize(url), attempt, isEnough);
}

describe('an ID token is believed', () => {
  it('when it is honest', async () => {
    expect(await signIn(provider().oidc)).toMatchObject({ iss: liar.issuer, sub: 'liar', preferred_username: 'liar' });
  });

  it.each<[string, LyingProvider['idToken']]>([
    ['of another issuer', (claims) => liar.sign({ ...claims, iss: 'https://other.example' })],
    ['for another audience', (claims) => liar.sign({ ...claims, aud: 'another' })],
    ['for several audiences, another being the authorized one', (claims) => liar.sign({ ...claims, aud: [CLIENT, 'b'], azp: 'b' })],
    ['for another authorized party', (claims) => liar.sign({ ...claims, azp: 'b' })],
    ['for an authorized party that is no name', (claims) => liar.sign({ ...claims, azp: [CLIENT] })],
    ['with another nonce', (claims) => liar.sign({ ...claims, nonce: 'another' })],
    ['without nonce', ({ nonce, ...claims }) => liar.sign(claims)],
    ['that has expired', (claims) => liar.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })],
    ['that never expires', ({ exp, ...claims }) => liar.sign(claims)],
    ['without subject', ({ sub, ...claims }) => liar.sign(claims)],
    ['signed by another key', (claims) => liar.forge(claims)],
    ['with `alg: none`', async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['with `alg: none` and a signature', async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.c2ln`],
    ['signed with the client’s secret', (claims) => liar.signWith('sécret:&', claims)],
    ['signed with the provider’s public key as a secret', (claims) => liar.signWith(liar.publicKey, claims)],
    ['made later than now', (claims) => liar.sign({ ...claims, iat: inAnHour(), nbf: inAnHour(), exp: inAnHour() + 300 })],
    ['with its signature cut off', async (claims) => (await liar.sign(claims)).replace(/[^.]*$/, '')],
    [
      'with another payload under its signature',
      async (claims) => (await liar.sign(claims)).replace(/\.[^.]*\./, `.${encode({ ...claims, sub: 'operator' })}.`),
    ],
    ['that is no token', async () => 'nonsense'],
  ])('not %s', async (_, idToken) => {
    liar.idToken = idToken;
    const { oidc, logged } = provider();
    await expect(signIn(oidc)).rejects.toMatchObject({ name: 'OidcError', reason: 'invalid' });
    expect(logged()).toContain('"step":"token"');
    for (const secret of ['eyJ', 'access', 'sécret', 'operator']) expect(logged()).not.toContain(secret);
  });
});

describe('a provider', () => {
  it('is not asked anything before somebody signs in, and then once an hour', async () => {
    nowMs = 0;
    const { oidc } = provider();
    liar.metadata = { authorization_endpoint: `${liar.issuer}/first` };
    expect((await oidc.begin()).url).toContain('/first?');
    liar.metadata = { authorization_endpoint: `${liar.issuer}/second` };
    nowMs = 3_599_999;
    expect((await oidc.begin()).url).toContain('/first?');
    nowMs = 3_600_000;
    expect((await oidc.begin()).url).toContain('/second?');
  });

  it('that calls itself something else is refused, and asked again the next time', async () => {
    const { oidc, logged } = provider();
    for (const issuer of ['https://other.example', `${liar.issuer}/`, `${liar.issuer}/{tenantid}/v2.0`]) {
      liar.metadata = { issuer };
      await expect(oidc.begin()).rejects.toMatchObject({ reason: 'invalid' });
    }
    expect(logged()).toContain('discovery');
    liar.metadata = {};
    await expect(oidc.begin()).resolves.toBeDefined();
  });

  it('each sign-in sends a new challenge, state and nonce, and a matching verifier', async () => {
    const { oidc } = provider();
    const [first, second] = [await oidc.begin(), await oidc.begin()];
    const [one, two] = [first, second].map(({ url }) => new URL(url).searchParams);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one?.get(name)).toHaveLength(43);
      expect(one?.get(name)).not.toBe(two?.get(name));
    }
    expect(one?.get('code_challenge_method')).toBe('S256');
    expect(one?.get('redirect_uri')).toBe('https://paste.example/account/oidc/callback');
    await oidc.finish(liar.authorize(second.url), second.attempt, ALL);
    expect(liar.tokenRequest?.body.get('code_verifier')).toBe(second.attempt.verifier);
    expect(first.url).not.toContain(first.attempt.verifier);
  });

  it.each([
    ['in the way that every provider has', {}, 'sécret:&', /^Basic /, null],
    [
      'in the body where it takes nothing else',
      { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      'sécret:&',
      null,
      'sécret:&',
    ],
    ['not at all without one', {}, null, null, null],
  ])('gets the secret %s', async (_, metadata, clientSecret, header, inBody) => {
    liar.metadata = metadata;
    await signIn(provider({ clientSecret }).oidc);
    const { authorization, body } = liar.tokenRequest ?? { authorization: '', body: new URLSearchParams() };
    if (header === null) expect(authorization).toBeNull();
    else expect(authorization).toMatch(header);
    expect(body.get('client_secret')).toBe(inBody);
  });

  it('userinfo adds missing claims of the same person but overrides no signed claim', async () => {
    liar.userinfo = { sub: 'liar', groups: ['staff'], preferred_username: 'another' };
    expect(await signIn(provider().oidc, NONE)).toMatchObject({ sub: 'liar', groups: ['staff'], preferred_username: 'liar' });
    liar.userinfo = { sub: 'operator', groups: ['staff'] };
    await expect(signIn(provider().oidc, NONE)).rejects.toMatchObject({ reason: 'invalid' });
  });

  it('that is not there is unavailable, and says so in the log', async () => {
    const { oidc, logged } = provider({ issuer: 'http://127.0.0.1:9' });
    await expect(oidc.begin()).rejects.toMatchObject({ reason: 'unavailable' });
    expect(logged()).toContain('no connection');
  });
});

describe('a response', () => {
  it.each([
    ['of another sign-in', '?code=code&state=another', 'stale'],
    ['without state', '?code=code', 'stale'],
    ['with two states', null, 'stale'],
    ['without code', null, 'invalid'],
    ['that refuses', null, 'cancelled'],
    ['of a provider with a problem', null, 'unavailable'],
    ['with an error of ours', null, 'invalid'],
    ['of another issuer (RFC 9207)', null, 'invalid'],
  ])('%s is %s', async (what, query, reason) => {
    const { oidc } = provider();
    const { attempt } = await oidc.begin();
    const queries: Record<string, string> = {
      'with two states': `?code=code&state=${attempt.state}&state=x`,
      'without code': `?state=${attempt.state}`,
      'that refuses': `?error=access_denied&state=${attempt.state}`,
      'of a provider with a problem': `?error=temporarily_unavailable&state=${attempt.state}`,
      'of another issuer (RFC 9207)': `?code=code&state=${attempt.state}&iss=https%3A%2F%2Fother.example`,
      'with an error of ours': `?error=invalid_scope&error_description=x&state=${attempt.state}`,
    };
    await expect(oidc.finish(query ?? queries[what] ?? '', attempt, ALL)).rejects.toMatchObject({ reason });
  });
});
