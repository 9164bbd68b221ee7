/** Words about this program. Part of every page's program: the icon is a file of its own. */

/** What a host is called whose operator gave it no name. */
export const PROGRAM_NAME = 'Sealpaste';

export const SITE_TAGLINE = 'Paste text, get a link. Your browser encrypts the text first, so this server can’t read it.';
