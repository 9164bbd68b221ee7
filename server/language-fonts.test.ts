import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findFonts } from './language-fonts';

it('a language has its own fonts, none for parts of a text or of other languages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = [
    'sans-pt-BR.0x-y_z.woff2',
    'mono-pt-BR.1.woff2',
    'mono-pl.2.woff2',
    'latin-ext-mono-pl.3.woff2',
    'geist-mono-latin.4.woff2',
  ];
  await Promise.all(names.map((name) => writeFile(join(folder, name), '')));
  const fontsOf = findFonts(folder);
  expect([fontsOf('pt-BR').toSorted(), fontsOf('pl'), fontsOf('ja')]).toEqual([
    ['/_next/static/media/mono-pt-BR.1.woff2', '/_next/static/media/sans-pt-BR.0x-y_z.woff2'],
    ['/_next/static/media/mono-pl.2.woff2'],
    [],
  ]);
  expect(findFonts(join(folder, 'none'))('en')).toEqual([]);
});
