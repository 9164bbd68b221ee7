/** Which addresses of a Markdown text become links. */

const FOLLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** Ten thousand links may share one definition, and each holds the whole address. */
const MAX_CHARACTERS = 2_000;

/**
 * @returns the address as the browser will follow it; null for one that isn't followed: relative, of another scheme, too
 * long, or with a user's name before the host, which makes one site look like another
 */
export function followedAddress(address: string): string | null {
  if (address.length > MAX_CHARACTERS) return null;
  // A relative one would lead to this host, or to the key's place.
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  return FOLLOWED.has(protocol) && username === '' && password === '' ? href : null;
}

/** The host that a picture would be fetched from. Null for what is no web address. */
export function pictureAddress(address: string): string | null {
  const followed = followedAddress(address);
  return followed?.startsWith('http') ? followed : null;
}
