/**
 * The language of the page: in browsers the document's, on the server that of the request under way (`current-language.ts`), which
 * pages that are compiled apart from the server find in the process. Browser-safe.
 */

export const CURRENT_LANGUAGE = Symbol.for('sealpaste.language');

const process_ = globalThis as { [CURRENT_LANGUAGE]?: { getStore(): string | undefined } };

/** The language of the page, as a BCP 47 tag. */
export const pageLanguage = (): string =>
  (typeof document === 'undefined' ? process_[CURRENT_LANGUAGE]?.getStore() : document.documentElement.lang) || 'en';
