/** Reads a provider's claims: whom they are about, and whether that person may sign in. */
import { isNewUserName } from './user-name';

export interface IdentityLabel {
  issuer: string;
  name: string;
  /** The e-mail address that the provider vouches for, if it does. */
  email?: string;
}

/** Claims about somebody who has just signed in at the provider (OpenID Connect Core §5.1), checked to be the provider's. */
export interface IdentityClaims {
  iss: string;
  sub: string;
  [claim: string]: unknown;
}

/** Which of the provider's accounts may sign in here. */
export interface AdmissionPolicy {
  /** Domains of e-mail addresses, in lower case; null: any. */
  allowedDomains: readonly string[] | null;
  groupsClaim: string;
  /** Groups of which one is enough; null: no group is needed. */
  allowedGroups: readonly string[] | null;
  /** Groups that make an administrator; null: the provider doesn't decide that. */
  adminGroups: readonly string[] | null;
}

export type RefusalReason = 'email-unverified' | 'domain-refused' | 'group-refused';

/** @returns why the person may not sign in; null when they may */
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

/** Whether the claims are there that a sign-in under this policy needs; a provider may give some only at its userinfo endpoint. */
export function hasNeededClaims(claims: IdentityClaims, policy: AdmissionPolicy): boolean {
  const needsGroups = policy.allowedGroups !== null || policy.adminGroups !== null;
  if (needsGroups && groupsOf(claims, policy.groupsClaim) === null) return false;
  if (policy.allowedDomains !== null && domainOf(claims) === null) return false;
  return NAME_CLAIMS.some((name) => textOf(claims[name]) !== '');
}

const isEmailVerified = ({ email_verified: flag }: IdentityClaims): boolean => flag === true || flag === 'true';

/**
 * The domain of the person's e-mail address, if the provider vouches for it. Google also has accounts for addresses of domains
 * that it doesn't manage, and names in `hd` those that it does. With other providers an address counts only when it is marked
 * as verified: some let people type any.
 */
function domainOf(claims: IdentityClaims): string | null {
  if (claims.iss === 'https://accounts.google.com') return textOf(claims.hd).toLowerCase() || null;
  const [, domain] = /^[^@\s]+@([^@\s]+)$/.exec(textOf(claims.email)) ?? [];
  return isEmailVerified(claims) && domain !== undefined ? domain.toLowerCase() : null;
}

function isInOneOf(wanted: readonly string[], claims: IdentityClaims, { groupsClaim }: AdmissionPolicy): boolean {
  return groupsOf(claims, groupsClaim)?.some((group) => wanted.includes(group)) ?? false;
}

/** @param claim a claim's name or, without a claim of this name, a path such as `realm_access.roles` @returns null when it isn't there */
function groupsOf(claims: IdentityClaims, claim: string): string[] | null {
  const found = claims[claim] ?? claim.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), claims);
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found.filter((group) => typeof group === 'string') : null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const NAME_CLAIMS = ['preferred_username', 'email', 'name'] as const;
const MAX_LABEL_CHARACTERS = 200;

/** The issuer, the first of address, user name, name and subject that the claims have, and a verified address. */
export function labelOf(claims: IdentityClaims): IdentityLabel {
  const name = [claims.email, claims.preferred_username, claims.name, claims.sub].map(textOf).find((text) => text !== '') ?? '';
  const email = textOf(claims.email);
  return {
    issuer: claims.iss,
    name: name.replace(/\p{Cc}/gu, '').slice(0, MAX_LABEL_CHARACTERS),
    ...(isEmailVerified(claims) && email !== '' && email.length <= MAX_LABEL_CHARACTERS ? { email } : {}),
  };
}

const MAX_NAME_CHARACTERS = 58;

/** A user name that the claims suggest, shorter than USER_NAME_PATTERN allows, so that a suffix fits behind it. */
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
