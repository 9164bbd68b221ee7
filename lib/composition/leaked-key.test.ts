/** Somebody had a key, or a browser, for a while: what they made with it gives nothing any more once it is ended with that. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countEnded } from '../accounts/endings.rules';
import type { SignedIn } from '../accounts/principal';
import { loadConfig } from '../config/config';
import { sha256 } from '../encoding/sha256';
import { createTestDatabase, engines, type TestDatabase } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { messageUpdate } from '../testing/updates';
import { buildWeb } from './build-web';
import type { Services } from './services';

const PLATFORM_SECRET = 'a-secret_of-tests';
const VERIFIER = 'v'.repeat(43);

describe.each(engines)('what a thief made with a key, on %s', (engine) => {
  let database: TestDatabase;
  let services: Services;
  let count = 0;
  let leaked: string;
  let owner: SignedIn;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const config = loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
      MESSENGER_WEBHOOK_SECRET: PLATFORM_SECRET,
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'sealpaste',
      SMTP_URL: 'smtp://127.0.0.1:1?tls=off',
      MAIL_FROM: 'paste@example.org',
    });
    services = await buildWeb(config);
  });
  afterAll(async () => {
    await services?.close();
    await database?.drop();
  });
  beforeEach(async () => {
    count += 1;
    leaked = await services.accounts.createKey(`owner-${count}`);
    owner = await browser(await services.accounts.createKey(`owner-${count}`));
  });

  const idOf = (key: string) => key.slice(3, 11);
  const signedIn = async (setCookie: string | null): Promise<SignedIn> => {
    const found = await services.sessions.findIn(setCookie?.split(';')[0] ?? null);
    if (!found) throw new Error('expected a session');
    return found;
  };
  /** Signs in with a key. */
  const browser = async (key: string) => signedIn((await services.sessions.signIn(key)).setCookie);
  const request = async (key: string) => {
    const principal = await services.accounts.authenticate(key);
    if (!principal) throw new Error('expected a good key');
    return principal;
  };
  const identities = () => {
    if (!services.signInProvider) throw new Error('expected a provider');
    return services.signInProvider.identities;
  };
  const claims = (sub: string) => ({ iss: 'https://id.example', sub: `${sub}-${count}`, preferred_username: 'thief' });
  const hook = (by: { userId: number }) =>
    services.webhooks.create(by, { url: `http://thief.example/${count}`, secret: 'a long secret', events: ['paste.created'] });
  const say = (text: string, chatId = 1_000 + count) => {
    const read = async () => messageUpdate(text, chatId);
    return services.messenger.receive({ requestId: 'r', clientAddress: null, secrets: [PLATFORM_SECRET], read });
  };
  const link = async (by: { userId: number }) => say(`/link ${(await services.messenger.createToken(by)).token}`);
  const makeKey = async (by: SignedIn) => (await services.accounts.createOwnKey(by, 'made', null)) ?? '';
  const mailbox = (by: { userId: number }) =>
    services.mail?.save(by, 'thief@example.net', { kinds: ['opened'], language: 'en' }, ['thief@example.net']);
  const lists = async () => ({
    webhooks: await services.webhooks.list(owner),
    chats: await services.messenger.list(owner),
    identities: await identities().listOwn(owner),
    keys: (await services.accounts.listOwnKeys(owner))
      .filter(({ isActive }) => isActive)
      .map(({ id }) => id)
      .toSorted(),
  });
  /** How many receivers are told of a new paste. */
  const toldOfPaste = async () => {
    await services.db.write(['webhook_deliveries', 'notification_queue'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
    await store(services.pastes, 'text', { owner });
    const tables = ['webhook_deliveries', 'notification_queue'].map((table) => `SELECT 1 AS one FROM ${table} WHERE status = 'pending'`);
    return (await services.db.read(tables.join(' UNION ALL '))).length;
  };
  const revoke = {
    'an operator': (key: string) => services.accounts.revokeKey(key, true),
    'their user': (key: string) => services.accounts.revokeOwnKey(owner, idOf(key), true),
  };

  it.each(['an operator', 'their user'] as const)('gives nothing once it is revoked with all of it by %s', async (who) => {
    const thief = await browser(leaked);
    await hook(await request(leaked));
    await link(await request(leaked));
    await mailbox(await request(leaked));
    const { token } = await services.messenger.createToken(thief);
    const made = await makeKey(thief);
    const challenge = sha256(VERIFIER).toString('base64url');
    const code = await services.clientLogin.allow(thief, { port: 1, state: 's', challenge, name: 'box' });
    expect(await identities().link(thief, claims('first'))).toBe('linked');
    // With the identity they come back, and go on.
    const { identityId, userId } = await identities().signIn(claims('first'));
    const again = await signedIn(await services.sessions.signInByIdentity({ id: identityId, userId: userId ?? 0 }));
    expect(again.userId).toBe(owner.userId);
    expect(await identities().link(again, claims('second'))).toBe('linked');
    const madeLater = await makeKey(again);
    await hook(await request(madeLater));
    expect(await toldOfPaste()).toBe(3);

    await revoke[who](leaked);
    expect(await lists()).toEqual({ webhooks: [], chats: [], identities: [], keys: [owner.keyId] });
    expect(await services.mail?.find(owner)).toBeNull();
    expect(await toldOfPaste()).toBe(0);
    for (const key of [leaked, made, madeLater]) expect(await services.accounts.authenticate(key)).toBeNull();
    for (const session of [thief, again])
      expect((await services.sessions.listOwn(owner)).map(({ id }) => id)).not.toContain(session.sessionId);
    for (const sub of ['first', 'second']) expect((await identities().signIn(claims(sub))).userId).not.toBe(owner.userId);
    await say(`/link ${token}`);
    expect(await services.messenger.list(owner)).toEqual([]);
    expect(await services.clientLogin.exchange(code, VERIFIER)).toBeNull();
  });

  it('is counted and stands in the audit, and what others made stays', async () => {
    await hook(owner);
    await makeKey(owner);
    const { id } = await hook(await request(leaked));
    const ended = await services.accounts.revokeKey(leaked, true);
    const told = [];
    for await (const entry of services.audit.all()) if (entry.objectId === idOf(leaked) && entry.action === 'key.revoked') told.push(entry);
    expect(told).toMatchObject([{ actor: 'operator', details: { withMade: true, made: `webhook ${id}` } }]);
    expect(ended).toEqual({ isEnded: true, made: { key: 0, identity: 0, webhook: 1, chat: 0, mailbox: 0, token: 0 } });
    const left = await lists();
    expect([left.webhooks.length, left.keys.length]).toEqual([1, 2]);
  });

  it('is listed before it goes, and stays when it is only listed', async () => {
    const { id } = await hook(await request(leaked));
    const made = await makeKey(await browser(leaked));
    await services.messenger.createToken(await request(leaked));
    const listed = await services.accounts.listMadeWith(leaked);
    expect(listed.keyId).toBe(idOf(leaked));
    expect(listed.made.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: 'key', id: idOf(made) },
      { kind: 'token', id: '' },
      { kind: 'webhook', id: String(id) },
    ]);
    expect((await lists()).webhooks).toHaveLength(1);
    expect(await services.accounts.authenticate(made)).not.toBeNull();
  });

  it.each(['an operator', 'their user'] as const)('is found by %s also when the key was revoked before, or is gone', async (who) => {
    const thief = await browser(leaked);
    const between = await makeKey(thief);
    await hook(await request(between));
    await services.accounts.revokeKey(leaked);
    expect((await lists()).webhooks).toHaveLength(1);
    await services.db.write([{ sql: 'DELETE FROM api_keys WHERE id IN (?, ?)', params: [idOf(leaked), idOf(between)] }]);
    expect(countEnded(await revoke[who](leaked))).toBe(1);
    expect((await lists()).webhooks).toEqual([]);
  });

  it('is also a webhook whose address was changed, not one that was only switched', async () => {
    const [turned, switched] = [await hook(owner), await hook(owner)];
    const thief = await request(leaked);
    await services.webhooks.update(thief, turned.id, { url: 'http://thief.example/turned' });
    await services.webhooks.update(thief, switched.id, { isActive: false });
    await services.accounts.revokeKey(leaked, true);
    expect((await lists()).webhooks.map(({ id }) => id)).toEqual([switched.id]);
  });

  it('in one browser goes with that browser, and what was made in another stays', async () => {
    const [stolen, mine] = [await browser(leaked), await browser(leaked)];
    for (const by of [stolen, mine]) {
      await hook(by);
      await makeKey(by);
    }
    await identities().link(stolen, claims('first'));
    await link(stolen);
    await mailbox(stolen);
    const ended = await services.accounts.endOwnSession(owner, stolen.sessionId, true);
    expect(ended).toEqual({ isEnded: true, made: { key: 1, identity: 1, webhook: 1, chat: 1, mailbox: 1, token: 1 } });
    const left = await lists();
    expect([left.webhooks.length, left.keys.length, left.chats, left.identities]).toEqual([1, 3, [], []]);
    expect(await services.accounts.authenticate(leaked)).not.toBeNull();
  });

  it('in a browser that has signed out can still be taken, by its own user alone', async () => {
    const thief = await browser(leaked);
    await hook(thief);
    await services.accounts.endOwnSession(owner, thief.sessionId);
    const stranger = await browser(await services.accounts.createKey(`stranger-${count}`));
    expect(countEnded(await services.accounts.endOwnSession(stranger, thief.sessionId, true))).toBe(0);
    expect(countEnded(await services.accounts.revokeOwnKey(stranger, idOf(leaked), true))).toBe(0);
    expect((await lists()).webhooks).toHaveLength(1);
    expect(countEnded(await services.accounts.endOwnSession(owner, thief.sessionId, true))).toBe(1);
  });

  it('by an identity goes when that is unlinked with it', async () => {
    await identities().link(owner, claims('mine'));
    const { identityId, userId } = await identities().signIn(claims('mine'));
    const stolen = await signedIn(await services.sessions.signInByIdentity({ id: identityId, userId: userId ?? 0 }));
    await hook(stolen);
    expect(countEnded(await services.accounts.unlinkIdentity(owner, identityId, true))).toBe(2);
    expect((await lists()).webhooks).toEqual([]);
  });

  it('while it is revoked is gone as well, whatever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const key = await services.accounts.createKey(`owner-${count}`);
      const [thief, program] = [await browser(key), await request(key)];
      const mine = await hook(owner);
      const { token } = await services.messenger.createToken(program);
      const attempts = [
        hook(program),
        makeKey(thief),
        say(`/link ${token}`, 50_000 + count * 100 + round),
        services.accounts.revokeKey(key, true),
        identities().link(thief, claims(`race-${round}`)),
        services.webhooks.update(program, mine.id, { url: 'http://thief.example/race' }),
        hook(thief),
        link(program),
      ];
      await Promise.allSettled(attempts);
      await services.webhooks.remove(owner, mine.id).catch(() => undefined);
      expect(await lists(), `round ${round}`).toEqual({
        webhooks: [],
        chats: [],
        identities: [],
        keys: [owner.keyId, idOf(leaked)].toSorted(),
      });
    }
  });

  it('linked chats are told of an identity, a key that signs in and the end', async () => {
    await link(owner);
    const [chat] = await services.messenger.list(owner);
    await identities().link(owner, claims('told'));
    await services.accounts.createKey(`owner-${count}`);
    await services.accounts.createKey(`owner-${count}`, { isApiOnly: true });
    await services.accounts.removeAccount(owner);
    const rows = await services.db.read(
      `SELECT q.kind FROM notification_queue q JOIN messenger_chats c ON c.id = q.chat_ref
        WHERE c.chat_id = ? AND q.next_retry_at IS NOT NULL AND q.destination_id IS NULL AND q.kind <> 'linked'`,
      [chat?.chatId ?? ''],
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['account.deleted', 'identity.linked', 'key.created']);
  });
});
