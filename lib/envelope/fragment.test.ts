import { describe, expect, it } from 'vitest';
import { extendRange, formatFragment, parseFragment } from './fragment';

const KEY = 'm2OIJiffvcK74Zrvt882sumj6YXVx5blCLG9vw_RLx4';

describe('a fragment', () => {
  it.each([
    ['', { key: null, lines: null }],
    ['#', { key: null, lines: null }],
    [`#${KEY}`, { key: KEY, lines: null }],
    [`#${KEY}&L12-L30`, { key: KEY, lines: { first: 12, last: 30 } }],
    ['#L12', { key: null, lines: { first: 12, last: 12 } }],
    ['#L12-30', { key: null, lines: { first: 12, last: 30 } }],
    ['#L30-L12', { key: null, lines: { first: 12, last: 30 } }],
    [`#${KEY}&F2&L10`, { key: KEY, lines: { first: 10, last: 10 }, file: 2 }],
    ['#F20', { key: null, lines: null, file: 20 }],
    ['#F0', { key: 'F0', lines: null }],
    ['#L0', { key: 'L0', lines: null }],
    ['#content', { key: 'content', lines: null }],
  ])('%s is read', (hash, expected) => {
    expect(parseFragment(hash)).toEqual(expected);
  });

  it.each(['', `#${KEY}`, '#L3', '#L3-L9', `#${KEY}&L3-L9`, `#${KEY}&F2&L10`, '#F3'])('%s is written as it was read', (hash) => {
    expect(formatFragment(parseFragment(hash))).toBe(hash);
  });
});

describe('a click with shift', () => {
  it.each([
    [null, 5, { first: 5, last: 5 }],
    [{ first: 3, last: 3 }, 5, { first: 3, last: 5 }],
    [{ first: 5, last: 5 }, 3, { first: 3, last: 5 }],
    [{ first: 3, last: 9 }, 5, { first: 3, last: 5 }],
  ])('extends %o to line %i', (from, to, expected) => {
    expect(extendRange(from, to)).toEqual(expected);
  });
});
