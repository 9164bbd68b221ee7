/** Limits of request links. Browser-safe. */

export const MAX_LABEL_CHARACTERS = 80;
/** Characters of what only the holders of the two links can open. */
export const MAX_SEALED_CHARACTERS = 4 * 1024;
export const MAX_VAULT_CHARACTERS = 8 * 1024;
export const MAX_ANSWERS = 50;
/** Most requests of one user, including ended ones that are still kept: each is a row, and up to MAX_ANSWERS more. */
export const MAX_REQUESTS_PER_USER = 1_000;

/** Longest time for which a code finds its request: the time that others have to find another key with the same code. */
export const MAX_CODE_SECONDS = 600;

/** How many keys a client makes for a code. Of 2^40 codes hardly one is taken: a server that says so each time lies. */
export const MAX_CODE_KEYS = 5;
