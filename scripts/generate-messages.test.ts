import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { compile } from './generate-messages.mjs';

const compiled = (sentence: string, language: string) =>
  new Function(`return ${transformSync(`(${compile(sentence, language, 'group.name')})`, { loader: 'ts' }).code}`)();

it.each([
  ['en', 'The key of `{name}` is after #\\', 'Ann', 'The key of `Ann` is after #\\'],
  ['en', 'Hello {name}', 'Ann', 'Hello Ann'],
  ['en', '{size} of {limit}', { size: '1 KiB', limit: '2 KiB' }, '1 KiB of 2 KiB'],
  ['en', '{count, plural, one {# file} other {# files}}', 1, '1 file'],
  ['en', '{count, plural, one {# file} other {# files}}', 1_234, '1,234 files'],
  ['en', '{count, plural, =0 {none} one {# file of {size}} other {# files of {size}}}', { count: 0, size: '' }, 'none'],
  ['de', '{count, plural, one {# Datei} other {# Dateien}} gelöscht', 1_234, '1.234 Dateien gelöscht'],
  ['pl', '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}', 22, '22 pliki'],
  ['pl', '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}', 5, '5 plików'],
  ['fr', '{count, plural, one {# fichier} other {# fichiers}}', 0, '0 fichier'],
  ['en', '{kind, select, key {The key} other {Something}} is gone', 'key', 'The key is gone'],
])('in %s, “%s” with %j says “%s”', (language, sentence, given, said) => {
  const value = compiled(sentence, language);
  expect(typeof value === 'string' ? value : value(given)).toBe(said);
});

it('a sentence that is not ICU MessageFormat is an error that names the sentence', () => {
  expect(() => compile({ files: '{count, plural, one {# file}}' }, 'de', 'view')).toThrow('locales/de: view.files: ');
});
