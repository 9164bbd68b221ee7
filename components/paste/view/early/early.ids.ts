/** The ids that the document and its early script share. */

export const EARLY_ENVELOPE_ID = 'envelope';
export const EARLY_LINES_ID = 'early-lines';

/** The envelope stands in the document twice then: larger ones wait for the program. */
export const EARLY_MAX_CHARACTERS = 32 * 1024;
