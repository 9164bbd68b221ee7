import { expect, it } from 'vitest';
import { compare } from './locales';

const ENGLISH = {
  view: { title: 'Paste of {name}', files: '{count, plural, one {# file} other {# files}}', close: 'Close', back: 'Back' },
  admin: { title: 'Administration' },
};

it('a translation of every sentence has nothing to do', () => {
  const german = {
    view: { title: '{name}s Paste', files: '{count, plural, one {# Datei} other {# Dateien}}', close: 'Schließen', back: 'Zurück' },
  };
  expect(compare(ENGLISH, german, 'de', {})).toEqual([]);
});

it('what is missing, unknown, changed, broken, long or lacks an argument is listed', () => {
  const german = {
    view: { title: 'Paste', files: '{count, plural, one {# Datei}}', back: 'Zurück zu der Seite, von der Sie kamen', old: 'Alt' },
  };
  expect(compare(ENGLISH, german, 'de', { view: { title: 'Paste', back: 'Back' } })).toEqual([
    'missing: view.close',
    'other arguments: view.title has (), English (name)',
    'English has changed: view.title',
    expect.stringMatching(/^locales\/de: view\.files: /),
    'long: view.back has 38 characters, English 4',
    'not in English: view.old',
  ]);
});
