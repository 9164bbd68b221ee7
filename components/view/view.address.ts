/**
 * The address bar.
 *
 * Guarantees: after `takeFragment` no key stands in the address bar, so that nobody reads it over a shoulder or copies
 * it by accident. It is kept in this entry of the tab's history instead, which is never sent anywhere, so that the page
 * can be reloaded.
 */
import { type Fragment, formatFragment, type LineRange, parseFragment } from './view.fragment';

const STATE_KEY = 'sealpasteKey';

/** Reads the fragment and takes the key out of the address. */
export function takeFragment(isE2ee: boolean): Fragment {
  const { key, lines } = parseFragment(location.hash);
  if (!isE2ee) return { key: null, lines };
  const kept: unknown = history.state?.[STATE_KEY];
  const found = key ?? (typeof kept === 'string' ? kept : null);
  if (found !== null) write(found, lines);
  return { key: found, lines };
}

/** Shows the lines in the address, without an entry in the history. */
export function showLines(key: string | null, lines: LineRange | null): void {
  write(key, lines);
}

/** The link to share. */
export function shareLink(publicId: string, fragment: Fragment): string {
  return `${location.origin}/view/${publicId}${formatFragment(fragment)}`;
}

function write(key: string | null, lines: LineRange | null): void {
  const address = `${location.pathname}${location.search}${formatFragment({ key: null, lines })}`;
  // `__NA` tells Next's router that this entry is its own: it must not write its older address over it.
  history.replaceState({ ...history.state, __NA: true, ...(key === null ? {} : { [STATE_KEY]: key }) }, '', address);
}
