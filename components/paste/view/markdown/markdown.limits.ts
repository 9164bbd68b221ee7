/** What is rendered, and how long that may take. Beyond, the page shows the source. */

/** UTF-8. */
export const MARKDOWN_MAX_BYTES = 256 * 1024;
/** Each becomes about one element. */
export const MARKDOWN_MAX_NODES = 20_000;
/** Nested deeper, a text isn't meant to be read, and the browser's layout would recurse as deep. */
export const MARKDOWN_MAX_DEPTH = 100;
/** Of the worker, once it is there. A clock sees how busy the machine is, too: the reader may ask for the longer time. */
export const PARSE_LIMIT_MS = 2_000;
export const PATIENT_PARSE_LIMIT_MS = 20_000;
