/** Where the header of every page has the name of the host, for parts that are loaded later. */
export const SITE_NAME_ID = 'site-name';

/** Empty where there is no header. */
export const readSiteName = (): string => document.getElementById(SITE_NAME_ID)?.textContent ?? '';
