/** Paths travel in a cookie, and no page of ours has a longer one. */
const MAX_CHARACTERS = 1_000;

/**
 * The path of this host, without its fragment, that a visitor wants to see after signing in. Browsers read `//host`,
 * `/\host` and addresses with tabs as another site's.
 * @returns null for anything else
 */
export function localPath(text: unknown): `/${string}` | null {
  if (typeof text !== 'string' || text.length > MAX_CHARACTERS || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return null;
  const origin = 'http://localhost';
  if (!URL.canParse(text, origin)) return null;
  const { origin: own, pathname, search } = new URL(text, origin);
  return own === origin && !pathname.startsWith('//') ? `/${pathname.slice(1)}${search}` : null;
}
