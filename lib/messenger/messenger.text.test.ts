/** What chats are told, whatever is in a title. */
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_UNITS, MESSENGER_EVENTS } from './messenger.rules';
import { answerMessage, eventMessage, type ToldPaste } from './messenger.text';

const BASE_URL = 'https://paste.example';
const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const paste = (fields: Partial<ToldPaste> = {}): ToldPaste => ({
  publicId: ID,
  title: 'notes',
  syntax: 'markdown',
  isE2ee: false,
  burnAfterRead: false,
  contentBytes: 1_500,
  expiresAt: null,
  ...fields,
});
const created = (fields: Partial<ToldPaste> = {}) => eventMessage('paste.created', paste(fields), BASE_URL);

describe('a message about a new paste', () => {
  it('holds title, syntax, size, expiry and link', () => {
    expect(created({ expiresAt: Date.UTC(2026, 10, 27, 11, 3) })).toEqual({
      text: `New paste: notes\nmarkdown, 1.5 KB, expires 2026-11-27 11:03 UTC\n${BASE_URL}/view/${ID}`,
      entities: [{ type: 'bold', offset: 11, length: 5 }],
    });
    expect(created().text).toContain('never expires');
  });

  it('warns of what burns, and says where the key is of what was encrypted in the browser, whose title nobody knows', () => {
    expect(created({ burnAfterRead: true }).text).toMatch(/Burns after reading/);
    const sealed = created({ title: null, isE2ee: true });
    expect(sealed.text).toMatch(/^New paste\n1\.5 KB, never expires\nEncrypted in the browser: the key to open it is with the sender\.\n/);
    expect(sealed.entities).toEqual([]);
    expect(created().text).not.toMatch(/Burns|key/);
  });

  it('needs no title', () => {
    for (const title of ['', '  ', '\n\t', '\0']) expect(created({ title })).toMatchObject({ text: /^New paste\n/, entities: [] });
  });
});

describe('a message about any event', () => {
  const HARD_TITLES = [
    '<b>&amp;*_[`~|\\{}#+-=.!',
    'x'.repeat(10_000),
    '😀'.repeat(5_000),
    `x${'😀'.repeat(5_000)}`,
    '👩‍👩‍👧‍👦'.repeat(1_000),
    'line\nline\r\nline\u2028line\0line',
    '\u202egnitirw',
    '@everyone /start https://elsewhere.example',
  ];

  it.each(MESSENGER_EVENTS)('%s stays within the limit, whole, in one line a title, with entities that fit', (event) => {
    for (const title of HARD_TITLES)
      for (const syntax of ['plaintext', '😀'.repeat(64)]) {
        const { text, entities } = eventMessage(event, paste({ title, syntax, burnAfterRead: true, expiresAt: 0 }), BASE_URL);
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_UNITS);
        expect(text).not.toMatch(/[\ud800-\udfff]/u);
        expect(text).not.toMatch(/[\0\r\u2028\u202a-\u202e]/);
        expect(text.endsWith(`\n${BASE_URL}/view/${ID}`)).toBe(true);
        const [bold] = entities;
        expect(text.slice(bold?.offset, (bold?.offset ?? 0) + (bold?.length ?? 0))).toBe(/: (.*)/.exec(text.split('\n')[0] ?? '')?.[1]);
      }
  });

  it('fits beside an address of any length', () => {
    const { text } = eventMessage('paste.created', paste({ title: '😀'.repeat(5_000) }), `https://${'x'.repeat(3_500)}.example`);
    expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_UNITS);
    expect(text.endsWith(ID)).toBe(true);
  });

  it('has no fragment, also of a link with a key that somebody took for a title', () => {
    const key = 'k'.repeat(43);
    for (const place of ['view', 'raw']) {
      const { text } = created({ title: `see https://paste.example/${place}/${ID}#${key} and C# #1` });
      expect(text).not.toContain(key);
      expect(text).toContain(`/${place}/${ID} and C# #1`);
    }
  });
});

it('answers to commands fit into a message, and those that help list the commands', () => {
  for (const kind of ['welcome', 'help', 'linked', 'not-linked'] as const) {
    expect(answerMessage(kind).text.length).toBeLessThanOrEqual(MAX_MESSAGE_UNITS);
  }
  for (const kind of ['welcome', 'help'] as const)
    for (const command of ['/link TOKEN', '/start', '/help']) expect(answerMessage(kind).text).toContain(command);
});
