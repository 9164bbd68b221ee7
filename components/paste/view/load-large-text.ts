import type { ViewedPaste } from './model/view.data';
import { IN_PAGE_MAX_BYTES, OPEN_IN_PAGE_MAX_CHARACTERS } from './model/view.limits';

export const loadLargeText = () => import('./large-text');

/** Loads the large view while the text arrives. */
export function preloadFor({ isE2ee, contentBytes }: ViewedPaste): void {
  const isLarge = contentBytes > (isE2ee ? OPEN_IN_PAGE_MAX_CHARACTERS : IN_PAGE_MAX_BYTES);
  // The later use reports the failure.
  if (isLarge) loadLargeText().catch(() => undefined);
}
