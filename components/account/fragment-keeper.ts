/**
 * Keeps what stands behind `#` in this tab while somebody signs in: a form and another site lose it, and no server may see it.
 * The tab forgets it once it is back, and with its end.
 */
const NAME = 'sealpaste-return';

interface Kept {
  path: string;
  fragment: string;
}

/** @param path of this host to which the fragment belongs */
export function keepFragment(path: string, fragment: string): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ path, fragment } satisfies Kept));
  } catch {
    // Without storage the page asks for the key.
  }
}

/** @returns the address with its fragment, which is kept no longer */
export function takeFragment(path: `/${string}`): `/${string}` {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<Kept> | null;
    sessionStorage.removeItem(NAME);
    return kept?.path === path && typeof kept.fragment === 'string' && kept.fragment.startsWith('#') ? `${path}${kept.fragment}` : path;
  } catch {
    return path;
  }
}
