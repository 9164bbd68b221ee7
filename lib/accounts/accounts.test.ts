/** API keys from the service down to what a copy of the database shows, on both engines. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database';
import { contentsOf } from '../db/testing/contents';
import { createTestDatabase, engines, type TestDatabase } from '../db/testing/test-database';
import { collectingLogger, silentLogger } from '../testing/loggers';
import { AccountError } from './accounts.errors';
import { createAccountsRepository } from './accounts.repository';
import { MAX_ACTIVE_KEYS } from './accounts.rules';
import { type AccountsService, createAccountsService } from './accounts.service';
import { createApiKey, parseApiKey } from './api-key';

describe.each(engines)('API keys on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let accounts: AccountsService;
  /** Statements since the last look. */
  let statements: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    db = await database.open();
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
    accounts = createAccountsService(createAccountsRepository(counted), silentLogger);
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const idOf = (key: string) => parseApiKey(key)?.id ?? '';
  const update = (column: string, value: number, where: string, param: string | number) =>
    db.write([{ sql: `UPDATE ${where === 'name' ? 'users' : 'api_keys'} SET ${column} = ? WHERE ${where} = ?`, params: [value, param] }]);

  it('speak for the user they were made for; a second key of the same name speaks for the same user', async () => {
    const [anna, annaAgain, bert] = [await accounts.createKey('anna'), await accounts.createKey('anna'), await accounts.createKey('bert')];
    const principals = await Promise.all([anna, annaAgain, bert].map((key) => accounts.authenticate(key)));
    expect(principals[0]).toEqual({ userId: expect.any(Number) });
    expect(principals[1]).toEqual(principals[0]);
    expect(principals[2]).not.toEqual(principals[0]);
  });

  it('are in the database as their public id and their SHA-256, and as nothing else', async () => {
    const key = await accounts.createKey('carla', 'a laptop');
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
    // The counter counts: the key itself costs a query.
    expect(await accounts.authenticate(key)).not.toBeNull();
    expect(statements.length).toBeGreaterThan(0);
  });

  it('that are well-formed but unknown are refused', async () => {
    expect(await accounts.authenticate(createApiKey().text)).toBeNull();
  });

  it('with the public id of one key and the secret of another are refused', async () => {
    const key = await accounts.createKey('emil');
    const repository = createAccountsRepository(db);
    // Whatever key is shown, the row found is that of the real one: only its hash can tell.
    const stored = createAccountsService({ ...repository, findKey: () => repository.findKey(idOf(key)) }, silentLogger);
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
    await vi.waitFor(async () => expect(Math.abs(Date.now() - ((await lastUsedAt()) ?? 0))).toBeLessThan(30_000), 10_000);

    statements = [];
    for (let index = 0; index < 20; index++) await accounts.authenticate(key);
    expect(statements.filter((sql) => sql.startsWith('UPDATE'))).toEqual([]);

    await update('last_used_at', Date.now() - 61_000, 'id', idOf(key));
    await accounts.authenticate(key);
    await vi.waitFor(async () => expect(Math.abs(Date.now() - ((await lastUsedAt()) ?? 0))).toBeLessThan(30_000), 10_000);
  });

  it('work even while their last use cannot be recorded', async () => {
    const { log, lines } = collectingLogger();
    const repository = createAccountsRepository(db);
    const failing = createAccountsService({ ...repository, touchKey: () => Promise.reject(new Error('the database is locked')) }, log);
    const key = await failing.createKey('lena');
    expect(await failing.authenticate(key)).not.toBeNull();
    await vi.waitFor(() => expect(lines).toMatchObject([{ level: 'warn' }]), 10_000);
  });

  it('are listed without anything that opens', async () => {
    const key = await accounts.createKey('mona', 'CI');
    const listed = (await accounts.listKeys()).find(({ id }) => id === idOf(key));
    expect(listed).toEqual({
      id: idOf(key),
      name: 'CI',
      userName: 'mona',
      createdAt: expect.any(Number),
      lastUsedAt: null,
      revokedAt: null,
    });
  });

  const principalOf = async (key: string) => {
    const principal = await accounts.authenticate(key);
    if (!principal) throw new Error('expected a good key');
    return principal;
  };

  it('are made, listed and revoked by their user, and by nobody else', async () => {
    const first = await accounts.createKey('nils');
    const [nils, otto] = [await principalOf(first), await principalOf(await accounts.createKey('otto'))];
    const second = (await accounts.createOwnKey(nils, 'a script', null)) ?? '';
    expect(await accounts.authenticate(second)).toEqual(nils);
    expect(await accounts.revokeOwnKey(otto, idOf(second))).toBe(false);
    expect(await accounts.authenticate(second)).toEqual(nils);
    expect((await accounts.listOwnKeys(nils)).map(({ id }) => id).sort()).toEqual([idOf(first), idOf(second)].sort());
    expect((await accounts.listOwnKeys(otto)).map(({ id }) => id)).not.toContain(idOf(second));
    expect(await accounts.revokeOwnKey(nils, idOf(second))).toBe(true);
    expect(await accounts.revokeOwnKey(nils, idOf(second))).toBe(false);
    expect(await accounts.authenticate(second)).toBeNull();
    expect((await accounts.listOwnKeys(nils)).at(-1)).toMatchObject({ id: idOf(second), isGood: false, revokedAt: expect.any(Number) });
  });

  it('are good for as many days as their user says', async () => {
    const principal = await principalOf(await accounts.createKey('paula'));
    const key = (await accounts.createOwnKey(principal, 'for a week', 7)) ?? '';
    const { createdAt = 0, expiresAt } = (await accounts.listOwnKeys(principal)).find(({ id }) => id === idOf(key)) ?? {};
    expect((expiresAt ?? 0) - createdAt).toBe(7 * 86_400_000);
    await update('expires_at', Date.now() - 1_000, 'id', idOf(key));
    expect(await accounts.authenticate(key)).toBeNull();
    expect((await accounts.listOwnKeys(principal)).at(-1)).toMatchObject({ id: idOf(key), isGood: false });
  });

  it('of one user that are good at once are no more than fifty, however many are asked for at once', async () => {
    const principal = await principalOf(await accounts.createKey('quentin'));
    const made = await Promise.all(Array.from({ length: 60 }, () => accounts.createOwnKey(principal, 'one more', null)));
    expect(made.filter((key) => key !== null)).toHaveLength(MAX_ACTIVE_KEYS - 1);
    await accounts.revokeOwnKey(principal, idOf(made.find((key) => key !== null) ?? ''));
    expect(await accounts.createOwnKey(principal, 'in its place', null)).not.toBeNull();
  });

  it('of a name that visitors ask for at once: one gets the account, and nobody ever a key to another', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => accounts.register('rosa')));
    expect(made.filter((key) => key !== null)).toHaveLength(1);
    const rosa = await principalOf(made.find((key) => key !== null) ?? '');
    expect(await accounts.listOwnKeys(rosa)).toHaveLength(1);
    await accounts.revokeKey(made.find((key) => key !== null) ?? '');
    expect(await accounts.register('rosa')).toBeNull();
    await accounts.createKey('sven');
    expect(await accounts.register('sven')).toBeNull();
  });

  it.each(['a', 'Zoë', 'user.name_1@example-host', '名前', '9lives', 'x'.repeat(64)])('can be made for %j', async (name) => {
    await expect(accounts.createKey(name)).resolves.toMatch(/^sp_/);
  });

  it.each(['', ' ', 'x'.repeat(65), '-x', '.x', 'a b', 'a\nb', 'a/b', "a'b", '<b>', 'a\0'])('cannot be made for %j', async (name) => {
    await expect(accounts.createKey(name)).rejects.toThrow(AccountError);
  });
});
