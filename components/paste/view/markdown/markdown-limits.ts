/** Limits of a rendered text. The page shows the source of a text that exceeds one. */

/** UTF-8. */
export const MARKDOWN_MAX_BYTES = 256 * 1024;
/** Limits the parser's nodes, and separately the page's elements and texts (`sizeOf`): neither count bounds the other. */
export const MARKDOWN_MAX_NODES = 20_000;
/** UTF-16 units that the page gets. A link's address may count three times: as `href`, `title` and text. */
export const MARKDOWN_MAX_CHARACTERS = 3 * MARKDOWN_MAX_BYTES;
/** Nesting depth. The browser's layout recurses as deep, and no readable text is nested deeper. */
export const MARKDOWN_MAX_DEPTH = 100;
/** Time for parsing, once the worker has loaded. A busy machine takes longer, so the reader may ask for the longer limit. */
export const PARSE_LIMIT_MS = 2_000;
export const PATIENT_PARSE_LIMIT_MS = 20_000;
