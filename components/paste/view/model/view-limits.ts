/** Limits that decide how a text is delivered and shown. */

/** A text up to these limits becomes plain elements, which work without JavaScript; a larger one has only the lines in view. */
export const SMALL_MAX_CHARACTERS = 256 * 1024;
export const SMALL_MAX_LINES = 2_000;

/** A longer text without a language is no password and no key. */
export const SECRET_MAX_BYTES = 4 * 1024;

/** The limits for a file, which needs JavaScript anyway: making 2,000 elements at a click would block the page. */
export const SMALL_FILE_MAX_BYTES = 64 * 1024;
export const SMALL_FILE_MAX_LINES = 400;

/** Larger envelopes are decrypted in a worker: the decompressed text may be a thousand times their size. */
export const OPEN_IN_PAGE_MAX_CHARACTERS = 64 * 1024;

/** Limits of the preview until the large view has loaded; they more than fill a tall screen. */
export const PREVIEW_MAX_CHARACTERS = 12 * 1024;
export const PREVIEW_MAX_LINES = 120;

/** A longer line has no colours and is wrapped at first: unwrapped, it would be hundreds of screens wide. */
export const LONG_LINE_CHARACTERS = 50_000;

/** A text reaches the page in slices: a small first one shows lines early, larger ones follow. */
export const FIRST_SLICE_CHARACTERS = 48 * 1024;
export const SLICE_CHARACTERS = 256 * 1024;
