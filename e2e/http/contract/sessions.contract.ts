/** Tests signed-in browsers over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsRepository } from '#lib/accounts/accounts.repository';
import { type AccountsService, createAccountsService } from '#lib/accounts/accounts.service';
import { createSealedCookie } from '#lib/accounts/sealed-cookie';
import { type Database, only } from '#lib/db/database';
import { contentsOf } from '#lib/db/testing/contents';
import type { TestDatabase } from '#lib/db/testing/test-database';
import { silentLogger } from '#lib/testing/loggers';
import { call, createPaste, createWebhook, NOBODYS_URL, readPaste } from '../../support/api';
import type { Host } from '../../support/balancer';
import { sendForm, signIn } from '../../support/browser-session';
import { ORIGIN, SESSION_SECRET, type Started } from '../../support/contract';
import { keyringOf } from '../../support/rows';

const OWN = { Origin: ORIGIN };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

export function describeSessions(started: Started): void {
  let database: TestDatabase;
  let db: Database;
  let accounts: AccountsService;
  let web: Host;
  let names = 0;

  beforeAll(async () => {
    const { environment } = started();
    ({ database, web } = started());
    db = await database.open();
    accounts = createAccountsService(createAccountsRepository(db, keyringOf(environment)), silentLogger);
  });

  afterAll(() => db?.close());

  const newUser = () => `user${(names += 1)}`;
  const newKey = (user: string) => accounts.createKey(user);
  const idOf = (key: string) => key.slice(3, 11);
  const page = async (path: string, cookie: string) =>
    (await fetch(`${web.url}${path}`, { headers: { Cookie: cookie }, redirect: 'manual' })).text();
  const listWith = (headers: Record<string, string>) => call<{ pastes: unknown[] }>(`${web.url}/api/v1/pastes`, { headers });
  const newSession = async (user = newUser()) => {
    const key = await newKey(user);
    return { user, key, cookie: await signIn(web.url, ORIGIN, key) };
  };
  const isSignedIn = async (cookie: string) => (await listWith({ Cookie: cookie, ...OWN })).status === 200;

  describe('a session', () => {
    it('is opened by a key, in a cookie for this host, for HTTPS and for no script', async () => {
      const user = newUser();
      const { status, location, setCookies, cookies } = await sendForm(
        `${web.url}/account/actions/sign-in`,
        { apiKey: ` ${await newKey(user)}\n` },
        OWN,
      );
      expect([status, location]).toEqual([303, '/account']);
      expect(setCookies).toEqual([
        expect.stringMatching(/^__Host-sealpaste-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/),
      ]);
      expect(await page('/account', cookies[0] ?? '')).toContain(`Signed in as ${user}`);
    });

    it.each([
      ['nothing', () => ''],
      ['a typo', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
      ['its public id', idOf],
      ['the whole page', () => 'x'.repeat(10_000)],
    ])('is not opened by %s', async (_, change) => {
      const { status, location, setCookies } = await sendForm(
        `${web.url}/account/actions/sign-in`,
        { apiKey: change(await newKey(newUser())) },
        OWN,
      );
      expect([status, location, setCookies]).toEqual([303, '/account?notice=unknown-key', []]);
    });

    it('is not opened by a key that is revoked or expired, or whose user is disabled', async () => {
      const [revoked, expired, disabled] = [await newKey(newUser()), await newKey(newUser()), await newKey('disabled')];
      await accounts.revokeKey(idOf(revoked));
      await db.write([
        { sql: 'UPDATE api_keys SET expires_at = ? WHERE id = ?', params: [Date.now() - 1_000, idOf(expired)] },
        { sql: 'UPDATE users SET disabled_at = ? WHERE name = ?', params: [Date.now(), 'disabled'] },
      ]);
      for (const key of [revoked, expired, disabled]) await expect(signIn(web.url, ORIGIN, key)).rejects.toThrow('unknown-key');
    });

    it('makes what its browser pastes its own, and lets it extend and delete that', async () => {
      const { cookie, key } = await newSession();
      const { publicId } = await createPaste(web.url, { content: 'x', ttlSeconds: 60 }, { Cookie: cookie, ...OWN });
      expect((await listWith({ 'X-Api-Key': key })).body.pastes).toHaveLength(1);
      const mine = { Cookie: cookie, ...OWN };
      expect((await call(`${web.url}/api/v1/pastes/${publicId}/extend`, { json: { ttlSeconds: 60 }, headers: mine })).status).toBe(200);
      expect((await call(`${web.url}/api/v1/pastes/${publicId}`, { method: 'DELETE', headers: mine })).status).toBe(200);
    });

    it('is in the database as a digest, and its cookie holds nothing readable', async () => {
      const { cookie, key } = await newSession();
      const sealed = cookie.slice(cookie.indexOf('=') + 1);
      const security = { secret: SESSION_SECRET, isHttps: true };
      const content = await createSealedCookie('sealpaste-session', 2_592_000, security, (value) => value as { id: string }).unseal(sealed);
      const id = content?.id ?? '';
      expect(id).toHaveLength(43);
      const stored = await contentsOf(database);
      for (const hidden of [id, Buffer.from(id).toString('hex'), sealed, key]) expect(stored.includes(hidden)).toBe(false);
      for (const hidden of [id, key, idOf(key)]) expect(cookie).not.toContain(hidden);
    });

    it.each([
      ['/account/keys', {}],
      ['/account/keys', { RSC: '1' }],
      ['/account/keys?_rsc=abc', { RSC: '1', 'Next-Router-Prefetch': '1' }],
      ['/account/keys.rsc', {}],
      ['/account/keys', { 'x-middleware-subrequest': 'src/middleware:middleware:middleware:middleware:middleware' }],
      ['/account%2Fkeys', {}],
      ['/account/keys/', {}],
    ])('is what the pages of an account need, however they are asked for: %s %j', async (path, headers) => {
      const { user, key, cookie } = await newSession();
      const shows = async (extra: Record<string, string>) => {
        const text = await (await fetch(`${web.url}${path}`, { headers: { ...headers, ...extra }, redirect: 'follow' })).text();
        return text.includes(`sp_${idOf(key)}`) || text.includes(`Signed in as ${user}`);
      };
      expect(await shows({})).toBe(false);
      if (path === '/account/keys' && !('RSC' in headers)) expect(await shows({ Cookie: cookie })).toBe(true);
    });

    it('counts as a use of its key', async () => {
      const { cookie, key } = await newSession();
      await isSignedIn(cookie);
      const lastUsed = async () => only(await db.read('SELECT last_used_at FROM api_keys WHERE id = ?', [idOf(key)])).last_used_at;
      await expect.poll(lastUsed, { timeout: 30_000 }).not.toBeNull();
    });

    it.each([
      ['nothing sealed', 'abc'],
      ['a seal of another secret', 'Fe26.2*1*aaaa*bbbb*cccc**dddd*eeee~2'],
      ['another version', 'Fe26.9*1*a*b*c**d*e~9'],
      ['percent signs', '%%%'],
      ['much', 'x'.repeat(8_000)],
    ])('is not made of a cookie with %s', async (_, value) => {
      const cookie = `__Host-sealpaste-session=${value}`;
      expect((await listWith({ Cookie: cookie, ...OWN })).status).toBe(401);
      expect(await page('/account', cookie)).toContain('Sign in with your key');
    });
  });

  describe('a copied cookie is refused', () => {
    it('after its owner signs out, and only that one', async () => {
      const { cookie, key } = await newSession();
      const other = await signIn(web.url, ORIGIN, key);
      expect(await isSignedIn(cookie)).toBe(true);
      const answer = await sendForm(`${web.url}/account/actions/sign-out`, {}, { Cookie: cookie, ...OWN });
      expect(answer).toMatchObject({ status: 303, location: '/account?notice=signed-out' });
      expect(answer.setCookies).toEqual([expect.stringMatching(/^__Host-sealpaste-session=; .*Max-Age=0$/)]);
      expect(await isSignedIn(cookie)).toBe(false);
      expect(await page('/account', cookie)).toContain('Sign in with your key');
      expect(await isSignedIn(other)).toBe(true);
    });

    it('when its key is revoked on the account page, by itself or by another session', async () => {
      const user = newUser();
      const [first, second] = [await newKey(user), await newKey(user)];
      const [own, other] = [await signIn(web.url, ORIGIN, first), await signIn(web.url, ORIGIN, second)];
      const revoke = (keyId: string, cookie: string) =>
        sendForm(`${web.url}/account/actions/revoke-key`, { keyId }, { Cookie: cookie, ...OWN });
      expect((await revoke(idOf(second), own)).location).toBe('/account/keys?notice=key-revoked');
      expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
      expect((await revoke(idOf(first), own)).location).toBe('/account?notice=signed-out');
      expect(await isSignedIn(own)).toBe(false);
    });

    it('a copied cookie ends when its key is revoked or expires or its user is disabled', async () => {
      const [revoked, expired, disabled] = [await newSession(), await newSession(), await newSession()];
      for (const { cookie } of [revoked, expired, disabled]) expect(await isSignedIn(cookie)).toBe(true);
      await accounts.revokeKey(idOf(revoked.key));
      await db.write([
        { sql: 'UPDATE api_keys SET expires_at = ? WHERE id = ?', params: [Date.now() - 1_000, idOf(expired.key)] },
        { sql: 'UPDATE users SET disabled_at = ? WHERE name = ?', params: [Date.now(), disabled.user] },
      ]);
      for (const { cookie } of [revoked, expired, disabled]) expect(await isSignedIn(cookie)).toBe(false);
    });

    it('when its time is over; signing in removes what is over', async () => {
      const { cookie, key } = await newSession();
      await db.write([{ sql: 'UPDATE sessions SET expires_at = ? WHERE key_id = ?', params: [Date.now() - 1_000, idOf(key)] }]);
      expect(await isSignedIn(cookie)).toBe(false);
      await newSession();
      expect(await db.read('SELECT key_id FROM sessions WHERE key_id = ?', [idOf(key)])).toEqual([]);
    });
  });

  describe('the cookie does nothing for another site', () => {
    const foreign: [string, Record<string, string>][] = [
      ['from another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
      ['from a subdomain', { Origin: 'https://other.paste.example', 'Sec-Fetch-Site': 'same-site' }],
      ['from an opaque origin', { Origin: 'null' }],
      ['from an opaque origin that claims to be ours', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
      ['from our name without HTTPS', { Origin: 'http://paste.example' }],
      ['from our name as a beginning', { Origin: 'https://paste.example.evil.example' }],
      ['from nowhere', {}],
      ['cross-site by Sec-Fetch-Site alone', { 'Sec-Fetch-Site': 'cross-site' }],
      ['cross-site with our Origin', { ...OWN, 'Sec-Fetch-Site': 'cross-site' }],
    ];

    it.each(foreign)('%s: creating, extending and deleting are 403 and change nothing', async (_, headers) => {
      const { cookie, key } = await newSession();
      const { publicId, expiresAt } = await createPaste(web.url, { content: 'x', ttlSeconds: 600 }, { 'X-Api-Key': key });
      const paste = `${web.url}/api/v1/pastes/${publicId}`;
      const attacks: [string, RequestInit][] = [
        [`${web.url}/api/v1/pastes`, { method: 'POST', headers: JSON_TYPE, body: '{"content":"planted"}' }],
        [`${web.url}/api/v1/pastes`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{"content":"planted"}' }],
        [`${web.url}/api/v1/pastes`, { method: 'POST', headers: FORM_TYPE, body: 'content=planted' }],
        [`${paste}/extend`, { method: 'POST', headers: JSON_TYPE, body: '{"ttlSeconds":60}' }],
        [`${paste}/extend`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{"ttlSeconds":60}' }],
        [paste, { method: 'DELETE' }],
        [paste, { method: 'DELETE', headers: { 'Content-Type': 'text/plain' }, body: 'x' }],
      ];
      for (const [url, init] of attacks) {
        const { status } = await fetch(url, { ...init, headers: { ...init.headers, ...headers, Cookie: cookie } });
        expect(status, `${init.method} ${url}`).toBe(403);
      }
      expect((await listWith({ 'X-Api-Key': key })).body.pastes).toEqual([expect.objectContaining({ publicId, expiresAt })]);
    });

    it('from our own page, what is not JSON is 415 and changes nothing', async () => {
      const { cookie, key } = await newSession();
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const { status } = await fetch(`${web.url}/api/v1/pastes`, {
          method: 'POST',
          headers: { 'Content-Type': type, Cookie: cookie, ...OWN },
          body: '{"content":"x"}',
        });
        expect(status).toBe(415);
      }
      expect((await listWith({ 'X-Api-Key': key })).body.pastes).toEqual([]);
    });

    it('reading is as if it were not there; an address typed by its owner is answered', async () => {
      const { cookie } = await newSession();
      expect((await listWith({ Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
      expect((await listWith({ Cookie: cookie, Origin: 'null' })).status).toBe(401);
      expect((await listWith({ Cookie: cookie })).status).toBe(401);
      expect((await listWith({ Cookie: cookie, 'Sec-Fetch-Site': 'none' })).status).toBe(200);
      expect((await listWith({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    });

    it('a key in the header makes it ignored, wherever the request comes from', async () => {
      const [anna, bert] = [await newSession(), await newSession()];
      const mixed = { Cookie: anna.cookie, 'X-Api-Key': bert.key, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      const { publicId } = await createPaste(web.url, { content: 'x' }, mixed);
      expect((await listWith({ 'X-Api-Key': bert.key })).body.pastes).toEqual([expect.objectContaining({ publicId })]);
      expect((await listWith({ 'X-Api-Key': anna.key })).body.pastes).toEqual([]);
      expect((await listWith({ Cookie: anna.cookie, 'X-Api-Key': 'sp_wrong', ...OWN })).status).toBe(401);
    });

    it.each(foreign)('%s: no form of the account pages does anything', async (_, headers) => {
      const { cookie, key } = await newSession();
      const { publicId } = await createPaste(web.url, { content: 'x', ttlSeconds: 600 }, { 'X-Api-Key': key });
      const webhook = await createWebhook(web.url, { 'X-Api-Key': key });
      const webhookId = String(webhook.id);
      const keys = (await accounts.listKeys()).length;
      const forms: [string, Record<string, string>][] = [
        ['sign-in', { apiKey: key }],
        ['sign-out', {}],
        ['create-key', { name: 'planted', lifetimeDays: 'never' }],
        ['revoke-key', { keyId: idOf(key) }],
        ['delete-paste', { publicId }],
        ['extend-paste', { publicId, ttlSeconds: '600' }],
        ['register', { userName: 'planted' }],
        ['create-webhook', { url: NOBODYS_URL, secret: 'planted secret', 'paste.created': 'on' }],
        ['update-webhook', { webhookId, url: `${NOBODYS_URL}planted`, 'paste.created': 'on' }],
        ['switch-webhook', { webhookId, isActive: 'false' }],
        ['delete-webhook', { webhookId }],
        ['test-webhook', { webhookId }],
        ['redeliver', { webhookId, deliveryId: 'msg_1' }],
        ['hide-secret', { webhookId }],
      ];
      for (const [action, fields] of forms) {
        const answer = await sendForm(`${web.url}/account/actions/${action}`, fields, { ...headers, Cookie: cookie });
        expect([action, answer.status, answer.setCookies]).toEqual([action, 403, []]);
      }
      expect(await isSignedIn(cookie)).toBe(true);
      expect(await accounts.listKeys()).toHaveLength(keys);
      expect((await readPaste(web.url, publicId)).status).toBe(200);
      const { body } = await call(`${web.url}/api/v1/webhooks`, { headers: { 'X-Api-Key': key } });
      expect(body).toEqual({ webhooks: [webhook] });
    });

    it('forms get 415 for another type, 413 for too much and 405 for another method', async () => {
      const { cookie } = await newSession();
      const url = `${web.url}/account/actions/create-key`;
      const headers = { Cookie: cookie, ...OWN };
      const text = await fetch(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'text/plain' }, body: 'name=x' });
      expect(text.status).toBe(415);
      expect((await sendForm(url, { name: 'x'.repeat(20_000) }, headers)).status).toBe(413);
      expect((await fetch(url, { headers })).status).toBe(405);
    });
  });
}
