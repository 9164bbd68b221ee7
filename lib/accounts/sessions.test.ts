/** Signed-in browsers, from the service down to the row, on both engines. Tests put the database's clock where they need it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database';
import { contentsOf } from '../db/testing/contents';
import { createTestDatabase, engines, type TestDatabase } from '../db/testing/test-database';
import { collectingLogger, silentLogger } from '../testing/loggers';
import { createAccountsRepository } from './accounts.repository';
import { type AccountsService, createAccountsService } from './accounts.service';
import { createApiKey, parseApiKey } from './api-key';
import { createSealedCookie } from './sealed-cookie';
import { createSessionsRepository } from './sessions.repository';
import { createSessionsService, type SessionsService } from './sessions.service';

const SECURITY = { secret: 'a secret that only this test has, of 32 characters', isHttps: true };
const COOKIE = '__Host-sealpaste-session';
const TTL_MS = 30 * 86_400_000;
const SIGNED_IN_AT = Date.UTC(2031, 0, 1);

describe.each(engines)('a session on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let accounts: AccountsService;
  let names = 0;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    db = await database.open();
    accounts = createAccountsService(createAccountsRepository(db), silentLogger);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  /** Sessions of a process by whose database it is `now`. */
  const at = (now: number): SessionsService =>
    createSessionsService(createSessionsRepository({ ...db, dialect: { ...db.dialect, now: String(now) } }), SECURITY, silentLogger);
  const idOf = (key: string) => parseApiKey(key)?.id ?? '';
  const newUser = () => `user${(names += 1)}`;
  const rowsOf = async (key: string) => (await db.read('SELECT 1 AS one FROM sessions WHERE key_id = ?', [idOf(key)])).length;
  /** The `Cookie` header of a browser that has taken this Set-Cookie. */
  const cookieOf = (setCookie: string | null) => setCookie?.split(';')[0] ?? '';
  const sealedOf = (cookie: string) => cookie.slice(COOKIE.length + 1);
  const update = (sql: string, ...params: (string | number)[]) => db.write([{ sql, params }]);

  async function signIn({ user = newUser(), now = SIGNED_IN_AT } = {}) {
    const key = await accounts.createKey(user);
    return { user, key, cookie: cookieOf(await at(now).signIn(key)) };
  }

  it('a session is made by a good key, in a cookie that no script and no HTTP gets', async () => {
    const key = await accounts.createKey(newUser());
    expect(await at(SIGNED_IN_AT).signIn(key)).toMatch(
      /^__Host-sealpaste-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    );
    const local = createSessionsService(createSessionsRepository(db), { ...SECURITY, isHttps: false }, silentLogger);
    expect(await local.signIn(key)).toMatch(/^sealpaste-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  });

  it('a session says who is signed in and with which key, by cookie or header', async () => {
    const { user, key, cookie } = await signIn();
    const signedIn = { userId: expect.any(Number), userName: user, keyId: idOf(key) };
    expect(await at(SIGNED_IN_AT).findIn(`theme=dark; ${cookie}; other=1`)).toEqual(signedIn);
    expect(await at(SIGNED_IN_AT).find(sealedOf(cookie))).toEqual(signedIn);
  });

  it.each([
    ['a malformed key', async () => 'sp_nonsense'],
    ['no key', async () => ''],
    ['a well-formed key that nobody made', async () => createApiKey().text],
    [
      'the id of one key with the secret of another',
      async () => {
        const key = await accounts.createKey(newUser());
        await db.write([{ sql: 'UPDATE api_keys SET key_hash = ? WHERE id = ?', params: [Buffer.alloc(32), idOf(key)] }]);
        return key;
      },
    ],
    [
      'a revoked key',
      async () => {
        const key = await accounts.createKey(newUser());
        await accounts.revokeKey(key);
        return key;
      },
    ],
    [
      'the key of a disabled user',
      async () => {
        const user = newUser();
        const key = await accounts.createKey(user);
        await accounts.setDisabled(user, true);
        return key;
      },
    ],
  ])('a session is not made by %s', async (_, makeKey) => {
    const key = await makeKey();
    expect(await at(SIGNED_IN_AT).signIn(key)).toBeNull();
    expect(await rowsOf(key)).toBe(0);
  });

  it('a key makes sessions until the millisecond it expires', async () => {
    const key = await accounts.createKey(newUser());
    await update('UPDATE api_keys SET expires_at = ? WHERE id = ?', SIGNED_IN_AT, idOf(key));
    expect(await at(SIGNED_IN_AT).signIn(key)).toBeNull();
    expect(await at(SIGNED_IN_AT - 1).signIn(key)).not.toBeNull();
  });

  it('a session lasts thirty days to the millisecond, however it is used', async () => {
    const { cookie } = await signIn();
    expect(await at(SIGNED_IN_AT + TTL_MS - 1).findIn(cookie)).not.toBeNull();
    expect(await at(SIGNED_IN_AT + TTL_MS).findIn(cookie)).toBeNull();
  });

  it('signing out ends every copy of the cookie, and no other session of the key', async () => {
    const { key, cookie } = await signIn();
    const other = cookieOf(await at(SIGNED_IN_AT).signIn(key));
    expect(await at(SIGNED_IN_AT).signOut(cookie)).toBe(`${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0`);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
    expect(await at(SIGNED_IN_AT).findIn(other)).not.toBeNull();
  });

  it.each([
    ['no cookie', null],
    ['a cookie of somebody else', 'sealpaste-session=x'],
    ['nonsense', `${COOKIE}=nonsense`],
  ])('signing out with %s ends no session, and still removes the cookie', async (_, header) => {
    const { key } = await signIn();
    expect(await at(SIGNED_IN_AT).signOut(header)).toContain('Max-Age=0');
    expect(await rowsOf(key)).toBe(1);
  });

  it("revoking a key removes its sessions, and none of the same user's other key", async () => {
    const { user, key, cookie } = await signIn();
    const other = await signIn({ user });
    await accounts.revokeKey(key);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
    expect(await rowsOf(key)).toBe(0);
    expect(await at(SIGNED_IN_AT).findIn(other.cookie)).not.toBeNull();
  });

  it('a user who revokes a key ends its sessions; another who tries ends none', async () => {
    const { key, cookie } = await signIn();
    const owner = await at(SIGNED_IN_AT).findIn(cookie);
    const stranger = await at(SIGNED_IN_AT).findIn((await signIn()).cookie);
    if (!owner || !stranger) throw new Error('expected two sessions');
    expect(await accounts.revokeOwnKey(stranger, idOf(key))).toBe(false);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toEqual(owner);
    expect(await accounts.revokeOwnKey(owner, idOf(key))).toBe(true);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
    expect(await rowsOf(key)).toBe(0);
  });

  it('a session whose row outlived its revoked key signs nobody in', async () => {
    const { key, cookie } = await signIn();
    await update('UPDATE api_keys SET revoked_at = 1 WHERE id = ?', idOf(key));
    expect(await rowsOf(key)).toBe(1);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
  });

  it('a session ends at the millisecond its key expires', async () => {
    const { key, cookie } = await signIn();
    await update('UPDATE api_keys SET expires_at = ? WHERE id = ?', SIGNED_IN_AT + 1_000, idOf(key));
    expect(await at(SIGNED_IN_AT + 999).findIn(cookie)).not.toBeNull();
    expect(await at(SIGNED_IN_AT + 1_000).findIn(cookie)).toBeNull();
  });

  it('a session rests while its user is disabled', async () => {
    const { user, cookie } = await signIn();
    await accounts.setDisabled(user, true);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
    await accounts.setDisabled(user, false);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).not.toBeNull();
  });

  it('a changed, foreign or overlong cookie signs nobody in', async () => {
    const { cookie } = await signIn();
    const value = sealedOf(cookie);
    const seal = async (name: string, secret: string, content: object) =>
      sealedOf(cookieOf(await createSealedCookie(name, 60, { secret, isHttps: true }, (parsed) => parsed as object).seal(content)));
    const others = [
      undefined,
      '',
      'nonsense',
      value.slice(0, 100),
      value.replace(/^Fe26/, 'Fe27'),
      `${value.slice(0, -10)}${value.slice(-10).replace(/[A-Za-z]/, (letter) => (letter === 'a' ? 'b' : 'a'))}`,
      'x'.repeat(5_000),
      await seal('sealpaste-session', 'another secret than the one of this test, long', { id: 'x' }),
      await seal('sealpaste-session', SECURITY.secret, { id: 1 }),
      await seal('sealpaste-session', SECURITY.secret, {}),
    ];
    for (const sealed of others) expect(await at(SIGNED_IN_AT).find(sealed)).toBeNull();
    expect(await at(SIGNED_IN_AT).find(value)).not.toBeNull();
  });

  it('a request without a session cookie costs no query', async () => {
    const repository = createSessionsRepository(db);
    let queries = 0;
    const find = (idHash: Uint8Array) => {
      queries += 1;
      return repository.find(idHash);
    };
    const sessions = createSessionsService({ ...repository, find }, SECURITY, silentLogger);
    for (const header of [null, '', 'theme=dark', `${COOKIE}=nonsense`]) expect(await sessions.findIn(header)).toBeNull();
    expect(queries).toBe(0);
    await sessions.findIn((await signIn({ now: Date.now() })).cookie);
    expect(queries).toBe(1);
  });

  it("the database holds the SHA-256 of a session's id, and nothing else of it", async () => {
    const { cookie } = await signIn();
    const opened = createSealedCookie('sealpaste-session', TTL_MS / 1000, SECURITY, (content) => content as { id: string });
    const { id } = (await opened.unseal(sealedOf(cookie))) ?? { id: '' };
    expect(id).toHaveLength(43);
    const contents = await contentsOf(database);
    const digest = createHash('sha256').update(id).digest();
    expect(contents.includes(engine === 'sqlite' ? digest.toString('latin1') : digest.toString('hex'))).toBe(true);
    for (const hidden of [id, sealedOf(cookie), Buffer.from(id, 'base64url').toString('hex')])
      expect(contents.includes(hidden)).toBe(false);
  });

  it('signing in removes up to a hundred expired sessions, and none that lives', async () => {
    const { key } = await signIn();
    const later = SIGNED_IN_AT + TTL_MS;
    const staying = await signIn({ now: later - 1 });
    await db.write(
      Array.from({ length: 150 }, (_, index) => ({
        sql: 'INSERT INTO sessions (id_hash, key_id, created_at, expires_at) VALUES (?, ?, 0, ?)',
        params: [Buffer.from(`expired ${index}`), idOf(key), 1],
      })),
    );
    // Its own as well, of which a millisecond was left when the other was made.
    const before = 151;
    expect(await rowsOf(key)).toBe(before);
    await signIn({ now: 1 });
    expect(await rowsOf(key)).toBe(before - 100);
    await signIn({ now: later - 1 });
    // The one that ends at `later` has a millisecond to live.
    expect(await rowsOf(key)).toBe(before - 150);
    await signIn({ now: later });
    expect(await rowsOf(key)).toBe(0);
    expect(await rowsOf(staying.key)).toBe(1);
  });

  it('a session works even while the last use of its key cannot be recorded', async () => {
    const { key, cookie } = await signIn({ now: Date.now() });
    const lastUsedAt = async () => (await accounts.listKeys()).find(({ id }) => id === idOf(key))?.lastUsedAt ?? null;
    const repository = createSessionsRepository(db);
    const { log, lines } = collectingLogger();
    const touchKey = () => Promise.reject(new Error('the database is locked'));
    const failing = createSessionsService({ ...repository, touchKey }, SECURITY, log);
    expect(await failing.findIn(cookie)).not.toBeNull();
    await vi.waitFor(
      () => expect(lines).toMatchObject([{ level: 'warn', fields: { err: { message: 'the database is locked' } } }]),
      10_000,
    );
    expect(await lastUsedAt()).toBeNull();

    await createSessionsService(repository, SECURITY, silentLogger).findIn(cookie);
    await vi.waitFor(async () => expect(await lastUsedAt()).not.toBeNull(), 10_000);
  });
});
