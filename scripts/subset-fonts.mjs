// @ts-check
/**
 * Reduces the two fonts of the pages to printable ASCII, the other characters in our messages, and the weights in our
 * styles: a third of the bytes. Other characters come from the whole fonts, by `unicode-range`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { rootDir } from './source-hash.mjs';

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** The characters beyond ASCII; `unicode-range` in app/fonts.ts has the same. */
const SIGNS = '\u00a0©·×–—‘’“”…←↑→↓';

const FONTS = [
  { file: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2', name: 'sans', weights: { min: 400, max: 600 } },
  { file: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2', name: 'mono', weights: 400 },
];

export async function subsetFonts() {
  const folder = join(rootDir, 'app/fonts');
  await mkdir(folder, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  await Promise.all(
    FONTS.map(async ({ file, name, weights }) => {
      const font = await readFile(resolve(file));
      const subset = await subsetFont(font, ASCII + SIGNS, {
        targetFormat: 'woff2',
        variationAxes: { wght: weights },
        // This leaves out ligatures and alternate forms, which would change how code looks.
        noLayoutClosure: true,
      });
      await writeFile(join(folder, `${name}.woff2`), subset);
    }),
  );
}
