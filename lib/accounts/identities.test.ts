/** People who sign in by OpenID Connect, from the service down to the rows, on both engines. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAuditRecorder } from '../audit/audit-recorder';
import { type Database, only } from '../db/database';
import { contentsOf } from '../testing/contents';
import { silentLogger } from '../testing/loggers';
import { engines, type TestDatabase } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { createKeyring } from '../vault/keyring';
import { MAX_IDENTITIES } from './accounts.rules';
import { type AccountsService, createAccountsService } from './accounts.service';
import { NOTHING_ENDED } from './endings.rules';
import { createIdentitiesService } from './identities.service';
import type { AdmissionPolicy, IdentityClaims } from './identity.rules';
import { createSessionsService } from './sessions.service';

const OPEN: AdmissionPolicy = { allowedDomains: null, groupsClaim: 'groups', allowedGroups: null, adminGroups: null };
const ISSUER = 'https://id.example';
const keyring = createKeyring([randomBytes(32)]);

describe.each(engines)('an identity on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let accounts: AccountsService;
  let sessions: ReturnType<typeof createSessionsService>;
  let subjects = 0;

  useDatabase(engine, (opened, its) => {
    db = opened;
    database = its;
    accounts = createAccountsService(db, keyring, silentLogger);
    const security = { secret: 'x'.repeat(32), isHttps: true };
    sessions = createSessionsService(db, createAuditRecorder(db, keyring), security, silentLogger);
  });

  const under = (policy: Partial<AdmissionPolicy> = {}) => createIdentitiesService(db, keyring, { ...OPEN, ...policy }, silentLogger);
  const somebody = (claims: Partial<IdentityClaims> = {}): IdentityClaims => ({
    iss: ISSUER,
    sub: `subject ${(subjects += 1)}`,
    ...claims,
  });
  const userOf = async (userId: number | null) =>
    only(await db.read('SELECT name, promoted_at, self_registered FROM users WHERE id = ?', [userId]));
  /** The `Cookie` header of a browser that has signed in with these claims. */
  const cookieOf = async (claims: IdentityClaims, policy: Partial<AdmissionPolicy> = {}) => {
    const { identityId, userId } = await under(policy).signIn(claims);
    return (await sessions.signInByIdentity({ id: identityId, userId: userId ?? 0 }))?.split(';')[0] ?? '';
  };
  const signedIn = async (cookie: string) => {
    const found = await sessions.findIn(cookie);
    if (!found) throw new Error('expected a session');
    return found;
  };

  it('an identity creates a user at its first sign-in and finds the same one later', async () => {
    const claims = somebody({ preferred_username: 'Anna Berg', email: 'anna@example.org' });
    const first = await under().signIn(claims);
    const again = await under().signIn({ ...claims, preferred_username: 'bert', email: 'bert@example.org' });
    expect(again).toEqual(first);
    expect(first.problem).toBeNull();
    expect(await userOf(first.userId)).toMatchObject({ name: 'Anna-Berg', promoted_at: null });
  });

  it('the same subject of another issuer is another user, and so is the same address', async () => {
    const claims = somebody({ email: 'same@example.org', email_verified: true });
    const others = [{ ...claims, iss: 'https://other.example' }, somebody({ email: 'same@example.org', email_verified: true })];
    const users = [];
    for (const each of [claims, ...others]) users.push((await under().signIn(each)).userId);
    expect(new Set(users).size).toBe(3);
    const names = [];
    for (const userId of users) names.push((await userOf(userId)).name);
    expect(names).toEqual(['same', 'same-2', 'same-3']);
  });

  it('never gets the user of that name who was there before', async () => {
    const key = await accounts.createKey('operator');
    const { userId } = await under().signIn(somebody({ preferred_username: 'operator' }));
    expect(userId).not.toBe((await accounts.authenticate(key))?.userId);
    expect((await userOf(userId)).name).toBe('operator-2');
    // An operator can't make a key for the stranger's account by its name, either.
    await expect(accounts.createKey('operator-2')).rejects.toThrow('operator-2');
  });

  it('that signs in several times at once for the first time makes one user', async () => {
    const claims = somebody({ name: 'crowd' });
    const made = await Promise.all(Array.from({ length: 6 }, () => under().signIn(claims)));
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(1);
    expect(await db.read("SELECT 1 AS one FROM users WHERE name LIKE 'crowd%'")).toHaveLength(1);
  });

  it('finds a name when ten have it already', async () => {
    for (let count = 0; count < 10; count++) await under().signIn(somebody({ name: 'Müller' }));
    expect((await userOf((await under().signIn(somebody({ name: 'Müller' }))).userId)).name).toMatch(/^Müller-[0-9a-f]{4}$/);
  });

  it('a linked identity signs its user in, and nobody else can link it', async () => {
    const cookie = (await sessions.signIn(await accounts.createKey('linker'))).setCookie?.split(';')[0] ?? '';
    const linker = await signedIn(cookie);
    const claims = somebody({ preferred_username: 'somebody-else' });
    expect(await under().link(linker, claims)).toBe('linked');
    expect(await under().link(linker, claims)).toBe('linked');
    expect(await signedIn(await cookieOf(claims))).toMatchObject({ userId: linker.userId, userName: 'linker', keyId: null });
    const other = await signedIn(await cookieOf(somebody()));
    expect(await under().link(other, claims)).toBe('taken');
    expect((await under().signIn(claims)).userId).toBe(linker.userId);
  });

  it('unlinking an identity ends its sessions, and its next sign-in makes a new user', async () => {
    const key = await accounts.createKey('unlinker');
    const byKey = (await sessions.signIn(key)).setCookie?.split(';')[0] ?? '';
    const owner = await signedIn(byKey);
    const claims = somebody();
    await under().link(owner, claims);
    const byIdentity = await cookieOf(claims);
    const [own] = await under().listOwn(owner);
    const stranger = await signedIn(await cookieOf(somebody()));
    const isUnlinkedBy = async (holder: typeof owner) => (await accounts.unlinkIdentity(holder, own?.id ?? '')).isEnded;
    expect(await isUnlinkedBy(stranger)).toBe(false);
    expect(await sessions.findIn(byIdentity)).not.toBeNull();
    expect(await isUnlinkedBy(owner)).toBe(true);
    expect(await isUnlinkedBy(owner)).toBe(false);
    expect(await sessions.findIn(byIdentity)).toBeNull();
    expect(await sessions.findIn(byKey)).not.toBeNull();
    expect((await under().signIn(claims)).userId).not.toBe(owner.userId);
  });

  it('of one user there are at most ten, also when many are linked at once', async () => {
    const owner = await signedIn(await cookieOf(somebody()));
    const links = await Promise.all(Array.from({ length: MAX_IDENTITIES + 3 }, () => under().link(owner, somebody())));
    expect(links.filter((link) => link === 'linked')).toHaveLength(MAX_IDENTITIES - 1);
    expect(await under().listOwn(owner)).toHaveLength(MAX_IDENTITIES);
  });

  it('of a disabled user gets no session, and those it has end', async () => {
    const claims = somebody({ preferred_username: 'disabled' });
    const cookie = await cookieOf(claims);
    await accounts.setDisabled('disabled', true);
    const { problem, identityId, userId } = await under().signIn(claims);
    expect(problem).toBe('user-disabled');
    expect(await sessions.signInByIdentity({ id: identityId, userId: userId ?? 0 })).toBeNull();
    expect(await db.read("SELECT 1 AS one FROM audit WHERE action = 'session.started' AND actor_id = ?", [userId])).toHaveLength(1);
    expect(await sessions.findIn(cookie)).toBeNull();
  });

  it('whose group was taken away gets no session, and loses those it has', async () => {
    const policy = { allowedGroups: ['staff'], adminGroups: ['root'] };
    const claims = somebody();
    const before = { ...claims, groups: ['staff', 'root'] };
    const cookie = await cookieOf(before, policy);
    const { userId, isAdmin } = await signedIn(cookie);
    expect(isAdmin).toBe(true);
    for (const groups of [['root'], [], undefined, 'other', [{ name: 'staff' }], null]) {
      await cookieOf(before, policy);
      expect(await under(policy).signIn({ ...claims, groups })).toMatchObject({ problem: 'group-refused', userId });
      expect(await sessions.findIn(cookie)).toBeNull();
      expect((await signedIn(await cookieOf({ ...claims, groups: ['staff'] }, policy))).isAdmin).toBe(false);
    }
  });

  it('a group makes only its identity’s sessions administrators, until it is lost', async () => {
    const policy = { adminGroups: ['root'] };
    const byKey = (await sessions.signIn(await accounts.createKey('chief'))).setCookie?.split(';')[0] ?? '';
    const claims = somebody();
    await under(policy).link(await signedIn(byKey), claims);
    const cookie = await cookieOf({ ...claims, groups: ['root'] }, policy);
    const isAdmin = async (each: string) => (await signedIn(each)).isAdmin;
    expect([await isAdmin(cookie), await isAdmin(byKey)]).toEqual([true, false]);
    // A session by a key that was made meanwhile is no administrator's, either.
    const another = (await sessions.signIn(await accounts.createKey('chief'))).setCookie?.split(';')[0] ?? '';
    expect(await isAdmin(another)).toBe(false);
    const later = await cookieOf({ ...claims, groups: [] }, policy);
    expect([await isAdmin(later), await isAdmin(cookie)]).toEqual([false, false]);
    await cookieOf({ ...claims, groups: ['root'] }, policy);
    expect(await isAdmin(cookie)).toBe(true);
    // A sign-in ends the administration when no groups are configured, whatever the claims say.
    await cookieOf({ ...claims, groups: ['root'] });
    expect(await isAdmin(cookie)).toBe(false);
  });

  it('that is unlinked takes administration along, and links again without', async () => {
    const policy = { adminGroups: ['root'] };
    const byKey = await signedIn((await sessions.signIn(await accounts.createKey('boss'))).setCookie?.split(';')[0] ?? '');
    const claims = { ...somebody(), groups: ['root'] };
    await under(policy).link(byKey, claims);
    const cookie = await cookieOf(claims, policy);
    const { identityId } = await signedIn(cookie);
    await accounts.unlinkIdentity(byKey, identityId ?? '');
    expect(await sessions.findIn(cookie)).toBeNull();
    await under(policy).link(byKey, claims);
    expect((await accounts.listUsers()).find(({ name }) => name === 'boss')).toMatchObject({ promotedAt: null, isGroupAdmin: false });
  });

  it('confirms its own user, if the provider has just asked who it is', async () => {
    const claims = somebody();
    const owner = await signedIn(await cookieOf(claims));
    const seconds = Math.floor(Date.now() / 1000);
    const isAgain = (more: Partial<IdentityClaims>, policy: Partial<AdmissionPolicy> = {}) =>
      under(policy).isAgain(owner, { ...claims, ...more });
    expect([await isAgain({}), await isAgain({ auth_time: seconds - 60 })]).toEqual([true, true]);
    expect(await isAgain({ auth_time: seconds - 3_600 })).toBe(false);
    expect(await isAgain({ sub: 'nobody here' })).toBe(false);
    expect(await isAgain({}, { allowedGroups: ['staff'] })).toBe(false);
    const other = somebody();
    await cookieOf(other);
    expect(await under().isAgain(owner, other)).toBe(false);
  });

  it('leaves a right of the user alone: who was promoted stays so without the group', async () => {
    const policy = { adminGroups: ['root'] };
    const claims = somebody({ preferred_username: 'promoted' });
    await cookieOf(claims, policy);
    await accounts.setAdmin('promoted', true);
    expect((await signedIn(await cookieOf({ ...claims, groups: [] }, policy))).isAdmin).toBe(true);
  });

  it('a linked identity makes and revokes keys of its user, which sign no browser in', async () => {
    const claims = somebody();
    const owner = await signedIn(await cookieOf(claims));
    const key = (await accounts.createOwnKey(owner, 'a script', null)) ?? '';
    expect(await accounts.authenticate(key)).toMatchObject({ userId: owner.userId });
    expect((await sessions.signIn(key)).problem).toBe('api-only-key');
    const stranger = await signedIn(await cookieOf(somebody()));
    expect(await accounts.revokeOwnKey(stranger, key.slice(3, 11))).toEqual(NOTHING_ENDED);
    expect(await accounts.createOwnKey({ ...stranger, userId: owner.userId }, 'stolen', null)).toBeNull();
    await accounts.unlinkIdentity(owner, owner.identityId ?? '');
    expect(await accounts.createOwnKey(owner, 'too late', null)).toBeNull();
    expect(await accounts.revokeOwnKey(owner, key.slice(3, 11))).toEqual(NOTHING_ENDED);
    expect(await accounts.authenticate(key)).not.toBeNull();
  });

  it('is listed with its name; the database shows neither name nor subject', async () => {
    const claims = somebody({ email: 'secret.name@example.org', sub: 'a subject nobody sees' });
    const owner = await signedIn(await cookieOf(claims));
    expect(await under().listOwn(owner)).toEqual([
      {
        id: owner.identityId,
        issuer: ISSUER,
        name: 'secret.name@example.org',
        createdAt: expect.any(Number),
        lastUsedAt: expect.any(Number),
        makers: [],
      },
    ]);
    const contents = await contentsOf(database);
    for (const hidden of ['secret.name@', claims.sub]) expect(contents.includes(hidden)).toBe(false);
  });

  it('the audit has each creation, sign-in, promotion, link and refusal by identity', async () => {
    await db.write([{ sql: 'DELETE FROM audit', params: [] }]);
    const policy = { adminGroups: ['ops'], allowedGroups: ['staff'] };
    const claims = somebody({ groups: ['staff', 'ops'] });
    await cookieOf(claims, policy);
    const { userId, identityId } = await under(policy).signIn(claims);
    const other = somebody({ groups: ['staff'] });
    const me = { userId: userId ?? 0, keyId: null, identityId: identityId };
    await under(policy).link(me, other);
    await under(policy).link(me, other);
    const [linked] = (await under().listOwn(me)).slice(-1);
    await accounts.unlinkIdentity(me, linked?.id ?? '');
    await under(policy).signIn({ ...claims, groups: [] }, '192.0.2.0');
    const rows = await db.read('SELECT action, actor, actor_id FROM audit ORDER BY at, id');
    const told = rows.map(({ action, actor, actor_id }) => `${action} ${actor === 'user' ? actor_id === userId : actor}`);
    expect(told.toSorted()).toEqual(
      [
        'user.created visitor',
        'user.promoted true',
        'session.started true',
        'identity.linked true',
        'identity.unlinked true',
        'user.demoted true',
        'session.refused visitor',
      ].toSorted(),
    );
  });
});
