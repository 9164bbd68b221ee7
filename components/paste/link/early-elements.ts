/** Names that the file of the page and its early script share. */

export const EARLY_TITLE_ID = 'early-title';
export const EARLY_LINES_ID = 'early-lines';

/** Larger envelopes wait for the worker: decrypting them would block the page. */
export const EARLY_MAX_CHARACTERS = 64 * 1024;
