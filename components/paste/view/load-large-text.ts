import type { ViewedPaste } from './model/view.data';
import { IN_PAGE_MAX_BYTES, OPEN_IN_PAGE_MAX_CHARACTERS } from './model/view.limits';

export const loadLargeText = () => import('./large-text');

/** Loads the editor while the text itself is on its way. */
export function preloadFor({ isE2ee, contentBytes }: ViewedPaste): void {
  const isLarge = contentBytes > (isE2ee ? OPEN_IN_PAGE_MAX_CHARACTERS : IN_PAGE_MAX_BYTES);
  // Whoever needs it later is told of a failure.
  if (isLarge) loadLargeText().catch(() => undefined);
}
