// @ts-check
/**
 * Reduces the two fonts of the pages to printable ASCII, the other characters in English messages, and the weights in our
 * styles: a third of the bytes. A language that has more letters gets them in small fonts of its own (app/fonts/languages.css); one
 * with letters beyond Latin-1 has its texts in the system's font, because the letters of ours would weigh more than a page may.
 * Other characters come from the whole fonts, by `unicode-range`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { languagesOf, readSentences } from './generate-messages.mjs';
import { rootDir } from './source-hash.mjs';

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** The characters beyond ASCII; `unicode-range` in app/fonts.ts has the same. */
const SIGNS = '\u00a0©·×–—‘’“”…←↑→↓';

const FOLDER = join(rootDir, 'app/fonts');
/** The fonts, and what comes after them in app/globals.css. */
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
/** Tables that a font of a few letters does without: they place letters beside each other, which here are in different fonts. */
const UNUSED_TABLES = ['GDEF', 'GPOS', 'GSUB', 'MVAR', 'STAT'];
/** Ranges of the letters of other languages, by the part of a font; others than these are in no font of ours. */
const LETTERS = {
  latin: /[\u00a1-\u00ff\u0131\u0152\u0153\u201e]/,
  'latin-ext': /(?![\u0131\u0152\u0153])[\u0100-\u017f\u0218-\u021b]/,
  cyrillic: /[\u0400-\u045f\u0490\u0491]/,
};

export async function subsetFonts() {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await Promise.all(
    FAMILIES.map(({ family, folder, weights }) => writeSubset(`${folder}-latin-wght-normal.woff2`, ASCII + SIGNS, weights, family)),
  );
  const rules = await Promise.all((await languagesOf()).sort().map(subsetOfLanguage));
  await writeFile(join(FOLDER, 'languages.css'), rules.join(''));
}

/** @param {string} language @returns {Promise<string>} the style rules by which pages in that language get its letters; '' where the fonts have none */
async function subsetOfLanguage(language) {
  const letters = [...new Set(JSON.stringify(await readSentences(language)))].filter((letter) => !(ASCII + SIGNS).includes(letter)).sort();
  const isBeyondLatin1 = letters.some((letter) => /\p{L}/u.test(letter) && !LETTERS.latin.test(letter));
  const rules = FAMILIES.map(async ({ family, folder, weights, rest, system }) => {
    if (isBeyondLatin1 && system !== undefined) return `:root:lang(${language}){--${family}:${system}}\n`;
    const faces = Object.entries(LETTERS).map(async ([part, has]) => {
      const own = letters.filter((letter) => has.test(letter));
      if (own.length === 0) return '';
      const name = `${family}-${language}-${part}`;
      await writeSubset(`${folder}-${part}-wght-normal.woff2`, own.join(''), weights, name, { dropTables: UNUSED_TABLES });
      const range = own.map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(',');
      const weight = typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`;
      return `@font-face{font-family:${family}-${language};src:url(./${name}.woff2)format("woff2");font-weight:${weight};font-display:swap;unicode-range:${range}}\n`;
    });
    const text = (await Promise.all(faces)).join('');
    return text === '' ? '' : `${text}:root:lang(${language}){--${family}:var(--font-${family}),${family}-${language},${rest}}\n`;
  });
  return (await Promise.all(rules)).join('');
}

/** @param {string} file of a package @param {string} characters @param {number | { min: number, max: number }} weights @param {string} name @param {{ dropTables?: string[] }} [options] */
async function writeSubset(file, characters, weights, name, options = {}) {
  const font = await readFile(createRequire(import.meta.url).resolve(file));
  const subset = await subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    // This leaves out ligatures and alternate forms, which would change how code looks.
    noLayoutClosure: true,
    ...options,
  });
  await writeFile(join(FOLDER, `${name}.woff2`), subset);
}
