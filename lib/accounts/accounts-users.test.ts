/** Lists of keys and users, with times to the millisecond, and the fields that a form may send. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database';
import { silentLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { createKeyring } from '../vault/keyring';
import { AccountError } from './accounts.errors';
import { presentOwnKey } from './accounts.presenter';
import { KEY_LIFETIMES_DAYS, MAX_KEY_NAME_CHARACTERS, MAX_SPENT_KEYS } from './accounts.rules';
import { createKeySchema, registerSchema } from './accounts.schema';
import { createAccountsService } from './accounts.service';
import { parseApiKey } from './api-key';
import { KEY_SCOPES } from './house-rules.rules';
import type { Principal } from './principal';
import { deriveCookieSecret } from './sealed-cookie';
import { MAX_COUNTED_PASTES } from './users.service';

const NOW = Date.UTC(2031, 0, 1);

const keyring = createKeyring([randomBytes(32)]);

describe.each(engines)('accounts on %s', (engine) => {
  let db: Database;

  useDatabase(engine, (opened) => (db = opened));

  /** The accounts service of a process whose database's clock reads `now`. */
  const at = (now: number) => createAccountsService({ ...db, dialect: { ...db.dialect, now: String(now) } }, keyring, silentLogger);
  const idOf = (key: string) => parseApiKey(key)?.id ?? '';

  /** Somebody signed in with this key. */
  const holderOf = async (key: string) => ({ userId: (await at(NOW).authenticate(key))?.userId ?? 0, keyId: idOf(key), identityId: null });

  it('a good key is renamed by its user, and by nobody else', async () => {
    const accounts = at(NOW);
    const key = await accounts.createKey('renamer', { name: 'laptop' });
    const me = await holderOf(key);
    const them = await holderOf(await accounts.createKey('stranger'));
    expect(await accounts.renameOwnKey(them, idOf(key), 'theirs')).toBe(false);
    expect(await accounts.renameOwnKey(me, idOf(key), 'desk')).toBe(true);
    expect((await accounts.listOwnKeys(me)).map(({ name }) => name)).toEqual(['desk']);
    expect(await accounts.renameOwnKey(me, 'x', 'desk')).toBe(false);
    await accounts.removeAccount({ ...me, userName: 'me' });
    await accounts.removeAccount({ ...them, userName: 'them' });
    expect(await accounts.listUsers()).toEqual([]);
  });

  it('users are listed in order, with their active keys and their pastes counted', async () => {
    const accounts = at(NOW);
    const revoked = await accounts.createKey('anna');
    await accounts.createKey('anna');
    await accounts.createKey('bert');
    await accounts.revokeKey(revoked);
    const [anna] = await accounts.listUsers();
    await db.write([
      {
        sql: `INSERT INTO pastes (id, lookup, id_sealed, owner_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at)
          VALUES ('a', 'a', '', ?, '', FALSE, FALSE, 1, 1, ?, '', 0)`,
        params: [anna?.id ?? 0, Buffer.alloc(1)],
      },
    ]);
    expect(await accounts.listUsers()).toEqual([
      {
        id: expect.any(Number),
        name: 'anna',
        createdAt: NOW,
        disabledAt: null,
        promotedAt: null,
        isGroupAdmin: false,
        selfRegistered: false,
        activeKeys: 1,
        pastes: 1,
        hasMorePastes: false,
      },
      {
        id: expect.any(Number),
        name: 'bert',
        createdAt: NOW,
        disabledAt: null,
        promotedAt: null,
        isGroupAdmin: false,
        selfRegistered: false,
        activeKeys: 1,
        pastes: 0,
        hasMorePastes: false,
      },
    ]);
  });

  it('a user’s pastes are counted up to a bound, with a sign that there are more', async () => {
    const accounts = at(NOW);
    await accounts.createKey('counted');
    const id = (await accounts.listUsers({ after: 0, limit: 1, prefix: 'counted' }))[0]?.id ?? 0;
    const add = (from: number, to: number) =>
      db.write([
        {
          sql: `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
            INSERT INTO pastes (id, lookup, id_sealed, owner_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at)
            SELECT 'counted' || n, 'counted' || n, '', ${id}, '', FALSE, FALSE, 1, 1, CAST('k' AS ${db.dialect.bytes}), '', 0 FROM numbers`,
          params: [],
        },
      ]);
    await add(1, MAX_COUNTED_PASTES);
    expect(await accounts.findUser(id)).toMatchObject({ pastes: MAX_COUNTED_PASTES, hasMorePastes: false });
    await add(MAX_COUNTED_PASTES + 1, MAX_COUNTED_PASTES + 2);
    expect(await accounts.findUser(id)).toMatchObject({ pastes: MAX_COUNTED_PASTES, hasMorePastes: true });
  });

  it('a page of users is of those after another, whose names begin as asked', async () => {
    const accounts = at(NOW);
    for (const name of ['page', 'page.', 'page_', 'pages', 'other']) await accounts.createKey(name);
    const names = async (page: Parameters<typeof accounts.listUsers>[0]) => (await accounts.listUsers(page)).map(({ name }) => name);
    expect(await names({ after: 0, limit: 2, prefix: 'page' })).toEqual(['page', 'page.']);
    const [, second] = await accounts.listUsers({ after: 0, limit: 2, prefix: 'page' });
    expect(await names({ after: second?.id ?? 0, limit: 10 })).toEqual(['page_', 'pages', 'other']);
    expect(await names({ after: 0, limit: 10, prefix: 'page_' })).toEqual(['page_']);
    expect(await names({ after: 0, limit: 10, prefix: 'PAGE' })).toEqual([]);
  });

  it('a bounded number of inactive keys is kept, the latest; active keys all stay', async () => {
    const key = await at(NOW).createKey('revoker');
    const { userId } = (await at(NOW).authenticate(key)) as Principal;
    const holder = { userId, keyId: idOf(key), identityId: null };
    const ids: string[] = [];
    for (let index = 0; index < MAX_SPENT_KEYS + 3; index++) {
      const id = idOf((await at(NOW + 1 + index).createOwnKey(holder, 'short', null)) ?? '');
      await at(NOW + 1 + index).revokeOwnKey(holder, id, false);
      ids.push(id);
    }
    await at(NOW + 1_000).createOwnKey(holder, 'last', null);
    const rows = await db.read('SELECT id FROM api_keys WHERE user_id = ?', [userId]);
    expect(rows).toHaveLength(MAX_SPENT_KEYS + 2);
    const kept = new Set(rows.map(({ id }) => id));
    expect(ids.map((id) => kept.has(id))).toEqual(ids.map((_, index) => index >= 3));
  });

  it('a disabled user keeps the first moment of it, and works again when enabled', async () => {
    const key = await at(NOW).createKey('carla');
    const disabledAt = async () => (await at(NOW).listUsers()).find(({ name }) => name === 'carla')?.disabledAt;
    await at(NOW).setDisabled('carla', true);
    await at(NOW + 5_000).setDisabled('carla', true);
    expect(await disabledAt()).toBe(NOW);
    expect(await at(NOW).authenticate(key)).toBeNull();
    await at(NOW).setDisabled('carla', false);
    expect(await disabledAt()).toBeNull();
    expect(await at(NOW).authenticate(key)).not.toBeNull();
  });

  it('an administrator is one since the first promotion, until the demotion', async () => {
    await at(NOW).createKey('chief');
    const promotedAt = async () => (await at(NOW).listUsers()).find(({ name }) => name === 'chief')?.promotedAt;
    await at(NOW).setAdmin('chief', true);
    await at(NOW + 5_000).setAdmin('chief', true);
    expect(await promotedAt()).toBe(NOW);
    await at(NOW).setAdmin('chief', false);
    expect(await promotedAt()).toBeNull();
  });

  it('a missing user can be neither disabled nor enabled, promoted nor demoted', async () => {
    for (const isOn of [true, false]) {
      await expect(at(NOW).setDisabled('nobody', isOn)).rejects.toThrow(AccountError);
      await expect(at(NOW).setAdmin('nobody', isOn)).rejects.toThrow(AccountError);
    }
  });

  it('a key ends at its very millisecond, and is then listed last', async () => {
    const holder = await holderOf(await at(NOW).createKey('dora'));
    const week = (await at(NOW).createOwnKey(holder, 'for a week', 7)) ?? '';
    const end = NOW + 7 * 86_400_000;
    expect(await at(end - 1).authenticate(week)).toMatchObject({ userId: holder.userId });
    expect(await at(end).authenticate(week)).toBeNull();
    const goodAt = async (now: number) => (await at(now).listOwnKeys(holder)).map(({ id, isActive }) => [id === idOf(week), isActive]);
    expect(await goodAt(end - 1)).toEqual(expect.arrayContaining([[true, true]]));
    expect((await goodAt(end)).at(-1)).toEqual([true, false]);
  });

  it('of fifty keys of one user an expired one makes room, a good one does not', async () => {
    const holder = await holderOf(await at(NOW).createKey('emil'));
    for (let made = 1; made < 50; made++) expect(await at(NOW).createOwnKey(holder, 'a key', 7)).not.toBeNull();
    const end = NOW + 7 * 86_400_000;
    expect(await at(end - 1).createOwnKey(holder, 'one more', null)).toBeNull();
    expect(await at(end).createOwnKey(holder, 'one more', null)).not.toBeNull();
  });

  it('the use of a key is recorded once a minute, and not a millisecond earlier', async () => {
    const write = vi.fn<Database['write']>(async () => []);
    const accounts = createAccountsService({ ...db, write, dialect: { ...db.dialect, now: String(NOW + 60_000) } }, keyring, silentLogger);
    const key = await at(NOW).createKey('fritz');
    const writesAfter = async (lastUsedAt: number | null) => {
      await db.write([{ sql: 'UPDATE api_keys SET last_used_at = ? WHERE id = ?', params: [lastUsedAt, idOf(key)] }]);
      write.mockClear();
      expect(await accounts.authenticate(key)).not.toBeNull();
      return write.mock.calls.length;
    };
    expect(await writesAfter(null)).toBe(1);
    expect(await writesAfter(NOW - 1)).toBe(1);
    expect(await writesAfter(NOW)).toBe(0);
  });
});

