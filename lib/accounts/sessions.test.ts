/** Signed-in browsers, from the service down to the row, on both engines. Tests put the database's clock where they need it. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createAuditRecorder } from '../audit/audit-recorder';
import type { Database } from '../db/database';
import { contentsOf } from '../testing/contents';
import { collectingLogger, silentLogger } from '../testing/loggers';
import { engines, type TestDatabase } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { createKeyring } from '../vault/keyring';
import { MAX_SESSIONS } from './accounts.rules';
import { type AccountsService, createAccountsService } from './accounts.service';
import { createApiKey, parseApiKey } from './api-key';
import { createSealedCookie } from './sealed-cookie';
import { createSessionsService } from './sessions.service';

const SECURITY = { secret: 'a secret that only this test has, of 32 characters', isHttps: true };
const COOKIE = '__Host-sealpaste-session';
const HOUR_MS = 3_600_000;
const IDLE_MS = 7 * 24 * HOUR_MS;
const TTL_MS = 30 * 24 * HOUR_MS;
const SIGNED_IN_AT = Date.UTC(2031, 0, 1);

const keyring = createKeyring([randomBytes(32)]);

describe.each(engines)('a session on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let accounts: AccountsService;
  let names = 0;

  useDatabase(engine, (opened, its) => {
    db = opened;
    database = its;
    accounts = createAccountsService(db, keyring, silentLogger);
  });

  const sessionsOn = (on: Partial<Database>, now: number | null = null, log = silentLogger, maxAgeMs?: number) => {
    const changed = { ...db, ...on, dialect: now === null ? db.dialect : { ...db.dialect, now: String(now) } };
    return createSessionsService(changed, createAuditRecorder(changed, keyring), SECURITY, log, maxAgeMs);
  };
  /** The sessions service of a process whose database's clock reads `now`. */
  const at = (now: number): ReturnType<typeof createSessionsService> => sessionsOn({}, now);
  const idOf = (key: string) => parseApiKey(key)?.id ?? '';
  const newUser = () => `user${(names += 1)}`;
  const rowsOf = async (key: string) => (await db.read('SELECT 1 AS one FROM sessions WHERE key_id = ?', [idOf(key)])).length;
  /** The `Cookie` header of a browser that has taken this Set-Cookie. */
  const cookieOf = (setCookie: string | null) => setCookie?.split(';')[0] ?? '';
  const sealedOf = (cookie: string) => cookie.slice(COOKIE.length + 1);
  const update = (sql: string, ...params: (string | number)[]) => db.write([{ sql, params }]);

  async function signIn({ user = newUser(), now = SIGNED_IN_AT } = {}) {
    const key = await accounts.createKey(user);
    return { user, key, cookie: cookieOf((await at(now).signIn(key)).setCookie) };
  }

  it('a user’s sessions are limited, and the next one ends that user’s oldest', async () => {
    const other = await signIn();
    const user = newUser();
    const cookies: string[] = [];
    const keys = [await accounts.createKey(user), await accounts.createKey(user)];
    for (let index = 0; index < MAX_SESSIONS; index++)
      cookies.push(cookieOf((await at(SIGNED_IN_AT + index).signIn(keys[index % 2] as string)).setCookie));
    const isSignedIn = async (cookie = '') => (await at(SIGNED_IN_AT + 100).findIn(cookie)) !== null;
    expect(await isSignedIn(cookies[0])).toBe(true);
    // The key's id is no secret: a session for it needs the key's hash, too.
    const [real = ''] = keys;
    const read: Database['read'] = (sql) => db.read(sql, [idOf(real), createHash('sha256').update(real).digest()]);
    const forged = createApiKey(idOf(real)).text;
    expect(await sessionsOn({ read }, SIGNED_IN_AT + 100).signIn(forged)).toEqual({ setCookie: null, problem: 'unknown-key' });
    expect(await isSignedIn(cookies[0])).toBe(true);
    // The new session stays, although another one was made in the same millisecond.
    const latest = cookieOf((await at(SIGNED_IN_AT + MAX_SESSIONS - 1).signIn(keys[0] as string)).setCookie);
    expect(await Promise.all([latest, cookies[0], cookies[1], cookies.at(-1), other.cookie].map(isSignedIn))).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    expect((await rowsOf(keys[0] as string)) + (await rowsOf(keys[1] as string))).toBe(MAX_SESSIONS);
  });

  it('a session is made by a good key, in a cookie that no script and no HTTP gets', async () => {
    const key = await accounts.createKey(newUser());
    expect((await at(SIGNED_IN_AT).signIn(key)).setCookie).toMatch(
      /^__Host-sealpaste-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    );
    const local = createSessionsService(db, createAuditRecorder(db, keyring), { ...SECURITY, isHttps: false }, silentLogger);
    expect((await local.signIn(key)).setCookie).toMatch(/^sealpaste-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  });

  it('a session says who is signed in and with which key, by cookie or header', async () => {
    const { user, key, cookie } = await signIn();
    const who = { userId: expect.any(Number), isAdmin: false, userName: user, keyId: idOf(key), identityId: null };
    const signedIn = { ...who, isConfirmed: true, sessionId: expect.stringMatching(/^[0-9a-f]{64}$/) };
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
    expect(await at(SIGNED_IN_AT).signIn(key)).toEqual({ setCookie: null, problem: 'unknown-key' });
    expect(await rowsOf(key)).toBe(0);
  });

  it('a key makes sessions until the millisecond it expires', async () => {
    const key = await accounts.createKey(newUser());
    await update('UPDATE api_keys SET expires_at = ? WHERE id = ?', SIGNED_IN_AT, idOf(key));
    expect(await at(SIGNED_IN_AT).signIn(key)).toEqual({ setCookie: null, problem: 'unknown-key' });
    expect(await at(SIGNED_IN_AT - 1).signIn(key)).toMatchObject({ problem: null });
  });

  const endOf = async (key: string) =>
    Number((await db.read('SELECT expires_at FROM sessions WHERE key_id = ?', [idOf(key)]))[0]?.expires_at);
  /** Uses the session, and waits until its end has moved to `end`. */
  async function use(now: number, { key, cookie }: { key: string; cookie: string }, end: number): Promise<void> {
    expect(await at(now).findIn(cookie)).not.toBeNull();
    await vi.waitFor(async () => expect(await endOf(key)).toBe(end));
  }

  it('a session that nobody uses ends after seven days, to the millisecond', async () => {
    const { cookie } = await signIn();
    expect(await at(SIGNED_IN_AT + IDLE_MS).findIn(cookie)).toBeNull();
    expect(await at(SIGNED_IN_AT + IDLE_MS - 1).findIn(cookie)).not.toBeNull();
  });

  it('a session that is used lasts thirty days to the millisecond, and no longer', async () => {
    const session = await signIn();
    const last = SIGNED_IN_AT + TTL_MS;
    for (let now = SIGNED_IN_AT + IDLE_MS - 1; now < last; now += IDLE_MS - 1) await use(now, session, Math.min(now + IDLE_MS, last));
    expect(await at(last - 1).findIn(session.cookie)).not.toBeNull();
    expect(await at(last).findIn(session.cookie)).toBeNull();
    expect(await endOf(session.key)).toBe(last);
  });

  it('using a session writes at most once an hour', async () => {
    const session = await signIn();
    await update('UPDATE api_keys SET last_used_at = ? WHERE id = ?', SIGNED_IN_AT + HOUR_MS, idOf(session.key));
    const written: string[] = [];
    const counted = (now: number) => {
      const write: Database['write'] = (statements) => {
        written.push(...statements.map(({ sql }) => sql));
        return db.write(statements);
      };
      return sessionsOn({ write }, now);
    };
    for (const after of [0, 1, 60_000, HOUR_MS - 1]) expect(await counted(SIGNED_IN_AT + after).findIn(session.cookie)).not.toBeNull();
    expect(written).toEqual([]);
    const atOnce = counted(SIGNED_IN_AT + HOUR_MS);
    await Promise.all(Array.from({ length: 5 }, () => atOnce.findIn(session.cookie)));
    await vi.waitFor(async () => expect(await endOf(session.key)).toBe(SIGNED_IN_AT + HOUR_MS + IDLE_MS));
    written.length = 0;
    await atOnce.findIn(session.cookie);
    expect(written).toEqual([]);
  });

  it('a session that has ended is not brought back by its use', async () => {
    const { key, cookie } = await signIn();
    const end = SIGNED_IN_AT + IDLE_MS;
    // The session ends between the read that finds it and the write that would move its end.
    const read: Database['read'] = (sql, params) => db.read(sql.replaceAll(String(end), String(end - 1)), params);
    let written: unknown;
    const write: Database['write'] = (statements) => (written = db.write(statements)) as ReturnType<Database['write']>;
    expect(await sessionsOn({ read, write }, end).findIn(cookie)).not.toBeNull();
    expect(written).toBeInstanceOf(Promise);
    await written;
    expect(await endOf(key)).toBe(end);
  });

  it('a session works even while its end cannot be moved', async () => {
    const { cookie } = await signIn();
    const { log, lines } = collectingLogger();
    const write = () => Promise.reject(new Error('the database is locked'));
    expect(await sessionsOn({ write }, SIGNED_IN_AT + IDLE_MS - 1, log).findIn(cookie)).not.toBeNull();
    await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ message: 'end of a session not moved' })));
  });

  it('a session is not made by a good key that may not sign in, and that is told', async () => {
    const key = await accounts.createKey(newUser(), { isApiOnly: true });
    expect(await at(SIGNED_IN_AT).signIn(key)).toEqual({ setCookie: null, problem: 'api-only-key' });
    expect(await rowsOf(key)).toBe(0);
    // A revoked key doesn't get the reason.
    await accounts.revokeKey(key);
    expect(await at(SIGNED_IN_AT).signIn(key)).toEqual({ setCookie: null, problem: 'unknown-key' });
  });

  it('a session whose key may sign in no more signs nobody in', async () => {
    const { key, cookie } = await signIn();
    await update('UPDATE api_keys SET may_sign_in = FALSE WHERE id = ?', idOf(key));
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
  });

  it('an unknown key costs no write, and a refused one costs one row of the audit', async () => {
    const written: unknown[] = [];
    const write: Database['write'] = async (statements) => {
      written.push(...statements);
      return db.write(statements);
    };
    const sessions = sessionsOn({ write });
    const apiOnly = await accounts.createKey(newUser(), { isApiOnly: true });
    for (const key of [createApiKey().text, 'sp_nonsense']) expect((await sessions.signIn(key)).setCookie).toBeNull();
    expect(written).toEqual([]);
    expect((await sessions.signIn(apiOnly)).setCookie).toBeNull();
    expect(written).toEqual([expect.objectContaining({ sql: expect.stringContaining('INSERT INTO audit') })]);
    written.length = 0;
    // A successful sign-in writes: so the list above would have shown a write.
    expect((await sessions.signIn(await accounts.createKey(newUser()))).setCookie).not.toBeNull();
    expect(written).not.toEqual([]);
  });

  it('a user sees and ends own sessions, and nobody ends another’s', async () => {
    const service = at(SIGNED_IN_AT);
    const { key, cookie } = await signIn();
    const other = cookieOf((await service.signIn(key)).setCookie);
    const stranger = await signIn();
    const me = await service.findIn(cookie);
    const them = await service.findIn(stranger.cookie);
    if (!me || !them) throw new Error('expected two users who are signed in');
    const listed = await service.listOwn(me);
    expect(listed).toHaveLength(2);
    expect(listed.map(({ isOwn }) => isOwn).toSorted()).toEqual([false, true]);
    expect(listed[0]).toMatchObject({ keyId: idOf(key), createdAt: SIGNED_IN_AT, expiresAt: SIGNED_IN_AT + IDLE_MS });
    const otherId = listed.find(({ isOwn }) => !isOwn)?.id ?? '';
    const isEndedBy = async (holder: typeof me, id: string) => (await accounts.endOwnSession(holder, id)).isEnded;
    expect(await isEndedBy(them, otherId)).toBe(false);
    expect(await isEndedBy(me, 'x')).toBe(false);
    expect(await isEndedBy(me, otherId)).toBe(true);
    expect(await isEndedBy(me, otherId)).toBe(false);
    expect([await service.findIn(other), await service.findIn(cookie)]).toEqual([null, me]);
  });

  it('signing out ends every copy of the cookie, and no other session of the key', async () => {
    const { key, cookie } = await signIn();
    const other = cookieOf((await at(SIGNED_IN_AT).signIn(key)).setCookie);
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
    expect((await accounts.revokeOwnKey(stranger, idOf(key))).isEnded).toBe(false);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toEqual(owner);
    expect((await accounts.revokeOwnKey(owner, idOf(key))).isEnded).toBe(true);
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

  it('disabling a user ends the sessions, and enabling restores none', async () => {
    const { user, key, cookie } = await signIn();
    await accounts.setDisabled(user, true);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
    await accounts.setDisabled(user, false);
    expect(await at(SIGNED_IN_AT).findIn(cookie)).toBeNull();
    expect((await at(SIGNED_IN_AT).signIn(key)).problem).toBeNull();
  });

  it('a session is confirmed for ten minutes, and again after showing an active key', async () => {
    const { user, key, cookie } = await signIn();
    const isConfirmed = async (now: number) => (await at(now).findIn(cookie))?.isConfirmed;
    const [until, later] = [SIGNED_IN_AT + 600_000, SIGNED_IN_AT + 3_600_000];
    expect([await isConfirmed(until - 1), await isConfirmed(until)]).toEqual([true, false]);
    const me = await at(later).findIn(cookie);
    if (!me) throw new Error('expected a session');
    const apiOnly = await accounts.createKey(user, { isApiOnly: true });
    const revoked = await accounts.createKey(user);
    await accounts.revokeKey(revoked);
    const strangers = await accounts.createKey('somebody-else');
    for (const wrong of ['', 'sp_nonsense', apiOnly, revoked, strangers]) expect(await at(later).confirm(me, wrong)).toBe(false);
    expect(await isConfirmed(later)).toBe(false);
    expect(await at(later).confirm(me, key)).toBe(true);
    expect([await isConfirmed(later), await isConfirmed(later + 599_999), await isConfirmed(later + 600_000)]).toEqual([true, true, false]);
  });

  it('a changed, foreign or overlong cookie signs nobody in', async () => {
    const { cookie } = await signIn();
    const value = sealedOf(cookie);
    const seal = async (name: string, secret: string, content: object) =>
      sealedOf(cookieOf(await createSealedCookie(name, 60, { secret, isHttps: true }, z.custom<object>()).seal(content)));
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
    const read = vi.fn(db.read);
    const sessions = sessionsOn({ read });
    for (const header of [null, '', 'theme=dark', `${COOKIE}=nonsense`]) expect(await sessions.findIn(header)).toBeNull();
    expect(read).not.toHaveBeenCalled();
    await sessions.findIn((await signIn({ now: Date.now() })).cookie);
    expect(read).toHaveBeenCalledOnce();
  });

  it("the database holds the SHA-256 of a session's id, and nothing else of it", async () => {
    const { cookie } = await signIn();
    const opened = createSealedCookie('sealpaste-session', TTL_MS / 1000, SECURITY, z.object({ id: z.string() }));
    const { id } = (await opened.unseal(sealedOf(cookie))) ?? { id: '' };
    expect(id).toHaveLength(43);
    const contents = await contentsOf(database);
    const digest = createHash('sha256').update(id).digest();
    expect(contents.includes(engine === 'sqlite' ? digest.toString('latin1') : digest.toString('hex'))).toBe(true);
    for (const hidden of [id, sealedOf(cookie), Buffer.from(id, 'base64url').toString('hex')])
      expect(contents.includes(hidden)).toBe(false);
  });

  it('a session ends at the maximum age despite use, and at a shorter one set later', async () => {
    const atMost = (maxAgeMs: number, now: number) => sessionsOn({}, now, silentLogger, maxAgeMs);
    const key = await accounts.createKey(newUser());
    const { setCookie } = await atMost(8 * HOUR_MS, SIGNED_IN_AT).signIn(key);
    expect(setCookie).toContain('Max-Age=28800');
    const cookie = cookieOf(setCookie);
    for (let hour = 1; hour < 8; hour++) expect(await atMost(8 * HOUR_MS, SIGNED_IN_AT + hour * HOUR_MS).findIn(cookie)).not.toBeNull();
    expect(await atMost(8 * HOUR_MS, SIGNED_IN_AT + 8 * HOUR_MS - 1).findIn(cookie)).not.toBeNull();
    expect(await atMost(8 * HOUR_MS, SIGNED_IN_AT + 8 * HOUR_MS).findIn(cookie)).toBeNull();
    const old = (await signIn()).cookie;
    const shorter = atMost(HOUR_MS, SIGNED_IN_AT + HOUR_MS);
    expect(await shorter.findIn(old)).toBeNull();
    expect(await atMost(HOUR_MS, SIGNED_IN_AT + HOUR_MS - 1).findIn(old)).not.toBeNull();
  });

  it('signing in removes up to a hundred expired sessions, and none that lives', async () => {
    const { key } = await signIn();
    const later = SIGNED_IN_AT + IDLE_MS;
    const staying = await signIn({ now: later - 1 });
    await db.write(
      Array.from({ length: 150 }, (_, index) => ({
        sql: 'INSERT INTO sessions (id_hash, user_id, key_id, created_at, expires_at) SELECT ?, user_id, id, 0, ? FROM api_keys WHERE id = ?',
        params: [Buffer.from(`expired ${index}`), 1, idOf(key)],
      })),
    );
    // 150 rows, and the key's own session, which was about to end when `staying` was made.
    const before = 151;
    expect(await rowsOf(key)).toBe(before);
    await signIn({ now: 1 });
    expect(await rowsOf(key)).toBe(before - 100);
    await signIn({ now: later - 1 });
    // The session that ends at `later` still has a millisecond to live.
    expect(await rowsOf(key)).toBe(before - 150);
    await signIn({ now: later });
    expect(await rowsOf(key)).toBe(0);
    expect(await rowsOf(staying.key)).toBe(1);
  });

  it('a session works even while the last use of its key cannot be recorded', async () => {
    const { key, cookie } = await signIn({ now: Date.now() });
    const lastUsedAt = async () => (await accounts.listKeys()).find(({ id }) => id === idOf(key))?.lastUsedAt ?? null;
    const { log, lines } = collectingLogger();
    const failing = sessionsOn({ write: () => Promise.reject(new Error('the database is locked')) }, null, log);
    expect(await failing.findIn(cookie)).not.toBeNull();
    await vi.waitFor(() => expect(lines).toMatchObject([{ level: 'warn', fields: { err: { message: 'the database is locked' } } }]));
    expect(await lastUsedAt()).toBeNull();

    await sessionsOn({}).findIn(cookie);
    await vi.waitFor(async () => expect(await lastUsedAt()).not.toBeNull());
  });
});
