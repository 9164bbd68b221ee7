/** Limits of names, keys, sessions and identities. Browser-safe: no imports. */

/** Pattern of a user's name, Unicode-aware; without anchors, because it is also the `pattern` of an input. */
export const USER_NAME_PATTERN = '[\\p{L}\\p{N}][\\p{L}\\p{N}._@\\-]{0,63}';
export const MAX_KEY_NAME_CHARACTERS = 64;
/** Pattern of a key's name for an input: more than spaces. */
export const KEY_NAME_PATTERN = '.*\\S.*';
/** Active keys that one user may have at the same time. */
export const MAX_ACTIVE_KEYS = 50;
/** Revoked and expired keys of one user that are kept; older ones are removed. */
export const MAX_SPENT_KEYS = 100;
/** Browsers in which one user is signed in at the same time; the next one ends the oldest session. */
export const MAX_SESSIONS = 50;
export const MAX_IDENTITIES = 10;
/** Lifetimes of a new key to choose from, in days; null: no end. */
export const KEY_LIFETIMES_DAYS = [7, 30, 90, 365, null] as const;

/** Accounts that one address may make. */
export const REGISTRATIONS_PER_HOUR = 5;
/** Sign-in attempts of one address; each may cost a query. */
export const SIGN_INS_PER_MINUTE = 20;
/** Sign-in attempts with one key from all addresses: more, because somebody who knows the id of the key could lock its owner out. */
export const SIGN_INS_PER_KEY = 60;

/** Events that an account's chats are told of at once, since they may mean that somebody else has got in. */
export const ACCOUNT_EVENTS = ['identity.linked', 'key.created', 'account.deleted'] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];
