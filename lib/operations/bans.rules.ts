/** Limits of bans. Browser-safe: no imports. */

export const MAX_BAN_REASON_CHARACTERS = 200;
/** The longest ban that ends by itself: ten years. */
export const MAX_BAN_SECONDS = 315_360_000;
