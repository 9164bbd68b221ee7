/** House rules of a host and of a key: the same for the API, uploads, documents and secret requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { createRequestKeys } from '../envelope/answer-keys';
import { sealAnswer } from '../envelope/answer-seal';
import { sealPaste } from '../envelope/envelope-seal';
import { CHUNK_BYTES } from '../pastes/storage/paste-content';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const pastes = at('/api/v1/pastes');
const limits = at('/api/v1/limits');

type TestServices = Awaited<ReturnType<typeof openTestServices>>;

const sealed = { content: '', isE2ee: true };
const locked = { content: '', isE2ee: true };
/** An envelope of several pieces. */
const long = { content: '', isE2ee: true };
const TEXT = { content: 'text' };

beforeAll(async () => {
  const text = { content: 'text', title: '', syntax: '', files: [] };
  sealed.content = (await sealPaste(text)).envelope;
  locked.content = (await sealPaste(text, { password: 'secret' })).envelope;
  const noise = Array.from({ length: 2 * CHUNK_BYTES }, () => String.fromCharCode(33 + Math.random() * 90)).join('');
  long.content = (await sealPaste({ ...text, content: noise }, { password: 'secret' })).envelope;
});

/** Opens the services of a host with rules for the tests of the describe. */
function useHost(variables: Record<string, string>): { services(): TestServices; header(name: string): Promise<Record<string, string>> } {
  let services: TestServices;
  beforeAll(async () => {
    services = await openTestServices(variables);
  });
  afterAll(() => services.end());
  return { services: () => services, header: async (name) => ({ 'X-Api-Key': await services.keyOf(name) }) };
}

/** The names of the rules that a response says are broken. */
const brokenIn = ({ status, body }: { status: number; body: unknown }) => {
  const { code, details = [] } = body as { code?: string; details?: { rule: string }[] };
  return status === 201 ? [] : [status, code, ...details.map(({ rule }) => rule)];
};

describe('a host that requires everything', () => {
  const host = useHost({ REQUIRE: 'e2ee,password,burn,account' });

  it.each<[string, () => object, readonly string[]]>([
    ['a text', () => TEXT, ['e2ee', 'password', 'burn']],
    ['what only says that it is encrypted', () => ({ content: 'text', isE2ee: true, burnAfterRead: true }), ['e2ee', 'password']],
    ['an envelope without a password', () => ({ ...sealed, burnAfterRead: true }), ['password']],
    ['an envelope with a password that stays', () => locked, ['burn']],
    ['an envelope with a password and some reads', () => ({ ...locked, maxReads: 2 }), ['burn']],
    ['an envelope with a password that burns', () => ({ ...locked, burnAfterRead: true }), []],
    ['a long envelope with a password that burns', () => ({ ...long, burnAfterRead: true }), []],
  ])('takes %s only if it keeps all rules, and names those that it breaks', async (_, paste, broken) => {
    const withKey = await send(pastes, { json: paste(), headers: await host.header('anna') });
    expect(brokenIn(withKey)).toEqual(broken.length === 0 ? [] : [422, 'rule', ...broken]);
    expect(brokenIn(await send(pastes, { json: paste() }))).toEqual([422, 'rule', ...broken, 'account']);
    expect(await host.services().db.read('SELECT 1 AS one FROM pastes')).toHaveLength(broken.length === 0 ? 1 : 0);
    await host.services().db.write([{ sql: 'DELETE FROM pastes', params: [] }]);
  });

  it('refuses uploads and documents in their own words', async () => {
    const headers = await host.header('anna');
    const upload = await send(at('/:name'), { method: 'PUT', params: { name: 'a.txt' }, text: 'text', headers });
    expect([upload.status, upload.text]).toEqual([
      422,
      expect.stringMatching(/^error: e2ee: expected .*; content: expected .*; burn: expected /),
    ]);
    expect((await send(at('/documents'), { method: 'POST', text: 'text', headers })).status).toBe(422);
    const path = '/a.txt?burn=1&e2ee=1';
    expect((await send(at('/:name'), { method: 'PUT', path, params: { name: 'a.txt' }, text: locked.content, headers })).status).toBe(201);
  });

  it('holds a request to its rules, and takes its answers, which have no password', async () => {
    const { publicKey } = await createRequestKeys();
    const ask = { publicKey, label: '', ttlSeconds: 60 };
    const ofRequests = at('/api/v1/requests');
    expect(brokenIn(await send(ofRequests, { json: { ...ask, burnAfterRead: false } }))).toEqual([422, 'rule', 'burn', 'account']);
    const { status, body } = await send(ofRequests, { json: ask, headers: await host.header('anna') });
    expect(status).toBe(201);
    const { requestId } = body as { requestId: string };
    const content = await sealAnswer({ content: 'the secret' }, publicKey);
    expect((await send(at('/api/v1/requests/:requestId/answers'), { params: { requestId }, json: { content } })).status).toBe(201);
  });

  it('tells its rules to everybody, and to its pages', async () => {
    const { status, body } = await send(limits);
    expect([status, (body as { rules: object }).rules]).toEqual([
      200,
      {
        require: ['e2ee', 'password', 'burn', 'account'],
        maxTtlSeconds: null,
        defaultTtlSeconds: 604_800,
        anonymousCreate: false,
        anonymousRead: true,
      },
    ]);
    expect((await send(at('/data'))).body).toMatchObject({ rules: ['e2ee', 'password', 'burn', 'account'], mayCreate: false });
  });
});

