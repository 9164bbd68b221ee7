// @ts-check
/**
 * Makes the fonts of the pages: for each language one with printable ASCII, the other characters in English messages, and that
 * language's letters of Latin-1, in the weights of our styles: a third of the bytes. A language with letters beyond Latin-1 has its
 * texts in the system's font, because the letters of ours would weigh more than a page may; its code is in ours. Other characters
 * come from the whole fonts, by `unicode-range`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { languagesOf, PSEUDO_LANGUAGE, readSentences } from './generate-messages.mjs';
import { rootDir } from './source-hash.mjs';

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** The characters beyond ASCII that English messages have. */
const SIGNS = '\u00a0©·×–—‘’“”…←↑→↓';

const FOLDER = join(rootDir, 'app/fonts');
/** The fonts, and what comes after them. */
const FAMILIES = [
  {
    family: 'sans',
    folder: '@fontsource-variable/geist/files/geist',
    weights: { min: 400, max: 600 },
    rest: '"Geist Variable",system-ui,sans-serif',
    /** Fonts of languages that have letters beyond Latin-1: one for all of a text, so that no word has letters of two. */
    system: 'system-ui,sans-serif',
  },
  {
    family: 'mono',
    folder: '@fontsource-variable/geist-mono/files/geist-mono',
    weights: 400,
    rest: '"Geist Mono Variable",ui-monospace,monospace',
  },
];
/** The letters that a language's own fonts may have, by the part of the font that has them; others are in no font of ours. */
const LETTERS = {
  latin: /[\u00a1-\u00ff\u0131\u0152\u0153\u201e]/,
  'latin-ext': /(?![\u0131\u0152\u0153])[\u0100-\u017f\u0218-\u021b]/,
  cyrillic: /[\u0400-\u045f\u0490\u0491]/,
};

export async function subsetFonts() {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const languages = ['en', PSEUDO_LANGUAGE, ...(await languagesOf()).sort()];
  const rules = await Promise.all(languages.map(fontsOfLanguage));
  await writeFile(join(FOLDER, 'languages.css'), rules.join(''));
}

/** @param {string} language @returns {Promise<string>} the style rules that give pages in that language their fonts */
async function fontsOfLanguage(language) {
  const sentences = language === PSEUDO_LANGUAGE ? {} : await readSentences(language);
  const letters = [...new Set(JSON.stringify(sentences))].filter((letter) => !(ASCII + SIGNS).includes(letter)).sort();
  const isBeyondLatin1 = letters.some((letter) => /\p{L}/u.test(letter) && !LETTERS.latin.test(letter));
  const rules = FAMILIES.map(async ({ family, folder, weights, rest, system }) => {
    if (isBeyondLatin1 && system !== undefined) return `:root:lang(${language}){--${family}:${system}}\n`;
    const faces = Object.entries(LETTERS).map(async ([part, has]) => {
      const own = letters.filter((letter) => has.test(letter)).join('');
      if (part !== 'latin' && own === '') return '';
      // server/language-fonts.ts knows by the name which fonts a page needs at once.
      const name = part === 'latin' ? `${family}-${language}` : `${part}-${family}-${language}`;
      const characters = part === 'latin' ? ASCII + SIGNS + own : own;
      await writeSubset(`${folder}-${part}-wght-normal.woff2`, characters, weights, name);
      const weight = typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`;
      return `@font-face{font-family:${family}-${language};src:url(./${name}.woff2)format("woff2");font-weight:${weight};font-display:swap;unicode-range:${rangeOf(characters)}}\n`;
    });
    return `${(await Promise.all(faces)).join('')}:root:lang(${language}){--${family}:${family}-${language},${rest}}\n`;
  });
  return (await Promise.all(rules)).join('');
}

/** @param {string} characters @returns {string} for `unicode-range` */
function rangeOf(characters) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const point of [...characters].map((each) => each.codePointAt(0) ?? 0).sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && point === last[1] + 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (/** @type {number} */ point) => point.toString(16).toUpperCase();
  return ranges.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(',');
}

/** @param {string} file of a package @param {string} characters @param {number | { min: number, max: number }} weights @param {string} name */
async function writeSubset(file, characters, weights, name) {
  const font = await readFile(createRequire(import.meta.url).resolve(file));
  const subset = await subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    // This leaves out ligatures and alternate forms, which would change how code looks.
    noLayoutClosure: true,
  });
  await writeFile(join(FOLDER, `${name}.woff2`), subset);
}
