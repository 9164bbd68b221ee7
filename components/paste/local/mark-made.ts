import { madeCookie } from '#lib/pastes/reading/own-view.rules';

/** Tells this browser that it made a paste, or to forget that: looking at what one made is no view. */
export function markMade(publicId: string, isMade: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every browser
  document.cookie = madeCookie(publicId, isMade);
}
