/**
 * Rewrites the addresses of the build's files in a page that Next renders to those of the page's language
 * (scripts/language-chunks.mjs). Next knows one address for each file.
 *
 * In a page's visible text no address changes: the ones that do stand in `src` and `href`, or in a list of a script. A quotation mark
 * of a text has other characters before it in HTML and in a string of JSON; pastes whose text would come as it is are fetched by the
 * page (lib/pastes/reading/viewed-paste.presenter.ts).
 */
import { addressOf } from '#lib/site/address.rules';

/** The beginning of an address that the languages share, in attributes and in the strings of scripts. */
const SHARED = `"${addressOf('/_next/static/chunks/')}`;
/** The same behind what stands before an address, and before no quotation mark of a text. */
const NAMED = new RegExp(`(?<=(?:[[,]|(?:src|href)\\\\?":)\\\\?|(?:src|href)=)${SHARED}`, 'g');

/** @returns the page with the files of a language. Latin-1 keeps each byte. */
export function nameLanguageFiles(body: Buffer, language: string): Buffer {
  if (language === 'en') return body;
  return Buffer.from(body.toString('latin1').replace(NAMED, `"${addressOf(`/_next/${language}/static/chunks/`)}`), 'latin1');
}
