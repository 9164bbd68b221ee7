/**
 * Keeps what stands behind `#` in this tab while somebody signs in: a form and another site lose it, and no server may see it.
 * The tab forgets it once it is back, and with its end.
 */
import { keepJson, readFields, tabStorage } from '#components/ui/storage';

const NAME = 'sealpaste-return';

/** @param path of this host to which the fragment belongs */
export function keepFragment(path: string, fragment: string): void {
  // Without storage the page asks for the key.
  keepJson(tabStorage(), NAME, { path, fragment });
}

/** @returns the address with its fragment, which is kept no longer */
export function takeFragment(path: `/${string}`): `/${string}` {
  const kept = readFields(tabStorage(), NAME);
  tabStorage()?.removeItem(NAME);
  return kept.path === path && typeof kept.fragment === 'string' && kept.fragment.startsWith('#') ? `${path}${kept.fragment}` : path;
}
