/** API keys from the service down to what a copy of the database shows, on both engines. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database';
import { contentsOf } from '../testing/contents';
import { collectingLogger, silentLogger } from '../testing/loggers';
import { engines, type TestDatabase } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { createKeyring } from '../vault/keyring';
import { AccountError } from './accounts.errors';
import { MAX_ACTIVE_KEYS } from './accounts.rules';
import { type AccountsService, createAccountsService } from './accounts.service';
import { createApiKey, parseApiKey } from './api-key';
import { countEnded } from './endings.rules';

const keyring = createKeyring([randomBytes(32)]);

describe.each(engines)('API keys on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let accounts: AccountsService;
  /** Statements since a test last emptied the list. */
  let statements: string[] = [];

  useDatabase(engine, (opened, its) => {
    db = opened;
    database = its;
    const counted: Database = {
      ...db,
      read: (sql, params) => {
        statements.push(sql);
        return db.read(sql, params);
      },
      write: (batch) => {
        statements.push(...batch.map(({ sql }) => sql));
        return db.write(batch);
      },
    };
    accounts = createAccountsService(counted, keyring, silentLogger);
  });

  const idOf = (key: string) => parseApiKey(key)?.id ?? '';
  const update = (column: string, value: number, where: string, param: string | number) =>
    db.write([{ sql: `UPDATE ${where === 'name' ? 'users' : 'api_keys'} SET ${column} = ? WHERE ${where} = ?`, params: [value, param] }]);

  it('a key speaks for its user, and so does a second key of the same name', async () => {
    const [anna, annaAgain, bert] = [await accounts.createKey('anna'), await accounts.createKey('anna'), await accounts.createKey('bert')];
    const principals = await Promise.all([anna, annaAgain, bert].map((key) => accounts.authenticate(key)));
    expect(principals[0]).toEqual({ userId: expect.any(Number), keyId: idOf(anna) });
    expect(principals[1]?.userId).toBe(principals[0]?.userId);
    expect(principals[2]?.userId).not.toBe(principals[0]?.userId);
  });

  it('are in the database as their public id and their SHA-256, and as nothing else', async () => {
    const key = await accounts.createKey('carla', { name: 'a laptop' });
    await accounts.authenticate(key);
    const contents = await contentsOf(database);
    const secret = key.slice(12);
    const digest = createHash('sha256').update(key).digest();
    expect(contents).toContain(idOf(key));
    expect(contents).toContain(engine === 'sqlite' ? digest.toString('latin1') : digest.toString('hex'));
    for (const hidden of [key, secret, secret.slice(0, 32), Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64')])
      expect(contents.includes(hidden)).toBe(false);
  });

  it.each([
    ['a wrong checksum', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    [
      'another secret under a checksum that was right',
      (key: string) => key.slice(0, 12) + key.slice(12, 44).split('').reverse().join('') + key.slice(44),
    ],
    ['a character missing', (key: string) => key.slice(0, -1)],
    ['nothing', () => ''],
    ['its public id', (key: string) => idOf(key)],
    ['SQL', () => "sp_' OR 1=1 --"],
  ])('with %s are refused without a query', async (_, change) => {
    const key = await accounts.createKey('dora');
    statements = [];
    expect(await accounts.authenticate(change(key))).toBeNull();
    expect(statements).toEqual([]);
    // The key itself costs a query: so the list above would have shown one.
    expect(await accounts.authenticate(key)).not.toBeNull();
    expect(statements.length).toBeGreaterThan(0);
  });

  it('that are well-formed but unknown are refused', async () => {
    expect(await accounts.authenticate(createApiKey().text)).toBeNull();
  });

  it('with the public id of one key and the secret of another are refused', async () => {
    const key = await accounts.createKey('emil');
    // The database finds the real key's row for any key, so that only the hash can tell them apart.
    const stored = createAccountsService({ ...db, read: (sql) => db.read(sql, [idOf(key)]) }, keyring, silentLogger);
    expect(await stored.authenticate(createApiKey().text)).toBeNull();
    expect(await stored.authenticate(key)).not.toBeNull();
  });

  it('are refused from the moment they are revoked; others of the same user go on', async () => {
    const [lost, kept] = [await accounts.createKey('fritz'), await accounts.createKey('fritz')];
    expect(await accounts.authenticate(lost)).not.toBeNull();
    await accounts.revokeKey(lost);
    expect(await accounts.authenticate(lost)).toBeNull();
    expect(await accounts.authenticate(kept)).not.toBeNull();
    await accounts.revokeKey(idOf(kept));
    expect(await accounts.authenticate(kept)).toBeNull();
  });

  it('can be revoked once; what is no key cannot', async () => {
    const key = await accounts.createKey('gerd');
    await accounts.revokeKey(key);
    for (const text of [key, idOf(key), 'nonsense', createApiKey().text])
      await expect(accounts.revokeKey(text)).rejects.toThrow(AccountError);
  });

  it('of two who revoke one at the same moment, one does', async () => {
    const key = await accounts.createKey('hanna');
    const results = await Promise.allSettled([accounts.revokeKey(key), accounts.revokeKey(key), accounts.revokeKey(key)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are refused when they have expired and when their user is disabled', async () => {
    const [expiring, disabled] = [await accounts.createKey('ida'), await accounts.createKey('jan')];
    await update('expires_at', Date.now() + 3_600_000, 'id', idOf(expiring));
    expect(await accounts.authenticate(expiring)).not.toBeNull();
    await update('expires_at', Date.now() - 1_000, 'id', idOf(expiring));
    expect(await accounts.authenticate(expiring)).toBeNull();

    expect(await accounts.authenticate(disabled)).not.toBeNull();
    await update('disabled_at', Date.now(), 'name', 'jan');
    expect(await accounts.authenticate(disabled)).toBeNull();
  });

  it('remember when they were last used, to the minute: a busy key writes once', async () => {
    const key = await accounts.createKey('karl');
    const lastUsedAt = async () => (await accounts.listKeys()).find(({ id }) => id === idOf(key))?.lastUsedAt ?? null;
    expect(await lastUsedAt()).toBeNull();
    await accounts.authenticate(key);
    await vi.waitFor(async () => expect(Math.abs(Date.now() - ((await lastUsedAt()) ?? 0))).toBeLessThan(30_000));

    statements = [];
    for (let index = 0; index < 20; index++) await accounts.authenticate(key);
    expect(statements.filter((sql) => sql.startsWith('UPDATE'))).toEqual([]);

    await update('last_used_at', Date.now() - 61_000, 'id', idOf(key));
    await accounts.authenticate(key);
    await vi.waitFor(async () => expect(Math.abs(Date.now() - ((await lastUsedAt()) ?? 0))).toBeLessThan(30_000));
  });

  it('work even while their last use cannot be recorded', async () => {
    const { log, lines } = collectingLogger();
    const failing = createAccountsService({ ...db, write: () => Promise.reject(new Error('the database is locked')) }, keyring, log);
    const key = await accounts.createKey('lena');
    expect(await failing.authenticate(key)).not.toBeNull();
    await vi.waitFor(() => expect(lines).toMatchObject([{ level: 'warn' }]));
  });

  it('are listed without anything that opens', async () => {
    const key = await accounts.createKey('mona', { name: 'CI' });
    const listed = (await accounts.listKeys()).find(({ id }) => id === idOf(key));
    expect(listed).toEqual({
      id: idOf(key),
      name: 'CI',
      userName: 'mona',
      createdAt: expect.any(Number),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      selfRegistered: false,
      maySignIn: true,
      scopes: null,
      rules: null,
      madeBy: null,
      makers: [],
    });
  });

  /** Somebody signed in with this key. */
  const holderOf = async (key: string) => {
    const principal = await accounts.authenticate(key);
    if (!principal) throw new Error('expected a good key');
    return { ...principal, keyId: idOf(key), identityId: null };
  };

  it('are made, listed and revoked by their user, and by nobody else', async () => {
    const first = await accounts.createKey('nils');
    const [nils, otto] = [await holderOf(first), await holderOf(await accounts.createKey('otto'))];
    const second = (await accounts.createOwnKey(nils, 'a script', null)) ?? '';
    expect(await accounts.authenticate(second)).toMatchObject({ userId: nils.userId });
    expect(countEnded(await accounts.revokeOwnKey(otto, idOf(second)))).toBe(0);
    expect(await accounts.authenticate(second)).toMatchObject({ userId: nils.userId });
    expect((await accounts.listOwnKeys(nils)).map(({ id }) => id).sort()).toEqual([idOf(first), idOf(second)].sort());
    expect((await accounts.listOwnKeys(otto)).map(({ id }) => id)).not.toContain(idOf(second));
    expect(countEnded(await accounts.revokeOwnKey(nils, idOf(second)))).toBe(1);
    expect(countEnded(await accounts.revokeOwnKey(nils, idOf(second)))).toBe(0);
    expect(await accounts.authenticate(second)).toBeNull();
    expect((await accounts.listOwnKeys(nils)).at(-1)).toMatchObject({ id: idOf(second), isActive: false, revokedAt: expect.any(Number) });
  });

  it('are good for as many days as their user says', async () => {
    const principal = await holderOf(await accounts.createKey('paula'));
    const key = (await accounts.createOwnKey(principal, 'for a week', 7)) ?? '';
    const { createdAt = 0, expiresAt } = (await accounts.listOwnKeys(principal)).find(({ id }) => id === idOf(key)) ?? {};
    expect((expiresAt ?? 0) - createdAt).toBe(7 * 86_400_000);
    await update('expires_at', Date.now() - 1_000, 'id', idOf(key));
    expect(await accounts.authenticate(key)).toBeNull();
    expect((await accounts.listOwnKeys(principal)).at(-1)).toMatchObject({ id: idOf(key), isActive: false });
  });

  it('a user has at most fifty active keys, however many are asked for at once', async () => {
    const principal = await holderOf(await accounts.createKey('quentin'));
    const made = await Promise.all(Array.from({ length: 60 }, () => accounts.createOwnKey(principal, 'one more', null)));
    expect(made.filter((key) => key !== null)).toHaveLength(MAX_ACTIVE_KEYS - 1);
    await accounts.revokeOwnKey(principal, idOf(made.find((key) => key !== null) ?? ''));
    expect(await accounts.createOwnKey(principal, 'in its place', null)).not.toBeNull();
  });

  it('of visitors asking for one name at once, one gets it and no other gets a key', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => accounts.register('rosa')));
    expect(made.filter((key) => key !== null)).toHaveLength(1);
    const rosa = await holderOf(made.find((key) => key !== null) ?? '');
    expect(await accounts.listOwnKeys(rosa)).toHaveLength(1);
    await accounts.revokeKey(made.find((key) => key !== null) ?? '');
    expect(await accounts.register('rosa')).toBeNull();
    await accounts.createKey('sven');
    expect(await accounts.register('sven')).toBeNull();
  });

  it('keys of operators and registrations may sign in, keys made in a browser may not', async () => {
    const first = await accounts.createKey('tina');
    const apiOnly = await accounts.createKey('tina', { isApiOnly: true, lifetimeMs: 3_600_000 });
    const made = (await accounts.createOwnKey(await holderOf(first), 'a script', null)) ?? '';
    const registered = (await accounts.register('udo')) ?? '';
    const listed = async (key: string) => (await accounts.listKeys()).find(({ id }) => id === idOf(key));
    expect(await listed(first)).toMatchObject({ maySignIn: true, madeBy: null, expiresAt: null, selfRegistered: false });
    expect(await listed(registered)).toMatchObject({ maySignIn: true, madeBy: null, selfRegistered: true });
    expect(await listed(apiOnly)).toMatchObject({ maySignIn: false, madeBy: null });
    const { createdAt = 0, expiresAt } = (await listed(apiOnly)) ?? {};
    expect(expiresAt).toBe(createdAt + 3_600_000);
    expect(await listed(made)).toMatchObject({ maySignIn: false, madeBy: idOf(first) });
    expect((await accounts.listOwnKeys(await holderOf(first))).find(({ id }) => id === idOf(made))).toMatchObject({
      maySignIn: false,
      madeBy: idOf(first),
    });
  });

  it('made before keys knew what they may do sign in as before', async () => {
    await accounts.createKey('vera');
    await db.write([
      {
        sql: 'INSERT INTO api_keys (id, user_id, key_hash, created_at) SELECT ?, id, ?, 0 FROM users WHERE name = ?',
        params: ['oldold01', Buffer.alloc(32), 'vera'],
      },
    ]);
    expect((await accounts.listKeys()).find(({ id }) => id === 'oldold01')).toMatchObject({ maySignIn: true, madeBy: null });
  });

  it('that may not sign in make and revoke none, nor do those that are revoked', async () => {
    const [owner, apiOnly, other] = await Promise.all([
      accounts.createKey('willi'),
      accounts.createKey('willi', { isApiOnly: true }),
      accounts.createKey('willi'),
    ]);
    const revoked = await holderOf(other);
    await accounts.revokeKey(other);
    for (const holder of [await holderOf(apiOnly), revoked]) {
      expect(await accounts.createOwnKey(holder, 'one more', null)).toBeNull();
      expect(countEnded(await accounts.revokeOwnKey(holder, idOf(owner), true))).toBe(0);
    }
    expect(await accounts.authenticate(owner)).not.toBeNull();
    expect(await accounts.listOwnKeys(await holderOf(owner))).toHaveLength(3);
  });

  it.each(['their user', 'an operator'])('are revoked by %s together with those made with them, if that is asked for', async (who) => {
    const user = `xaver-${who.length}`;
    const [leaked, owner] = [await accounts.createKey(user), await holderOf(await accounts.createKey(user))];
    const holder = await holderOf(leaked);
    const revoke = (key: string, withMade: boolean) =>
      who === 'an operator' ? accounts.revokeKey(key, withMade) : accounts.revokeOwnKey(owner, idOf(key), withMade);
    const make = async (by: typeof holder) => (await accounts.createOwnKey(by, 'made', null)) ?? '';
    const [made, madeToo, kept] = [await make(holder), await make(holder), await make(owner)];
    expect(countEnded(await revoke(made, true))).toBe(1);
    expect(countEnded(await revoke(leaked, true))).toBe(2);
    for (const key of [leaked, made, madeToo]) expect(await accounts.authenticate(key)).toBeNull();
    expect(await accounts.authenticate(kept)).not.toBeNull();

    const another = await accounts.createKey(user);
    const stays = await make(await holderOf(another));
    expect(countEnded(await revoke(another, false))).toBe(1);
    expect(await accounts.authenticate(stays)).not.toBeNull();
    // A second revocation ends what the first one left.
    expect(countEnded(await revoke(another, true))).toBe(1);
    expect(await accounts.authenticate(stays)).toBeNull();
  });

  it('can be revoked with those made with them by the very key that is revoked', async () => {
    const own = await holderOf(await accounts.createKey('yann'));
    const made = (await accounts.createOwnKey(own, 'made', null)) ?? '';
    expect(countEnded(await accounts.revokeOwnKey(own, own.keyId, true))).toBe(2);
    expect(await accounts.authenticate(made)).toBeNull();
  });

  it('a key made during a revocation does not outlive it, whichever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const leaked = await accounts.createKey(`zoe-${round}`);
      const holder = await holderOf(leaked);
      const make = () => accounts.createOwnKey(holder, 'made', null);
      const attempts = [make(), make(), accounts.revokeKey(leaked, true), make(), make()] as const;
      const [one, two, revoked, three, four] = await Promise.all(attempts);
      const made = [one, two, three, four];
      expect(countEnded(revoked)).toBeGreaterThan(0);
      for (const key of made) expect(key === null ? null : await accounts.authenticate(key)).toBeNull();
      expect((await accounts.listOwnKeys(holder)).filter(({ isActive }) => isActive)).toEqual([]);
    }
  });

  it.each(['\0', 'a\0b', '', ' ', 'oldold01\0', 'x'.repeat(100_000)])('are not looked up by what can’t be an id (%#)', async (id) => {
    const owner = await holderOf(await accounts.createKey('andi'));
    statements = [];
    expect(countEnded(await accounts.revokeOwnKey(owner, id, true))).toBe(0);
    await expect(accounts.revokeKey(id, true)).rejects.toThrow(AccountError);
    expect(statements).toEqual([]);
  });

  it('for the name of a visitor’s account are made only by who says that they know it', async () => {
    const registered = (await accounts.register('colleague')) ?? '';
    const registeredOn = new Date().toISOString().slice(0, 4);
    await expect(accounts.createKey('colleague')).rejects.toThrow(new RegExp(`visitor registered the name colleague on ${registeredOn}`));
    expect(await accounts.listOwnKeys(await holderOf(registered))).toHaveLength(1);
    const joined = await accounts.createKey('colleague', { isExisting: true });
    expect((await accounts.authenticate(joined))?.userId).toBe((await accounts.authenticate(registered))?.userId);
    expect((await accounts.listUsers()).find(({ name }) => name === 'colleague')).toMatchObject({ selfRegistered: true, activeKeys: 2 });
    await expect(accounts.createKey('colleague')).rejects.toThrow(AccountError);

    // A script that makes keys for a user whom an operator made goes on working.
    await accounts.createKey('scripted');
    for (const isExisting of [false, true]) await expect(accounts.createKey('scripted', { isExisting })).resolves.toMatch(/^sp_/);
    await expect(accounts.createKey('nobody-yet', { isExisting: true })).rejects.toThrow(AccountError);
    expect((await accounts.listUsers()).map(({ name }) => name)).not.toContain('nobody-yet');
  });

  it('a visitor and an operator asking for one name at once never share an account', async () => {
    for (let round = 0; round < 10; round++) {
      const name = `race-${round}`;
      const [visitors, operators] = await Promise.allSettled([accounts.register(name), accounts.createKey(name)]);
      const has = [visitors, operators].filter((made) => made.status === 'fulfilled' && made.value !== null);
      expect(has).toHaveLength(1);
    }
  });

  it.each(['operator', 'visitor'])('are not made for a name that looks like another, for the %s', async (who) => {
    const [name, alike] = [`paypal-${who}`, `paypa1-${who}`];
    await accounts.createKey(name);
    if (who === 'operator') await expect(accounts.createKey(alike)).rejects.toThrow(/looks like the name of another/);
    else expect(await accounts.register(alike)).toBeNull();
    expect((await accounts.listUsers()).map((user) => user.name)).not.toContain(alike);
    // The same holds for registrations at the same moment.
    const twins = await Promise.all([`twin1-${who}`, `twinl-${who}`, `twinI-${who}`].map((each) => accounts.register(each)));
    expect(twins.filter((key) => key !== null)).toHaveLength(1);
  });

  it('are not made for letters of two alphabets', async () => {
    await expect(accounts.createKey('аnna')).rejects.toThrow(/one alphabet/);
  });

  it.each(['a', 'Zoë', 'user.name_1@example-host', '名前', '9lives', 'x'.repeat(64)])('can be made for %j', async (name) => {
    await expect(accounts.createKey(name)).resolves.toMatch(/^sp_/);
  });

  it.each(['', ' ', 'x'.repeat(65), '-x', '.x', 'a b', 'a\nb', 'a/b', "a'b", '<b>', 'a\0'])('cannot be made for %j', async (name) => {
    await expect(accounts.createKey(name)).rejects.toThrow(AccountError);
  });
});
