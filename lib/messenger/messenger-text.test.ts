/** Texts of messages for chats, with hostile titles, too. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_EVENTS } from '../accounts/accounts.rules';
import { inLanguage } from '../locales/current-language';
import { LANGUAGE_NAMES, PSEUDO_LANGUAGE } from '../locales/languages.rules';
import { loadLanguages } from '../locales/messages';
import { ANSWERS, type AnswerKind, MAX_MESSAGE_UNITS, MESSENGER_EVENTS, TOKEN_TTL_MINUTES } from './messenger.rules';
import { accountMessage, answerMessage, eventMessage, type MessagePaste, reportMessage } from './messenger-text';

const BASE_URL = 'https://paste.example';
const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const paste = (fields: Partial<MessagePaste> = {}): MessagePaste => ({
  publicId: ID,
  title: 'notes',
  syntax: 'markdown',
  isE2ee: false,
  burnAfterRead: false,
  contentBytes: 1_500,
  expiresAt: null,
  ...fields,
});
const created = (fields: Partial<MessagePaste> = {}) => eventMessage('paste.created', paste(fields), BASE_URL);

const titleOf = (text: string) => /^New paste: (.*)$/m.exec(text)?.[1];

describe('a message about a new paste', () => {
  it('a message holds title, syntax, size, expiry and link', () => {
    expect(created({ expiresAt: Date.UTC(2026, 10, 27, 11, 3) })).toEqual({
      text: `New paste: notes\nmarkdown, 1.5 KiB, expires 2026-11-27 11:03 UTC\n${BASE_URL}/view/${ID}`,
      entities: [{ type: 'bold', offset: 11, length: 5 }],
    });
    expect(created().text).toBe(`New paste: notes\nmarkdown, 1.5 KiB, never expires\n${BASE_URL}/view/${ID}`);
  });

  it('a message warns of a paste that burns, and of no other', () => {
    const burns = 'Burns after reading: the link works once.';
    expect(created({ burnAfterRead: true }).text).toBe(
      `New paste: notes\nmarkdown, 1.5 KiB, never expires\n${burns}\n${BASE_URL}/view/${ID}`,
    );
    expect(created().text).not.toContain('Burns');
  });

  it('a message of an encrypted paste says where the key is, but no title or syntax', () => {
    const elsewhere = 'Encrypted in the browser: ask the sender for the key.';
    expect(created({ title: null, isE2ee: true })).toEqual({
      text: `New paste\n1.5 KiB, never expires\n${elsewhere}\n${BASE_URL}/view/${ID}`,
      entities: [],
    });
    expect(created().text).not.toMatch(/key|Encrypted/);
  });

  it.each(['', '  ', '\n\t', '\0', '\u202e'])('a message needs no title: %j', (title) => {
    expect(created({ title })).toEqual({ text: `New paste\nmarkdown, 1.5 KiB, never expires\n${BASE_URL}/view/${ID}`, entities: [] });
  });
});

it('a message about an answer says where answers are read, without the address', () => {
  const answer = paste({ title: null, isE2ee: true, burnAfterRead: true });
  expect(eventMessage('request.answered', answer, BASE_URL)).toEqual({
    text: `Your request was answered\n${BASE_URL}/requests`,
    entities: [],
  });
});

describe('a message about any event', () => {
  const FACES = '😀'.repeat(5_000);
  const FAMILIES = '👩‍👩‍👧‍👦'.repeat(1_000);
  /** Titles, and their texts in messages: a title that fits stays whole, and nothing becomes markup. */
  const HARD_TITLES: readonly [title: string, told: string][] = [
    ['<b>&amp;*_[`~|\\{}#+-=.!', '<b>&amp;*_[`~|\\{}#+-=.!'],
    ['x'.repeat(1_000), 'x'.repeat(1_000)],
    ['x'.repeat(1_001), `${'x'.repeat(999)}…`],
    // 499 pairs fit, and not half of another one.
    [FACES, `${FACES.slice(0, 998)}…`],
    [`x${FACES}`, `x${FACES.slice(0, 998)}…`],
    [FAMILIES, `${FAMILIES.slice(0, 999).replace(/[\ud800-\udbff]$/, '')}…`],
    ['line\nline\r\nline\u2028line\u2029line\0line', 'line line line line line line'],
    ['\u202egnitirw\u202c \u2066inside\u2069', 'gnitirw   inside'],
    ['@everyone /start https://elsewhere.example', '@everyone /start https://elsewhere.example'],
  ];
  const HEADLINES = { 'paste.created': 'New paste', 'paste.burned': 'Opened and deleted', 'paste.expired': 'Expired unread' };
  const EVENTS = MESSENGER_EVENTS.filter((event) => event !== 'paste.waiting');

  it.each(EVENTS)('a message about %s tells any title in one bold line, and ends with the link', (event) => {
    for (const [title, told] of HARD_TITLES)
      for (const syntax of ['plaintext', '😀'.repeat(64), 'two\nlines']) {
        const { text, entities } = eventMessage(event, paste({ title, syntax, burnAfterRead: true, expiresAt: 0 }), BASE_URL);
        const [first, ...others] = text.split('\n');
        expect(first).toBe(`${HEADLINES[event]}: ${told}`);
        expect(others).toHaveLength(event === 'paste.created' ? 3 : 1);
        expect(others.at(-1)).toBe(`${BASE_URL}/view/${ID}`);
        expect(entities).toEqual([{ type: 'bold', offset: `${HEADLINES[event]}: `.length, length: told.length }]);
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_UNITS);
        expect(text).not.toMatch(/[\ud800-\udfff]/u);
        expect(text).not.toMatch(/[\0\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
      }
  });

  it.each(['paste.burned', 'paste.expired'] as const)('a message about %s says no more than that, and which paste', (event) => {
    const { text } = eventMessage(event, paste({ burnAfterRead: true, isE2ee: true, title: null }), BASE_URL);
    expect(text).toBe(`${HEADLINES[event]}\n${BASE_URL}/view/${ID}`);
  });

  it('a message uses every unit that its address leaves for the title', () => {
    const address = `https://${'x'.repeat(3_500)}.example`;
    const longest = eventMessage('paste.created', paste({ title: 'y'.repeat(5_000) }), address);
    expect(longest.text.length).toBe(MAX_MESSAGE_UNITS);
    expect(longest.text.endsWith(`…\nmarkdown, 1.5 KiB, never expires\n${address}/view/${ID}`)).toBe(true);
    // One unit may be left over, because a pair doesn't fit into it.
    const pairs = eventMessage('paste.created', paste({ title: '😀'.repeat(5_000) }), address);
    expect(MAX_MESSAGE_UNITS - pairs.text.length).toBeLessThanOrEqual(1);
    expect(pairs.text).not.toMatch(/[\ud800-\udfff]/u);
    expect(pairs.text.endsWith(`…\nmarkdown, 1.5 KiB, never expires\n${address}/view/${ID}`)).toBe(true);
  });

  it.each(['view', 'raw', 'manage'])('a message has no key, also where a title is a link to /%s with one', (place) => {
    const key = 'k'.repeat(43);
    const link = `https://paste.example/${place}/${ID}`;
    for (const [title, told] of [
      [`see ${link}#${key} and C# #1`, `see ${link} and C# #1`],
      [`${link}#${key}`, link],
      [`${link}?x=1#${key} ${link}#${key}`, `${link}?x=1 ${link}`],
    ] as const) {
      const { text } = created({ title });
      expect(titleOf(text)).toBe(told);
      expect(text).not.toContain(key);
    }
  });
});

