import { describe, expect, it } from 'vitest';
import { USER_NAME_PATTERN } from './accounts.rules';
import { type AdmissionPolicy, hasNeededClaims, type IdentityClaims, isAdminBy, labelOf, refusalOf, userNameOf } from './identity.rules';

const OPEN: AdmissionPolicy = { allowedDomains: null, groupsClaim: 'groups', allowedGroups: null, adminGroups: null };
const claims = (more: Record<string, unknown>): IdentityClaims => ({ iss: 'https://id.example', sub: 's', ...more });

describe('domains', () => {
  const policy = { ...OPEN, allowedDomains: ['corp.example', 'corp.org'] };

  it.each([
    ['an address there that is verified', { email: 'anna@corp.example', email_verified: true }, null],
    ['capital letters', { email: 'Anna@CORP.example', email_verified: true }, null],
    ['another domain of the list, verified as a text', { email: 'a@corp.org', email_verified: 'true' }, null],
    ['an address that is not verified', { email: 'anna@corp.example', email_verified: false }, 'email-unverified'],
    ['an address of which the provider says nothing', { email: 'anna@corp.example' }, 'email-unverified'],
    ['no address', { email_verified: true }, 'email-unverified'],
    ['a subdomain', { email: 'a@evil.corp.example', email_verified: true }, 'domain-refused'],
    ['a domain that begins so', { email: 'a@corp.example.evil.org', email_verified: true }, 'domain-refused'],
    ['two addresses in one', { email: 'a@evil.org@corp.example', email_verified: true }, 'email-unverified'],
    ['a list', { email: ['a@corp.example'], email_verified: true }, 'email-unverified'],
  ] as const)('%s', (_, given, refusal) => expect(refusalOf(claims(given), policy)).toBe(refusal));

  it('Google’s own account for an address there is not an account of the domain', () => {
    const iss = 'https://accounts.google.com';
    const email = { email: 'left@corp.example', email_verified: true };
    expect(refusalOf(claims({ iss, ...email }), policy)).toBe('email-unverified');
    expect(refusalOf(claims({ iss, ...email, hd: 'other.example' }), policy)).toBe('domain-refused');
    expect(refusalOf(claims({ iss, ...email, hd: 'corp.example' }), policy)).toBeNull();
  });
});

describe('groups', () => {
  const policy = { ...OPEN, allowedGroups: ['staff', 'ops'], adminGroups: ['ops'] };

  it.each([
    [['staff'], null, false],
    [['other', 'ops'], null, true],
    ['ops', null, true],
    [['Staff'], 'group-refused', false],
    [[], 'group-refused', false],
    [['staff,ops'], 'group-refused', false],
    [{ staff: true }, 'group-refused', false],
    [undefined, 'group-refused', false],
  ])('%j', (groups, refusal, isAdmin) => {
    expect(refusalOf(claims({ groups }), policy)).toBe(refusal);
    expect(isAdminBy(claims({ groups }), policy)).toBe(isAdmin);
  });

  it('may be in objects, and a claim whose name has dots goes first', () => {
    const nested = { ...policy, groupsClaim: 'realm_access.roles' };
    expect(refusalOf(claims({ realm_access: { roles: ['staff'] } }), nested)).toBeNull();
    expect(refusalOf(claims({ realm_access: { roles: ['staff'] }, 'realm_access.roles': ['none'] }), nested)).toBe('group-refused');
    expect(refusalOf(claims({ groups: ['staff'] }), { ...policy, groupsClaim: 'groups.length' })).toBe('group-refused');
  });

  it('make no administrators where no group is one', () => {
    expect(isAdminBy(claims({ groups: ['ops'] }), OPEN)).toBe(false);
  });
});

it('the provider is asked once more for what the policy needs, and for a name', () => {
  expect(hasNeededClaims(claims({ name: 'Anna' }), OPEN)).toBe(true);
  expect(hasNeededClaims(claims({}), OPEN)).toBe(false);
  expect(hasNeededClaims(claims({ name: 'Anna' }), { ...OPEN, adminGroups: ['a'] })).toBe(false);
  expect(hasNeededClaims(claims({ name: 'Anna', groups: [] }), { ...OPEN, adminGroups: ['a'] })).toBe(true);
  expect(hasNeededClaims(claims({ name: 'Anna' }), { ...OPEN, allowedDomains: ['a'] })).toBe(false);
});

it.each([
  [{ preferred_username: 'anna' }, 'anna'],
  [{ preferred_username: 'anna@corp.example', email: 'x@y.z' }, 'anna'],
  [{ preferred_username: '', email: 'anna.berg@corp.example' }, 'anna.berg'],
  [{ name: 'Ånna <b> Berg' }, 'Ånna-b-Berg'],
  [{ preferred_username: '  ..-- ' }, 'user'],
  [{ preferred_username: 17 }, 'user'],
  [{ preferred_username: 'x'.repeat(200) }, 'x'.repeat(58)],
  [{}, 'user'],
])('a user name from %j', (given, name) => {
  expect(userNameOf(claims(given))).toBe(name);
  expect(`${name}-ffff`).toMatch(new RegExp(`^${USER_NAME_PATTERN}$`, 'u'));
});

it('an identity is called by its address, or what else the provider says', () => {
  expect(labelOf(claims({ email: 'a@b.c', name: 'A' })).name).toBe('a@b.c');
  expect(labelOf(claims({ name: 'A\u0000B' })).name).toBe('AB');
  expect(labelOf(claims({}))).toEqual({ issuer: 'https://id.example', name: 's' });
});
