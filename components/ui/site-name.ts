/** The id of the header's element with the site's name, which later loaded components read. */
export const SITE_NAME_ID = 'site-name';

/** The id of the header's link to a new paste; it has none for strangers who came to read. */
export const NEW_PASTE_ID = 'new-paste';

export const hasNewPaste = (): boolean => document.getElementById(NEW_PASTE_ID) !== null;

/** Reads the site's name; empty on a page without header. */
export const readSiteName = (): string => document.getElementById(SITE_NAME_ID)?.textContent ?? '';
