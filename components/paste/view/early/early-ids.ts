/** The ids that the document and its early script share. */

export const EARLY_ENVELOPE_ID = 'envelope';
export const EARLY_LINES_ID = 'early-lines';

/** The early script makes the document hold the envelope twice, so larger envelopes wait for React. */
export const EARLY_MAX_CHARACTERS = 32 * 1024;
