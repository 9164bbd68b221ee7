/** Longer ones lead nowhere here, and travel in a cookie. */
const MAX_CHARACTERS = 1_000;

/**
 * Where a visitor wants to go after signing in, if that is a path of this host: a browser reads `//host`, `/\host` and what has
 * tabs in it as another site's address. Without what stands behind `#`.
 * @returns null for anything else
 */
export function localPath(text: unknown): `/${string}` | null {
  if (typeof text !== 'string' || text.length > MAX_CHARACTERS || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return null;
  const origin = 'http://localhost';
  if (!URL.canParse(text, origin)) return null;
  const { origin: own, pathname, search } = new URL(text, origin);
  return own === origin && !pathname.startsWith('//') ? `/${pathname.slice(1)}${search}` : null;
}
