import { describe, expect, it } from 'vitest';
import { optionsWithin } from './expiry.rules';

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
