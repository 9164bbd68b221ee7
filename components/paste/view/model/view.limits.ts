/** Where one way of showing a text ends and the next begins. */

/** Up to this a text, or an envelope, is part of the page and needs no request of its own. */
export const IN_PAGE_MAX_BYTES = 256 * 1024;

/** Up to these a text is shown as plain elements, which also work without JavaScript; beyond, only what is in view is in the document. */
export const SMALL_MAX_CHARACTERS = 256 * 1024;
export const SMALL_MAX_LINES = 2_000;

/** The same of a file, which no page without JavaScript shows: making 2,000 elements at a click would hold up the page. */
export const SMALL_FILE_MAX_BYTES = 64 * 1024;
export const SMALL_FILE_MAX_LINES = 400;

/** Larger envelopes are opened in a worker: what they decompress to may be a thousand times their size. */
export const OPEN_IN_PAGE_MAX_CHARACTERS = 64 * 1024;

/** The preview until the large view has loaded: more than fills a tall screen. */
export const PREVIEW_MAX_CHARACTERS = 12 * 1024;
export const PREVIEW_MAX_LINES = 120;

/** A longer line has no colours, and is wrapped from the beginning: sideways it would be hundreds of screens long. */
export const LONG_LINE_CHARACTERS = 50_000;

/** A text reaches the page in slices: small at first, so that the first lines stand there early; then few. */
export const FIRST_SLICE_CHARACTERS = 48 * 1024;
export const SLICE_CHARACTERS = 256 * 1024;
