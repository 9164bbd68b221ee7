/** Names that the file of the page and its early script share. */

export const EARLY_TITLE_ID = 'early-title';
export const EARLY_LINES_ID = 'early-lines';
export const EARLY_PROGRESS_ID = 'early-progress';
