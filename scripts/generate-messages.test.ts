import { transformWithOxc } from 'vite';
import { expect, it } from 'vitest';
import { compile, compileLanguages } from './generate-messages';

/** The value of an expression in TypeScript. */
const evaluate = async (expression: string) =>
  new Function((await transformWithOxc(`(${expression})`, 'expression.ts')).code.replace('(', 'return ('))();
const compiled = (sentence: string, language: string) => evaluate(compile(sentence, language, 'group.name'));

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
])('in %s, “%s” with %j says “%s”', async (language, sentence, given, said) => {
  const value = await compiled(sentence, language);
  expect(typeof value === 'string' ? value : value(given)).toBe(said);
});

it('a sentence that is not ICU MessageFormat is an error that names the sentence', () => {
  expect(() => compile({ files: '{count, plural, one {# file}}' }, 'de', 'view')).toThrow('locales/de: view.files: ');
});

it.each([
  ['pl', '0 wyświetleń, 1 wyświetlenie, 2 wyświetlenia, 3 wyświetlenia, 5 wyświetleń, 11 wyświetleń, 21 wyświetleń, 100 wyświetleń'],
  ['uk', '0 переглядів, 1 перегляд, 2 перегляди, 3 перегляди, 5 переглядів, 11 переглядів, 21 перегляд, 100 переглядів'],
  ['ar', 'لا مشاهدات, مشاهدة واحدة, مشاهدتان, 3 مشاهدات, 5 مشاهدات, 11 مشاهدة, 21 مشاهدة, 100 مشاهدة'],
])('views are counted in %s as its readers count', async (language, expected) => {
  const { mine = '' } = (await compileLanguages())[language] ?? {};
  const { views } = await evaluate(mine);
  expect([0, 1, 2, 3, 5, 11, 21, 100].map((count) => views(count)).join(', ')).toBe(expected);
});

it('a value in an Arabic sentence keeps its own direction', async () => {
  expect((await compiled('{name}: حسابك', 'ar'))('Ada')).toBe('\u2068Ada\u2069: حسابك');
});

it('a translation may not take what the English sentence does not', () => {
  expect(() => compile('Hello {name}', 'de', 'view', 'Hallo {nom}')).toThrow('{nom} stands in no English sentence');
});
