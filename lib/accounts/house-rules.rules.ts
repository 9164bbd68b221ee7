/** The rules of a host, or of an API key, for new pastes. Browser-safe: no imports. */

/**
 * `e2ee`: its sender has encrypted it. `password`: it has a password beside the link. `burn`: its first reader is the only
 * one. `account`: it belongs to a user.
 */
export const HOUSE_RULES = ['e2ee', 'password', 'burn', 'account'] as const;

export type HouseRule = (typeof HOUSE_RULES)[number];

/** The rules of an API key, besides those of the host. */
export interface KeyRules {
  require: readonly HouseRule[];
  /** The longest time that its pastes may live; null: no limit of its own. */
  maxTtlSeconds: number | null;
}

/** Rules from a text with commas or spaces between them, in the order of HOUSE_RULES. @returns null for an unknown one */
export function parseHouseRules(text: string): HouseRule[] | null {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const isKnown = names.every((name) => (HOUSE_RULES as readonly string[]).includes(name));
  return isKnown ? HOUSE_RULES.filter((rule) => names.includes(rule)) : null;
}

/** The rules of a key as its row has them; null: the key has none. A rule that this version doesn't know stays, and no paste keeps it. */
export function toKeyRules(names: string | null, maxTtlSeconds: number | null): KeyRules | null {
  if (names === null && maxTtlSeconds === null) return null;
  return { require: names === null ? [] : (names.split(' ') as HouseRule[]), maxTtlSeconds };
}

/** @returns null for a key that requires nothing */
export const formatRuleNames = (rules: KeyRules | null): string | null =>
  rules === null || rules.require.length === 0 ? null : rules.require.join(' ');

/** Scopes: the actions that a key allows. Browser-safe. */
export const KEY_SCOPES = ['pastes:create', 'pastes:read', 'pastes:manage', 'webhooks', 'chats'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** @param stored names with spaces between them; null: the key may do everything. A name that this version doesn't know allows nothing. */
export function parseScopes(stored: string | null): readonly KeyScope[] | null {
  return stored === null ? null : KEY_SCOPES.filter((scope) => stored.split(' ').includes(scope));
}

/** @param scopes null, or all of them: the key may do everything */
export function formatScopes(scopes: readonly KeyScope[] | null): string | null {
  return scopes?.join(' ') ?? null;
}
