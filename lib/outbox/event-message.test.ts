/** Messages about events, with hostile titles, in every language. */
import { beforeAll, describe, expect, it } from 'vitest';
import { inLanguage } from '../locales/current-language';
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { loadLanguages } from '../locales/messages';
import { messageOf, type NotifiedEvent } from './event-message';
import type { EventPaste } from './event-paste';

const BASE_URL = 'https://paste.example';
const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const EXPIRES = Date.UTC(2026, 10, 27, 11, 3);
const paste = (fields: Partial<EventPaste> = {}): EventPaste => ({
  publicId: ID,
  title: 'notes',
  isE2ee: false,
  burnAfterRead: false,
  expiresAt: null,
  ...fields,
});
const messageAbout = (event: NotifiedEvent) => messageOf(event, BASE_URL);
const subjectOf = (title: string) => messageAbout({ name: 'paste.created', paste: paste({ title }) }).subject;

it('a new paste is announced with title, expiry, link, and what its link can do', () => {
  expect(messageAbout({ name: 'paste.created', paste: paste({ expiresAt: EXPIRES, burnAfterRead: true }) })).toEqual({
    headline: 'New paste',
    subject: 'notes',
    facts: ['Expires 2026-11-27 11:03 UTC', 'Burns after reading: the link works once.'],
    link: `${BASE_URL}/view/${ID}`,
    linkText: 'Open',
  });
  expect(messageAbout({ name: 'paste.created', paste: paste({ title: null, isE2ee: true }) })).toMatchObject({
    subject: '',
    facts: ['Encrypted in the browser: ask the sender for the key.'],
  });
  expect(messageAbout({ name: 'paste.created', paste: paste() }).facts).toEqual([]);
});

it.each([
  ['paste.deleted', 'view', 'Paste deleted'],
  ['paste.deleted.burned', 'view', 'Paste opened and deleted'],
  ['paste.deleted.read', 'view', 'Paste read for the last time and deleted'],
  ['paste.deleted.removed', 'view', 'Paste removed by the operator'],
  ['paste.expired', 'view', 'Paste expired'],
  ['paste.expired.unread', 'view', 'Expired unread'],
] as const)('an ended paste has no further facts: %s', (name, page, headline) => {
  const ended = paste({ expiresAt: EXPIRES, burnAfterRead: true, isE2ee: true });
  expect(messageAbout({ name, paste: ended })).toMatchObject({ headline, facts: [], link: `${BASE_URL}/${page}/${ID}` });
});

it('a paste that expires soon leads to the page that extends it', () => {
  const message = messageAbout({ name: 'paste.expiring', paste: paste({ expiresAt: EXPIRES }) });
  expect(message).toMatchObject({
    headline: 'Paste expires soon',
    facts: ['Expires 2026-11-27 11:03 UTC'],
    link: `${BASE_URL}/manage/${ID}`,
  });
});

it('an answer is announced with its label and without its address', () => {
  const answer = paste({ title: 'the password', isE2ee: true, burnAfterRead: true, expiresAt: EXPIRES });
  expect(messageAbout({ name: 'request.answered', paste: answer })).toMatchObject({
    headline: 'Your request was answered',
    subject: 'the password',
    facts: [],
    link: `${BASE_URL}/requests`,
  });
  expect(messageAbout({ name: 'paste.deleted.burned', paste: answer, isAnswer: true }).link).toBe(`${BASE_URL}/requests`);
});

it('a waiting reader is announced by code and client, with the page of the sender', () => {
  const reader = { code: '4711', client: 'Firefox, Windows' };
  expect(messageAbout({ name: 'paste.waiting', paste: paste(), reader })).toMatchObject({
    facts: ['Code: 4711', 'Firefox, Windows', expect.stringMatching(/^Ask your reader for the code/)],
    link: `${BASE_URL}/manage/${ID}`,
  });
  for (const name of ['paste.released', 'paste.refused'] as const)
    expect(messageAbout({ name, paste: paste(), reader: { code: '4711', client: null } }).facts).toEqual(['Code: 4711']);
});

it('what is about no paste leads to its page', () => {
  expect(messageAbout({ name: 'webhook.test', path: '/account/webhooks/7' })).toMatchObject({
    subject: '',
    link: `${BASE_URL}/account/webhooks/7`,
  });
  expect(messageAbout({ name: 'report.created' })).toMatchObject({
    headline: 'A paste was reported',
    link: `${BASE_URL}/account/admin/reports`,
  });
});

it.each([
  ['missing', '', ''],
  ['invisible', ' \n\t\0\u202e ', ''],
  ['of many lines', 'line\nline\r\nline\u2028line\u2029line\0line', 'line line line line line line'],
  ['with turns of direction', '\u202egnitirw\u202c \u2066inside\u2069', 'gnitirw   inside'],
  ['of markup', '<b>&amp;*_[`~|\\{}#+-=.!', '<b>&amp;*_[`~|\\{}#+-=.!'],
  ['of the greatest length', 'x'.repeat(510), 'x'.repeat(510)],
  ['a unit longer', 'x'.repeat(511), `${'x'.repeat(509)}…`],
  // 254 pairs fit, and not half of another one.
  ['of pairs of units', '😀'.repeat(256), `${'😀'.repeat(254)}…`],
])('a title is one line without hidden characters that fits: %s', (_, title, subject) => {
  expect(subjectOf(title)).toBe(subject);
});

it.each(['view', 'raw', 'manage'])('a message has no key, also where a title is a link to /%s with one', (place) => {
  const key = 'k'.repeat(43);
  const link = `https://paste.example/${place}/${ID}`;
  expect(subjectOf(`see ${link}#${key} and C# #1`)).toBe(`see ${link} and C# #1`);
  expect(subjectOf(`${link}?x=1#${key} ${link}#${key}`)).toBe(`${link}?x=1 ${link}`);
});

describe('in every language', () => {
  const LANGUAGES = Object.keys(LANGUAGE_NAMES).filter((language) => language !== 'en');
  const full = paste({ isE2ee: true, burnAfterRead: true, expiresAt: EXPIRES });
  const linesOf = () =>
    (['paste.created', 'paste.waiting', 'paste.deleted.burned', 'paste.expired.unread', 'request.answered', 'report.created'] as const)
      .map((name) => messageAbout({ name, paste: full, reader: name === 'paste.waiting' ? { code: '4711', client: null } : null }))
      .flatMap(({ headline, facts, linkText }) => [headline, ...facts, linkText]);
  beforeAll(() => loadLanguages(LANGUAGES));

  it.each(LANGUAGES)('no sentence of a message in %s is English, and facts are as they are', (language) => {
    const english = new Set(linesOf());
    const lines = inLanguage(language, linesOf);
    // “Code” is a German and a Dutch word, too.
    expect(lines.filter((line) => english.has(line) && line !== 'Code: 4711')).toEqual([]);
    expect(lines.join('\n')).toMatch(/2026-11-27 11:03 UTC[\s\S]*4711/);
    expect(lines.join('\n').match(/\u2068/g)?.length).toBe(lines.join('\n').match(/\u2069/g)?.length);
  });
});
