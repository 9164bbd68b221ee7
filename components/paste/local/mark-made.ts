import { madeCookie } from '#lib/pastes/reading/own-view.rules';

/** Sets or removes the cookie by which the server knows that this browser made the paste, and doesn't count its views. */
export function markMade(publicId: string, isMade: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every browser
  document.cookie = madeCookie(publicId, isMade);
}
