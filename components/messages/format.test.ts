import { describe, expect, it } from 'vitest';
import { formatAbsolute, formatBytes, formatRelative } from './format';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('a size', () => {
  it.each([
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KiB'],
    [1536, '1.5 KiB'],
    [10 * 1024 * 1024, '10 MiB'],
  ])('of %i bytes is %s', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected);
  });
});

describe('a time', () => {
  it.each([
    [-30_000, 'just now'],
    [30_000, 'in less than a minute'],
    [-60_000, '1 minute ago'],
    [3_600_000, 'in 1 hour'],
    [7 * 86_400_000 - 400, 'in 7 days'],
    [-400 * 86_400_000, 'last year'],
  ])('%i ms from now is %s', (distance, expected) => {
    expect(formatRelative(NOW + distance, NOW)).toBe(expected);
  });

  it('says its zone when it is not the reader’s', () => {
    expect(formatAbsolute(NOW, 'UTC')).toBe('20 Nov 2026, 12:00 UTC');
    expect(formatAbsolute(NOW, 'Asia/Tokyo')).toBe('20 Nov 2026, 21:00');
    expect(formatAbsolute(NOW, 'UTC')).toBe('20 Nov 2026, 12:00 UTC');
  });
});
