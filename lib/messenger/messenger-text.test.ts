/** Texts of the bot about no event, and messages as Telegram takes them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_EVENTS } from '../accounts/accounts.rules';
import { inLanguage } from '../locales/current-language';
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { loadLanguages } from '../locales/messages';
import { ANSWERS, type AnswerKind, MAX_MESSAGE_UNITS, TOKEN_TTL_MINUTES } from './messenger.rules';
import { accountText, answerText, decisionButtons } from './messenger-text';
import { telegram } from './telegram-format';

const BASE_URL = 'https://paste.example';

it('the headline of a message is bold, and its title code, where nothing is a link', () => {
  const message = { headline: '新しい', subject: 'a😀 https://evil.example /start @all', facts: ['fact'], link: BASE_URL, linkText: '' };
  const { text, entities } = telegram(message);
  expect(text).toBe(`${message.headline}\n${message.subject}\nfact\n${BASE_URL}`);
  const marked = entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)]);
  expect(marked).toEqual([
    ['bold', message.headline],
    ['code', message.subject],
  ]);
  expect(telegram({ ...message, subject: '' }).entities).toHaveLength(1);
});

it('the buttons of a message name its row, and nothing else', () => {
  expect(decisionButtons('abc', '4711')).toEqual([
    { text: 'Release 4711', data: 'release:abc' },
    { text: 'Refuse 4711', data: 'refuse:abc' },
  ]);
});

const ANSWER_BEGINNINGS: Record<AnswerKind, RegExp> = {
  welcome: /^Welcome to Acme: the paste\. /,
  help: /^Commands:\n/,
  linked: /^This chat is linked\. /,
  'not-linked': /^This token is invalid or has expired\. /,
  unlinked: /^You have not linked an account here\. .* on https:\/\/paste\.example\/account\/chats, then send \/link TOKEN\.$/,
};

it.each(ANSWERS)('the answer %s says what has happened, as plain text that fits into a message', (kind) => {
  const text = answerText(kind, 'Acme: the paste', BASE_URL);
  expect(text).toMatch(ANSWER_BEGINNINGS[kind]);
  expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_UNITS);
});

it.each(['welcome', 'help'] as const)('the answer %s lists every command', (kind) => {
  for (const command of ['/paste TEXT', '/request LABEL', '/secret', '/list', '/delete ID', '/link TOKEN', '/start', '/help'])
    expect(
      answerText(kind, 'Acme: the paste', BASE_URL)
        .split('\n')
        .filter((line) => line.startsWith(`${command}: `)),
    ).toHaveLength(1);
});

it.each(['welcome', 'help', 'not-linked'] as const)('the answer %s says how long a token works', (kind) => {
  expect(answerText(kind, 'Acme: the paste', BASE_URL)).toContain(`${TOKEN_TTL_MINUTES} minutes`);
});

const LANGUAGES = Object.keys(LANGUAGE_NAMES);
const SITE = 'Acme';

describe('in every language', () => {
  beforeAll(() => loadLanguages(LANGUAGES));

  const notices = () => [
    ...ANSWERS.map((kind) => answerText(kind, SITE, BASE_URL)),
    ...ACCOUNT_EVENTS.map((kind) => accountText(kind, SITE)),
    ...decisionButtons('abc', '4711').map(({ text }) => text),
  ];

  it.each(LANGUAGES)('commands and names are in a text in %s as they are', (language) => {
    const [welcome, help, , notLinked] = inLanguage(language, notices);
    for (const text of [welcome, help]) for (const command of ['/link TOKEN', '/start', '/help']) expect(text).toContain(command);
    for (const text of [welcome, help, notLinked]) expect(text).toContain(`${TOKEN_TTL_MINUTES}`);
    expect(welcome).toContain(SITE);
    for (const kind of ACCOUNT_EVENTS) expect(inLanguage(language, () => accountText(kind, SITE))).toContain(SITE);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('no sentence of a text in %s is English', (language) => {
    const all = () => notices().flatMap((text) => text.split('\n'));
    const english = new Set(all());
    expect(inLanguage(language, all).filter((line) => line !== '' && english.has(line))).toEqual([]);
  });

  it('what is in Latin letters keeps its direction in Arabic, and the text its own', () => {
    for (const text of inLanguage('ar', notices)) {
      expect(text.match(/\u2068/g)?.length).toBe(text.match(/\u2069/g)?.length);
      expect(text.replace(/\u2068[^\u2069]*\u2069/g, '')).not.toMatch(/[A-Za-z/]/);
    }
  });
});
