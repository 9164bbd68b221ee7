/**
 * Keeps the fragment in this tab's sessionStorage while somebody signs in: forms and other sites lose it, and no server may
 * see it. Forgets it on the return to the page.
 */
import { keepJson, readFields, tabStorage } from '#components/ui/storage';

const NAME = 'sealpaste-return';

/** @param path the path of this host that the fragment belongs to */
export function keepFragment(path: string, fragment: string): void {
  // Without storage the page asks for the key.
  keepJson(tabStorage(), NAME, { path, fragment });
}

/** @returns the address with its fragment, which is then forgotten */
export function takeFragment(path: `/${string}`): `/${string}` {
  const kept = readFields(tabStorage(), NAME);
  tabStorage()?.removeItem(NAME);
  return kept.path === path && typeof kept.fragment === 'string' && kept.fragment.startsWith('#') ? `${path}${kept.fragment}` : path;
}
