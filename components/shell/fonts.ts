/**
 * When a page that is a file gets its fonts. Their rules stand in a sheet that is off at first: to fetch and decode them and to
 * lay out the text again would take a quarter of the time until the first paint.
 */
import { keepJson, localStore, readJson } from '#components/ui/storage';

const LOADED = 'fonts-loaded';

function applyFonts(): void {
  document.querySelector('style[data-fonts]')?.removeAttribute('media');
}

/** Applies the fonts before the first paint where the browser has them already: a text that changes its font is seen. */
export function applyLoadedFonts(): void {
  if (readJson(localStore(), LOADED) === true) applyFonts();
}

/** Loads the fonts once the program runs, and has the browser apply them at once from then on. */
export function loadFonts(): void {
  document.fonts.addEventListener('loadingdone', () => keepJson(localStore(), LOADED, true), { once: true });
  applyFonts();
}
