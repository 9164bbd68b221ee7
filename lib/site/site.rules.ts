/** What this site is called, on its pages and where it is installed. Part of every page's program: the icon is a file of its own. */

export const SITE_NAME = 'Sealpaste';

export const SITE_TAGLINE = 'Paste text, get a link. Your browser encrypts the text first, so this server can’t read it.';
