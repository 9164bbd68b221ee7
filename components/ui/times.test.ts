import { expect, it } from 'vitest';
import { formatExpiry, formatRelative } from './times';

const NOW = Date.UTC(2026, 10, 20, 12);

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

it.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [600, '10 minutes'],
  [5_400, '90 minutes'],
  [86_400, '1 day'],
  [604_800, '1 week'],
  [1_209_600, '2 weeks'],
  [2_592_000, '30 days'],
  [31_536_000, '1 year'],
  [null, 'Never'],
])('%s seconds are written as %s', (seconds, text) => {
  expect(formatExpiry(seconds)).toBe(text);
});
