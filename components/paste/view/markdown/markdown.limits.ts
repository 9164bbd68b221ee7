/** Limits of a rendered text. The page shows the source of a text that exceeds one. */

/** UTF-8. */
export const MARKDOWN_MAX_BYTES = 256 * 1024;
/** Nodes of the parser, and again elements and texts of the page (`markdown.size.ts`): neither count bounds the other. */
export const MARKDOWN_MAX_NODES = 20_000;
/** UTF-16 units that the page gets: an address stands there three times, as the link, its title and its words. */
export const MARKDOWN_MAX_CHARACTERS = 3 * MARKDOWN_MAX_BYTES;
/** Nested deeper, a text isn't meant to be read, and the browser's layout would recurse as deep. */
export const MARKDOWN_MAX_DEPTH = 100;
/** Time of the worker, once it is there. A clock sees how busy the machine is, too: the reader may ask for the longer time. */
export const PARSE_LIMIT_MS = 2_000;
export const PATIENT_PARSE_LIMIT_MS = 20_000;
