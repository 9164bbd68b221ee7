/** The program's name and tagline. Every page's script holds them, so the icon is in a file of its own. */

/** The name of a host whose operator gave it none. */
export const PROGRAM_NAME = 'Sealpaste';

export const SITE_TAGLINE = 'Paste text, get a link. Your browser can encrypt the text first, so that this server can’t read it.';