const ANSWER_BEGINNINGS: Record<AnswerKind, RegExp> = {
  welcome: /^Welcome to Acme: the paste\. /,
  help: /^Commands:\n/,
  linked: /^This chat is linked\. /,
  'not-linked': /^This token is invalid or has expired\. /,
  unlinked: /^You have not linked an account here\. .* on https:\/\/paste\.example\/account\/chats, then send \/link TOKEN\.$/,
};

it.each(ANSWERS)('the answer %s says what has happened, as plain text that fits into a message', (kind) => {
  const { text, entities } = answerMessage(kind, 'Acme: the paste', BASE_URL);
  expect(text).toMatch(ANSWER_BEGINNINGS[kind]);
  expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_UNITS);
  expect(entities).toEqual([]);
});

it.each(['welcome', 'help'] as const)('the answer %s lists every command', (kind) => {
  for (const command of ['/paste TEXT', '/request LABEL', '/secret', '/list', '/delete ID', '/link TOKEN', '/start', '/help'])
    expect(
      answerMessage(kind, 'Acme: the paste', BASE_URL)
        .text.split('\n')
        .filter((line) => line.startsWith(`${command}: `)),
    ).toHaveLength(1);
});

it.each(['welcome', 'help', 'not-linked'] as const)('the answer %s says how long a token works', (kind) => {
  expect(answerMessage(kind, 'Acme: the paste', BASE_URL).text).toContain(`${TOKEN_TTL_MINUTES} minutes`);
});

const LANGUAGES = [...Object.keys(LANGUAGE_NAMES), PSEUDO_LANGUAGE];
const KINDS = [...MESSENGER_EVENTS, 'request.answered'] as const;
const SITE = 'Acme';

