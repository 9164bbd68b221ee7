/** The id of the header's element with the site's name, which later loaded components read. */
export const SITE_NAME_ID = 'site-name';

/** Reads the site's name; empty on a page without header. */
export const readSiteName = (): string => document.getElementById(SITE_NAME_ID)?.textContent ?? '';
