import { expect, it } from 'vitest';
import { compare } from './locales.mjs';

const ENGLISH = { view: { title: 'Paste of {name}', files: '{count, plural, one {# file} other {# files}}', close: 'Close' } };

it('a translation of every sentence has nothing to do', () => {
  const german = { view: { title: '{name}s Paste', files: '{count, plural, one {# Datei} other {# Dateien}}', close: 'Schließen' } };
  expect(compare(ENGLISH, german, 'de', {})).toEqual([]);
});

it('what is missing, unknown, changed, broken or without an argument is listed', () => {
  const german = { view: { title: 'Paste', files: '{count, plural, one {# Datei}}', old: 'Alt' } };
  expect(compare(ENGLISH, german, 'de', { 'view.title': 'another' })).toEqual([
    'missing: view.close',
    'other arguments: view.title has (), English (name)',
    'English has changed: view.title',
    expect.stringMatching(/^locales\/de: view\.files: /),
    'not in English: view.old',
  ]);
});
