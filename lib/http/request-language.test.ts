import { expect, it } from 'vitest';
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { languageOf } from './request-language';

const sent = (acceptLanguage: string, cookie = '') =>
  new Headers([
    ['accept-language', acceptLanguage],
    ['cookie', cookie],
  ]);
const offered = { languages: Object.keys(LANGUAGE_NAMES), fallback: 'en' };

it.each([
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  ['en-US, de', 'en'],
  ['fr;q=0.3, nl;q=0.8', 'nl'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'en'],
  ['sw, uk-UA;q=0.1', 'uk'],
  ['de;q=0, pl', 'pl'],
  ['*', 'en'],
  ['', 'en'],
  [';;,, q=,\u0000', 'en'],
  [`${'xx,'.repeat(5000)}de`, 'en'],
])('a browser that accepts “%s” gets %s', (acceptLanguage, expected) => {
  expect(languageOf({ get: (name) => (name === 'cookie' ? null : acceptLanguage) }, offered)).toBe(expected);
});

it('a chosen language precedes those of the browser', () => {
  expect(languageOf(sent('de', 'theme=dark; language=ja'), offered)).toBe('ja');
});

it.each(['language=xx', 'language=en-XA', 'xlanguage=ja', 'language='])('the cookie “%s” chooses nothing', (cookie) => {
  expect(languageOf(sent('de', cookie), offered)).toBe('de');
});

it('a host that offers two languages gives no other, and its own to everybody else', () => {
  const two = { languages: ['de', 'fr'], fallback: 'fr' };
  expect(languageOf(sent('ja, en', 'language=ja'), two)).toBe('fr');
  expect(languageOf(sent('de'), two)).toBe('de');
});
