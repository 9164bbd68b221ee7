import { describe, expect, it } from 'vitest';
import { formatExpiry, optionsWithin } from './expiry.rules';

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

describe('choices under a bound', () => {
  it('are those that are possible; the longest of them replaces a default that is not', () => {
    const options = { choices: [60, null, 3_600], preselected: null };
    expect(optionsWithin(options, null)).toEqual(options);
    expect(optionsWithin(options, 3_600)).toEqual({ choices: [60, 3_600], preselected: 3_600 });
    expect(optionsWithin({ ...options, preselected: 60 }, 3_599)).toEqual({ choices: [60], preselected: 60 });
  });

  it('are the bound itself where all are longer', () => {
    expect(optionsWithin({ choices: [60], preselected: 60 }, 10)).toEqual({ choices: [10], preselected: 10 });
  });
});
