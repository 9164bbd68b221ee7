import { IN_PAGE_MAX_BYTES, type ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { OPEN_IN_PAGE_MAX_CHARACTERS } from '../model/view-limits';
import { loadFetching } from '../reader/reader';

export const loadLargeText = () => import('./large-text');

/** Loads the code for a large text, and for one that isn't part of the page. */
export function preloadFor({ isE2ee, content, contentBytes }: ViewedPaste): void {
  const isLarge = contentBytes > (isE2ee ? OPEN_IN_PAGE_MAX_CHARACTERS : IN_PAGE_MAX_BYTES);
  // The later use reports the failure.
  if (content === null) loadFetching().catch(() => undefined);
  if (isLarge) loadLargeText().catch(() => undefined);
}
