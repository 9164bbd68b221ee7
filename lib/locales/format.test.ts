import { expect, it } from 'vitest';
import { inLanguage } from './current-language';
import { formatAbsolute, formatBytes, formatList } from './format.rules';

it.each([
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [10 * 1024 * 1024, '10 MiB'],
])('a size of %i bytes is %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

it('a time says its zone when it is not the reader’s', () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  expect(formatAbsolute(noon, 'UTC')).toBe('20 Nov 2026, 12:00 UTC');
  expect(formatAbsolute(noon, 'Asia/Tokyo')).toBe('20 Nov 2026, 21:00');
  expect(formatAbsolute(noon, 'UTC')).toBe('20 Nov 2026, 12:00 UTC');
});

it('the half of the day stays on the line of its time', () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  expect(inLanguage('ar', () => formatAbsolute(noon, 'Asia/Tokyo'))).toMatch(/ 09:00\u00a0م$/);
});

it('a list has commas, or “or” before its last item', () => {
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, c');
  expect(formatList(['string', 'integer'], 'or')).toBe('string or integer');
});

it('a size in a text from the right to the left keeps its unit behind the number', () => {
  expect(inLanguage('ar', () => formatBytes(1536))).toBe('\u20661.5 KiB\u2069');
  expect(inLanguage('de', () => formatBytes(1536))).toBe('1,5 KiB');
});
