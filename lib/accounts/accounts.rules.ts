/** What names and keys obey. Browser-safe: no imports. */

/** For `pattern` of an input too, so without anchors; Unicode-aware. */
export const USER_NAME_PATTERN = '[\\p{L}\\p{N}][\\p{L}\\p{N}._@\\-]{0,63}';
export const MAX_KEY_NAME_CHARACTERS = 64;
/** Keys of one user that are good at the same time. */
export const MAX_ACTIVE_KEYS = 50;
/** Keys of one user that are good no more and are still listed; older ones are removed. */
export const MAX_SPENT_KEYS = 100;
/** Browsers that one user is signed in with; the next one ends the oldest. */
export const MAX_SESSIONS = 50;
/** Identities of one user. */
export const MAX_IDENTITIES = 10;
/** Days a new key may be good for; null is for ever. */
export const KEY_LIFETIMES_DAYS = [7, 30, 90, 365, null] as const;

/** What an account's chats are told of at once: somebody may have the account who shouldn't. */
export const ACCOUNT_EVENTS = ['identity.linked', 'key.created', 'account.deleted'] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];