describe('a host without rules', () => {
  const host = useHost({ MAX_TTL_SECONDS: '864000' });
  const keyWith = async (require: readonly ('e2ee' | 'burn')[], maxTtlSeconds: number | null) => {
    const key = await host.services().accounts.createKey('bert', { rules: { require, maxTtlSeconds } });
    return { 'X-Api-Key': key };
  };

  it('takes what it always took', async () => {
    for (const paste of [TEXT, sealed, locked, { content: 'text', isE2ee: true }])
      expect((await send(pastes, { json: paste })).status).toBe(201);
    expect((await send(limits)).body).toMatchObject({ rules: { require: [], maxTtlSeconds: 864_000, anonymousCreate: true } });
  });

  it('holds a key to the rules of its own, and no other key of its user', async () => {
    const headers = await keyWith(['e2ee'], 86_400);
    expect(brokenIn(await send(pastes, { json: TEXT, headers }))).toEqual([422, 'rule', 'e2ee']);
    expect((await send(pastes, { json: { ...sealed, ttlSeconds: 86_400 }, headers })).status).toBe(201);
    expect(brokenIn(await send(pastes, { json: { ...sealed, ttlSeconds: 86_401 }, headers }))).toEqual([422, 'rule', 'max-ttl']);
    expect((await send(pastes, { json: TEXT, headers: await host.header('bert') })).status).toBe(201);
    expect((await send(limits, { headers })).body).toMatchObject({ rules: { require: ['e2ee'], maxTtlSeconds: 86_400 } });
  });

  it('gives pastes of a key that asks for no expiry, or the default, its longest one', async () => {
    const headers = await keyWith([], 3_600);
    for (const fields of [{}, { ttlSeconds: 'default' }]) {
      const before = Date.now();
      const { body } = await send(pastes, { json: { ...TEXT, ...fields }, headers });
      const left = Date.parse(String((body as { expiresAt: string }).expiresAt)) - before;
      expect(Math.round(left / 1000)).toBeLessThanOrEqual(3_601);
    }
  });

  it('lets a key extend a paste up to its own limit', async () => {
    const headers = await keyWith([], 3_600);
    const { body } = await send(pastes, { json: { ...TEXT, ttlSeconds: 600 }, headers });
    const params = { publicId: String((body as { publicId: string }).publicId) };
    const extend = (ttlSeconds: number) =>
      send(at('/api/v1/pastes/:publicId/extend'), { method: 'POST', params, json: { ttlSeconds }, headers });
    expect((await extend(600)).status).toBe(200);
    expect(brokenIn(await extend(3_600))).toEqual([422, 'rule', 'max-ttl']);
  });

  it('lets no key with rules sign in, where it could make keys without them', async () => {
    const { 'X-Api-Key': key } = await keyWith(['burn'], null);
    expect((await host.services().sessions.signIn(key)).setCookie ?? null).toBeNull();
  });
});