it("a key is presented with its times as text and nothing that isn't picked", () => {
  const times = { createdAt: NOW, lastUsedAt: null, expiresAt: NOW + 1_000, revokedAt: null };
  const key = { id: 'id', name: null, ...times, maySignIn: false, scopes: null, madeBy: 'maker', isActive: true };
  expect(
    presentOwnKey(
      Object.assign({ ...key }, { keyHash: 'secret', makers: ['maker'], rules: { require: ['burn' as const], maxTtlSeconds: 60 } }),
    ),
  ).toStrictEqual({
    rules: { require: ['burn' as const], maxTtlSeconds: 60 },
    ...key,
    createdAt: '2031-01-01T00:00:00.000Z',
    expiresAt: '2031-01-01T00:00:01.000Z',
  });
});

describe('the fields of a new key', () => {
  const parse = (fields: object) => createKeySchema.safeParse({ name: 'CI', ...fields });

  it('takes each lifetime that is offered and no other', () => {
    for (const lifetimeDays of KEY_LIFETIMES_DAYS) expect(parse({ lifetimeDays })).toMatchObject({ data: { lifetimeDays } });
    for (const lifetimeDays of [0, 8, -7, 7.5, '7', 'never']) expect(parse({ lifetimeDays }).success).toBe(false);
  });

  it('takes scopes; none or all of them is everything', () => {
    expect(parse({ scopes: ['webhooks', 'pastes:read', 'webhooks'] })).toMatchObject({ data: { scopes: ['pastes:read', 'webhooks'] } });
    for (const fields of [{}, { scopes: [] }, { scopes: KEY_SCOPES }]) expect(parse(fields)).toMatchObject({ data: { scopes: null } });
    expect(parse({ scopes: ['everything'] }).success).toBe(false);
  });

  it('takes names of one to 64 characters, without those around them', () => {
    expect(parse({ name: '  a laptop ' })).toMatchObject({ data: { name: 'a laptop' } });
    expect(parse({ name: 'x'.repeat(MAX_KEY_NAME_CHARACTERS) }).success).toBe(true);
    for (const name of ['', '  ', 'x'.repeat(MAX_KEY_NAME_CHARACTERS + 1), 'a\nb', 'a\0b']) expect(parse({ name }).success).toBe(false);
  });
});

it('a new account takes the names that the service takes', () => {
  for (const userName of ['anna', ' anna ', '名前', 'x'.repeat(64)]) expect(registerSchema.safeParse({ userName }).success).toBe(true);
  for (const userName of ['', '-x', 'a b', 'x'.repeat(65), 'a/b']) expect(registerSchema.safeParse({ userName }).success).toBe(false);
});

it('the default cookie secret is the same in each process and differs by master key', () => {
  const secret = deriveCookieSecret(Buffer.alloc(32, 1));
  expect(secret).toBe(deriveCookieSecret(Buffer.alloc(32, 1)));
  expect(secret).not.toBe(deriveCookieSecret(Buffer.alloc(32, 2)));
  expect(secret).toHaveLength(44);
  expect(secret).not.toBe(Buffer.alloc(32, 1).toString('base64'));
});
