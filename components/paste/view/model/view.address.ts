/**
 * The address bar.
 *
 * Guarantees: the address of an encrypted paste that doesn't burn stays its link, key and all, and no call of ours hands
 * that key to the history API; the key of a paste that burns leaves the address, because its link works once. It is kept
 * in this entry of the tab's history instead, which is never sent anywhere, so that the page can be reloaded.
 */
import { type Fragment, formatFragment, type LineRange, parseFragment } from '#lib/envelope/fragment';
import { addressOf } from '#lib/site/address.rules';

const STATE_KEY = 'sealpasteKey';

/** What the address has to know of a paste. */
interface AddressedPaste {
  isE2ee: boolean;
  burnAfterRead: boolean;
}

/** Reads the fragment. Takes the key of a paste that burns out of the address. */
export function readFragment({ isE2ee, burnAfterRead }: AddressedPaste): Fragment {
  const { key, lines, file } = parseFragment(location.hash);
  if (!isE2ee) return { key: null, lines };
  // After a reload the key of a paste that burns stands there alone.
  const kept: unknown = history.state?.[STATE_KEY];
  const found = key ?? (typeof kept === 'string' ? kept : null);
  if (burnAfterRead && found !== null) replaceEntry({ lines, file }, { [STATE_KEY]: found });
  return { key: found, lines };
}

/** Shows the lines in the address, without an entry in the history. @param file of which they are */
export function showLines({ burnAfterRead }: AddressedPaste, key: string | null, lines: LineRange | null, file?: number): void {
  if (key === null || burnAfterRead) replaceEntry({ lines, file });
  else openFragment({ key, lines, file });
}

/** Goes to another fragment of this page, in the place of this entry. The page hears of it as of a link that was pasted. */
export function openFragment(fragment: Fragment): void {
  location.replace(formatFragment(fragment));
}

export function shareLink(publicId: string, fragment: Fragment): string {
  return `${location.origin}${addressOf(`/view/${publicId}`)}${formatFragment(fragment)}`;
}

function replaceEntry(place: Omit<Fragment, 'key'>, kept: Record<string, string> = {}): void {
  const address = `${location.pathname}${location.search}${formatFragment({ key: null, ...place })}`;
  // `__NA` tells Next's router that this entry is its own: it must not write its older address over it.
  history.replaceState({ ...history.state, __NA: true, ...kept }, '', address);
}
