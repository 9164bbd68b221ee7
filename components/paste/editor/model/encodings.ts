/**
 * Encodings of text files that say nothing about theirs. Any of them may fit the bytes, so a person decides by what they read:
 * nothing here names the encoding of a file.
 */

/** The text of a file in one encoding. */
export interface Reading {
  /** A label of the Encoding Standard, which `TextDecoder` knows. */
  encoding: string;
  preview: string;
}

/** Labels of the Encoding Standard, those of many languages first. */
const ENCODINGS =
  'windows-1252 windows-1250 windows-1251 windows-1254 windows-1256 windows-1253 windows-1255 windows-1257 windows-1258 windows-874 koi8-r koi8-u ibm866 macintosh x-mac-cyrillic iso-8859-2 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-13 iso-8859-15 shift_jis euc-jp gb18030 big5 euc-kr'.split(
    ' ',
  );

/** The encodings that texts in a language mostly had, by its primary subtag. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  ar: ['windows-1256', 'iso-8859-6'],
  be: ['windows-1251', 'koi8-u'],
  bg: ['windows-1251'],
  cs: ['windows-1250', 'iso-8859-2'],
  el: ['windows-1253', 'iso-8859-7'],
  fa: ['windows-1256'],
  he: ['windows-1255', 'iso-8859-8'],
  hr: ['windows-1250', 'iso-8859-2'],
  hu: ['windows-1250', 'iso-8859-2'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
  lt: ['windows-1257', 'iso-8859-13'],
  lv: ['windows-1257', 'iso-8859-13'],
  pl: ['windows-1250', 'iso-8859-2'],
  ro: ['windows-1250', 'iso-8859-2'],
  ru: ['windows-1251', 'koi8-r', 'ibm866'],
  sk: ['windows-1250', 'iso-8859-2'],
  sr: ['windows-1251', 'windows-1250'],
  th: ['windows-874'],
  tr: ['windows-1254'],
  uk: ['windows-1251', 'koi8-u', 'ibm866'],
  vi: ['windows-1258'],
  zh: ['gb18030', 'big5'],
};

/** @param languages of the page and the browser, the most wanted first */
function ordered(languages: readonly string[]): string[] {
  const usual = languages.flatMap((tag) => USUAL[tag.toLowerCase().split('-')[0] ?? ''] ?? ['windows-1252']);
  return [...new Set([...usual, ...ENCODINGS])];
}

const PREVIEW_CHARACTERS = 1_000;
/** Bytes without a character, and controls that only a wrong encoding makes. */
const WRONG = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/;

/** @returns how a file reads in each encoding that has a character for all of its bytes, the likelier first */
export function readingsOf(bytes: ArrayBuffer, languages: readonly string[]): Reading[] {
  return ordered(languages).flatMap((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes);
    return WRONG.test(text) ? [] : [{ encoding, preview: previewOf(text) }];
  });
}

/** Begins where the encodings differ, a line before the first character that isn't ASCII. */
function previewOf(text: string): string {
  const first = Math.max(0, text.search(/[^\0-\x7f]/));
  const line = text.lastIndexOf('\n', text.lastIndexOf('\n', first) - 1) + 1;
  return text.slice(first - line > PREVIEW_CHARACTERS / 2 ? first : line).slice(0, PREVIEW_CHARACTERS);
}
