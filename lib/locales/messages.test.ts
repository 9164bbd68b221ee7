import { beforeAll, expect, it } from 'vitest';
import { inLanguage } from './current-language';
import { loadLanguages, messagesOf } from './messages';

interface Common {
  newPaste: string;
  footer: { how: string };
  signedInAs(name: string): string;
}

const common = messagesOf('common') as Common;
const { footer } = common;

beforeAll(() => loadLanguages(['de', 'fr']));

it('a sentence is in the language of what runs', async () => {
  const read = async () => {
    await Promise.resolve();
    return [common.newPaste, footer.how, common.signedInAs('Ada')];
  };
  const [german, french, english] = await Promise.all([inLanguage('de', read), inLanguage('fr', read), read()]);
  expect(german).toEqual(['Neuer Eintrag', 'So funktioniert es', 'Ada: Ihr Konto']);
  expect(french[0]).not.toBe(english[0]);
  expect(english).toEqual(['New paste', 'How it works', 'Ada: your account']);
});

it('a language that was not loaded is English', () => {
  expect(inLanguage('sw', () => common.newPaste)).toBe('New paste');
});

it('a group can be walked like an object', () => {
  const found = inLanguage('de', () => Object.entries(footer).find(([name]) => name === 'how'));
  expect(found).toEqual(['how', 'So funktioniert es']);
});