describe('in every language', () => {
  beforeAll(() => loadLanguages(LANGUAGES));

  /** All messages that aren't about pastes. */
  const notices = () => [
    ...ANSWERS.map((kind) => answerMessage(kind, SITE, BASE_URL)),
    ...ACCOUNT_EVENTS.map((kind) => accountMessage(kind, SITE)),
    reportMessage(SITE, BASE_URL),
  ];
  const FAR = Date.UTC(2026, 10, 27, 11, 3);
  /** Titles as they are told: what would be cut or changed is tested in English. */
  const TITLES = ['notes', 'x'.repeat(1_000), '😀'.repeat(500), 'ملاحظات', 'a: b \u200d {title} $& $1'];

  it.each(LANGUAGES)('a message in %s has the title in bold where its sentence has it', (language) => {
    for (const event of KINDS)
      for (const title of TITLES) {
        const fields = { title, burnAfterRead: true, expiresAt: FAR };
        const { text, entities } = inLanguage(language, () => eventMessage(event, paste(fields), BASE_URL));
        expect(entities).toEqual([{ type: 'bold', offset: expect.any(Number), length: title.length }]);
        const [{ offset = 0 } = {}] = entities;
        expect(text.slice(offset, offset + title.length)).toBe(title);
        expect(text.slice(0, offset)).toMatch(/\p{L}.*(?:: |：)\u2068?$/u);
        // A link has nothing beside it that a program could take for a part of it.
        expect(text.split('\n').at(-1)).toBe(event === 'request.answered' ? `${BASE_URL}/requests` : `${BASE_URL}/view/${ID}`);
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_UNITS);
        expect(text).not.toMatch(/[\ud800-\udfff]|\0|\{time|undefined/u);
      }
  });

  it.each(LANGUAGES)('a message in %s uses every unit for the title, and has no key', (language) => {
    const address = `https://${'x'.repeat(3_500)}.example`;
    const { text } = inLanguage(language, () => eventMessage('paste.created', paste({ title: 'y'.repeat(5_000) }), address));
    expect(text.length).toBe(MAX_MESSAGE_UNITS);
    const title = `${BASE_URL}/view/${ID}#${'k'.repeat(43)}`;
    for (const event of KINDS)
      expect(inLanguage(language, () => eventMessage(event, paste({ title }), BASE_URL)).text).not.toMatch(/#|kkk/);
  });

  it.each(LANGUAGES)('facts, commands and names stand in a message in %s as they are', (language) => {
    const [welcome, help, , notLinked] = inLanguage(language, () => notices().map(({ text }) => text));
    for (const text of [welcome, help]) for (const command of ['/link TOKEN', '/start', '/help']) expect(text).toContain(command);
    for (const text of [welcome, help, notLinked]) expect(text).toContain(`${TOKEN_TTL_MINUTES}`);
    expect(welcome).toContain(SITE);
    expect(inLanguage(language, () => reportMessage(SITE, BASE_URL).text)).toContain(`${BASE_URL}/account/admin/reports`);
    for (const kind of ACCOUNT_EVENTS) expect(inLanguage(language, () => accountMessage(kind, SITE).text)).toContain(SITE);
    const facts = (fields: Partial<MessagePaste>) => inLanguage(language, () => created(fields).text.split('\n')[1]);
    for (const isE2ee of [true, false]) {
      expect(facts({ isE2ee, expiresAt: FAR })).toMatch(/1[.,٫]5 KiB.*2026-11-27 11:03 UTC/);
      expect(facts({ isE2ee })?.includes('markdown')).toBe(!isE2ee);
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('no sentence of a message in %s is English', (language) => {
    const all = () => [
      ...notices().map(({ text }) => text),
      ...KINDS.flatMap((event) => [null, 'notes'].map((title) => eventMessage(event, paste({ title }), BASE_URL).text.split('\n')[0])),
      ...[true, false].flatMap((isE2ee) =>
        [null, FAR].flatMap((expiresAt) => created({ title: null, isE2ee, burnAfterRead: true, expiresAt }).text.split('\n').slice(0, -1)),
      ),
    ];
    const english = new Set(all().flatMap((text) => text?.split('\n')));
    const lines = inLanguage(language, () => all().flatMap((text) => text?.split('\n')));
    expect(lines.filter((line) => line !== '' && english.has(line))).toEqual([]);
  });

  it('what is in Latin letters keeps its direction in Arabic, and the text its own', () => {
    const { text, entities } = inLanguage('ar', () => created({ expiresAt: FAR }));
    expect(text.split('\n')[0]).toMatch(/^\p{Script=Arabic}.*\u2068notes\u2069$/u);
    expect(text.split('\n')[1]).toMatch(
      /^\u2068markdown\u2069، \u2068[^\u2069]*KiB\u2069+، \p{Script=Arabic}.*\u20682026-11-27 11:03 UTC\u2069$/u,
    );
    expect(entities).toEqual([{ type: 'bold', offset: text.indexOf('notes'), length: 5 }]);
    for (const { text: told } of inLanguage('ar', notices)) {
      expect(told.match(/\u2068/g)?.length).toBe(told.match(/\u2069/g)?.length);
      expect(told.replace(/\u2068[^\u2069]*\u2069/g, '')).not.toMatch(/[A-Za-z/]/);
    }
  });
});
