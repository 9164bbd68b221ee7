import { expect, it } from 'vitest';
import { readingsOf } from './encodings';

const buffer = (...values: number[]) => new Uint8Array(values).buffer;
/** `Привет`, `Zażółć`, `şeker`, `سلام`, `привіт`, `日本`, in their encodings. */
const FILES = {
  'windows-1251': [buffer(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2), 'uk', 'Привет'],
  'windows-1250': [buffer(0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6), 'pl', 'Zażółć'],
  'windows-1254': [buffer(0xfe, 0x65, 0x6b, 0x65, 0x72), 'tr', 'şeker'],
  'windows-1256': [buffer(0xd3, 0xe1, 0xc7, 0xe3), 'ar', 'سلام'],
  'koi8-u': [buffer(0xd0, 0xd2, 0xc9, 0xd7, 0xa6, 0xd4), 'uk', 'привіт'],
  shift_jis: [buffer(0x93, 0xfa, 0x96, 0x7b), 'ja', '日本'],
  'windows-1252': [buffer(0x67, 0x72, 0xfc, 0xdf), 'en', 'grüß'],
} as const;

it.each(Object.entries(FILES))('a file in %s can be read in it, whatever the language', (encoding, [bytes, , text]) => {
  for (const languages of [[], ['en'], ['zh-Hans', 'de']]) expect(readingsOf(bytes, languages)).toContainEqual({ encoding, preview: text });
});

it.each(Object.entries(FILES).filter(([encoding]) => encoding !== 'koi8-u'))(
  'in the language that uses it, %s comes first',
  (encoding, [bytes, language]) => {
    expect(readingsOf(bytes, [language, 'en'])[0]?.encoding).toBe(encoding);
  },
);

it('an encoding without a character for a byte is not offered', () => {
  const encodings = readingsOf(buffer(0x67, 0x81), ['de']).map(({ encoding }) => encoding);
  expect(encodings).toContain('windows-1251');
  expect(encodings).not.toContain('windows-1252');
});

it('the preview begins at the line before the first letter that differs', () => {
  const text = [...`${'line\n'.repeat(1_000)}before\nx`].map((letter) => letter.charCodeAt(0));
  expect(readingsOf(buffer(...text, 0xe9), ['fr'])[0]?.preview).toBe('before\nxé');
});
