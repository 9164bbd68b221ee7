/** What a provider's claims mean: who they are about, and whether they may sign in. */
import { isNewUserName } from './user-name';

/** What an identity is called on its owner's page. */
export interface IdentityLabel {
  issuer: string;
  name: string;
}

/** Claims about somebody who has just signed in at the provider (OpenID Connect Core §5.1), checked to be the provider's. */
export interface IdentityClaims {
  iss: string;
  sub: string;
  [claim: string]: unknown;
}

/** Who of those whom the provider knows may sign in here. */
export interface AdmissionPolicy {
  /** Domains of e-mail addresses, in lower case; null: any. */
  allowedDomains: readonly string[] | null;
  groupsClaim: string;
  /** null: any. */
  allowedGroups: readonly string[] | null;
  /** null: the provider says nothing about administrators. */
  adminGroups: readonly string[] | null;
}

export type RefusalReason = 'email-unverified' | 'domain-refused' | 'group-refused';

/** @returns why they may not sign in; null: they may */
export function refusalOf(claims: IdentityClaims, policy: AdmissionPolicy): RefusalReason | null {
  if (policy.allowedDomains !== null) {
    const domain = domainOf(claims);
    if (domain === null) return 'email-unverified';
    if (!policy.allowedDomains.includes(domain)) return 'domain-refused';
  }
  if (policy.allowedGroups !== null && !isInOneOf(policy.allowedGroups, claims, policy)) return 'group-refused';
  return null;
}

export function isAdminBy(claims: IdentityClaims, policy: AdmissionPolicy): boolean {
  return policy.adminGroups !== null && isInOneOf(policy.adminGroups, claims, policy);
}

/** Claims that a sign-in under this policy needs; the provider may give some of them only when asked once more. */
export function hasNeededClaims(claims: IdentityClaims, policy: AdmissionPolicy): boolean {
  const needsGroups = policy.allowedGroups !== null || policy.adminGroups !== null;
  if (needsGroups && groupsOf(claims, policy.groupsClaim) === null) return false;
  if (policy.allowedDomains !== null && domainOf(claims) === null) return false;
  return NAME_CLAIMS.some((name) => textOf(claims[name]) !== '');
}

/**
 * The domain that vouches for them. Google also has accounts for addresses of domains that it doesn't manage; for those that
 * it does, it says so in `hd`. Elsewhere an address counts only when the provider says that it is verified: some let people
 * type any.
 */
function domainOf(claims: IdentityClaims): string | null {
  if (claims.iss === 'https://accounts.google.com') return textOf(claims.hd).toLowerCase() || null;
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  const [, domain] = /^[^@\s]+@([^@\s]+)$/.exec(textOf(claims.email)) ?? [];
  return isVerified && domain !== undefined ? domain.toLowerCase() : null;
}

function isInOneOf(wanted: readonly string[], claims: IdentityClaims, { groupsClaim }: AdmissionPolicy): boolean {
  return groupsOf(claims, groupsClaim)?.some((group) => wanted.includes(group)) ?? false;
}

/** @param claim a claim's name or, where there is none of it, a path into objects such as `realm_access.roles` @returns null when there is none */
function groupsOf(claims: IdentityClaims, claim: string): string[] | null {
  const found = claims[claim] ?? claim.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), claims);
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found.filter((group) => typeof group === 'string') : null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const NAME_CLAIMS = ['preferred_username', 'email', 'name'] as const;
const MAX_LABEL_CHARACTERS = 200;

/** How the provider calls them. */
export function labelOf(claims: IdentityClaims): IdentityLabel {
  const name = [claims.email, claims.preferred_username, claims.name, claims.sub].map(textOf).find((text) => text !== '') ?? '';
  return { issuer: claims.iss, name: name.replace(/\p{Cc}/gu, '').slice(0, MAX_LABEL_CHARACTERS) };
}

const MAX_NAME_CHARACTERS = 58;

/** A user name that the claims suggest, shorter than USER_NAME_PATTERN allows, so that there is room to tell it from others. */
export function userNameOf(claims: IdentityClaims): string {
  const [suggested = ''] = NAME_CLAIMS.map((name) => textOf(claims[name])).filter((text) => text !== '');
  const name = suggested
    .normalize('NFKC')
    .replace(/@.*$/u, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+|[._-]+$/gu, '');
  const short = [...name].slice(0, MAX_NAME_CHARACTERS).join('');
  return isNewUserName(short) ? short : 'user';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
