/**
 * The address bar.
 *
 * Guarantees: the address of an encrypted paste that doesn't burn stays its link with the key, and no call of ours passes
 * that key to the history API. A burn paste's key leaves the address, because the link works once; until the text has
 * arrived, this history entry's state keeps the key, so that the page can be reloaded.
 * Not protected: browsers write addresses and history entries to files, which may still hold a removed key.
 */
import { type Fragment, formatFragment, type LineRange, parseFragment } from '#lib/envelope/fragment';
import { linkTo } from '#lib/site/address.rules';

const STATE_KEY = 'sealpasteKey';

interface AddressedPaste {
  isE2ee: boolean;
  burnAfterRead: boolean;
}

/** Reads the fragment. Removes a burn paste's key from the address. */
export function readFragment({ isE2ee, burnAfterRead }: AddressedPaste): Fragment {
  const { key, lines, file } = parseFragment(location.hash);
  if (!isE2ee) return { key: null, lines };
  const kept: unknown = history.state?.[STATE_KEY];
  const found = key ?? (typeof kept === 'string' ? kept : null);
  if (burnAfterRead && found !== null) replaceEntry({ lines, file }, { [STATE_KEY]: found });
  return { key: found, lines };
}

/** Shows the lines in the address, without an entry in the history. @param file the number of the file that has these lines */
export function showLines({ burnAfterRead }: AddressedPaste, key: string | null, lines: LineRange | null, file?: number): void {
  if (key === null || burnAfterRead) replaceEntry({ lines, file });
  else openFragment({ key, lines, file });
}

/**
 * Removes the key of a burn paste, whose text has arrived, from this history entry.
 * @param end removes the text when the page is left, because a browser may keep the whole page for Back
 */
export function leaveNothing(end: () => void): void {
  const { [STATE_KEY]: _, ...others } = (history.state ?? {}) as Record<string, unknown>;
  history.replaceState({ ...others, __NA: true }, '', location.href);
  window.addEventListener('pagehide', end, { once: true });
}

/** Replaces the fragment in this history entry. The page gets a `hashchange` event, as for a pasted link. */
export function openFragment(fragment: Fragment): void {
  location.replace(formatFragment(fragment));
}

export function shareLink(publicId: string, fragment: Fragment): string {
  return `${linkTo(`/view/${publicId}`)}${formatFragment(fragment)}`;
}

function replaceEntry(place: Omit<Fragment, 'key'>, kept: Record<string, string> = {}): void {
  const address = `${location.pathname}${location.search}${formatFragment({ key: null, ...place })}`;
  // `__NA` tells Next's router that this entry is its own: it must not write its older address over it.
  history.replaceState({ ...history.state, __NA: true, ...kept }, '', address);
}
