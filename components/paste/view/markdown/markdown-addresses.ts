/** Decides which addresses of a Markdown text become links, and which name files of the paste. */
import { cleanFileName } from '#lib/envelope/envelope-names';

const FOLLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** Ten thousand links may share one definition, and each holds the whole address. */
const MAX_CHARACTERS = 2_000;

/**
 * @returns the address as the browser will follow it; null for one that isn't followed: relative, of another scheme, too
 * long, or with a user's name before the host, which makes one site look like another
 */
export function followedAddress(address: string): string | null {
  if (address.length > MAX_CHARACTERS) return null;
  // A relative address would lead to this host, or change the fragment that holds the key.
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  return FOLLOWED.has(protocol) && username === '' && password === '' ? href : null;
}

/** Returns the address of a picture elsewhere; null unless it is http or https. */
export function pictureAddress(address: string): string | null {
  const followed = followedAddress(address);
  return followed?.startsWith('http') ? followed : null;
}

/**
 * Returns the name of the paste's file that an address means, e.g. `beach.png` or `./my%20cat.png`. Spelling matters, a folder doesn't.
 * @returns at most 200 bytes; empty for an address of another host or scheme
 */
export function pictureName(address: string): string {
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(address) ? '' : cleanFileName(decoded(address));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
