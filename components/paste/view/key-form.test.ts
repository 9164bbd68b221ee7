import { describe, expect, it } from 'vitest';
import { parsePastedKey } from './key-form';

const KEY = 'm2OIJiffvcK74Zrvt882sumj6YXVx5blCLG9vw_RLx4';
const ID = 'a'.repeat(24);
const OTHER_ID = 'b'.repeat(24);

describe('parsePastedKey', () => {
  it.each([
    ['the key', KEY, null],
    ['the key with spaces around it', `  ${KEY}\n`, null],
    ['what follows # with its #', `#${KEY}`, null],
    ['the whole link', `https://paste.example/view/${ID}#${KEY}`, null],
    ['the whole link with lines', `https://paste.example/view/${ID}#${KEY}&L3-L9`, { first: 3, last: 9 }],
    ['the link of the raw text', `https://paste.example/raw/${ID}#${KEY}`, null],
    ['a link without its protocol', `paste.example/view/${ID}#${KEY}`, null],
  ])('parsePastedKey takes %s', (_, text, lines) => {
    expect(parsePastedKey(text, ID)).toEqual({ kind: 'key', fragment: { key: KEY, lines } });
  });

  it.each(['', '#', 'a word', KEY.slice(1), `${KEY}A`, `https://paste.example/view/${ID}`, `https://paste.example/view/${ID}#L3`])(
    'parsePastedKey finds no key in %j',
    (text) => {
      expect(parsePastedKey(text, ID)).toEqual({ kind: 'invalid' });
    },
  );

  it('parsePastedKey tells a link to another paste apart, and stays on this site', () => {
    expect(parsePastedKey(`https://elsewhere.example/view/${OTHER_ID}#${KEY}`, ID)).toEqual({
      kind: 'other-paste',
      path: `/view/${OTHER_ID}#${KEY}`,
    });
  });
});
