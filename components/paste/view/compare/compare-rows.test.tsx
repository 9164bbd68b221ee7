import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type CompareRow, compareLines, MAX_PARTS } from './compare-rows';
import { foldRows } from './compare-table';

// Words of a line are compared for a limited time, which a busy machine may use up.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const kindOf = ({ left, right, isSame }: CompareRow) =>
  isSame ? 'same' : left === null ? 'added' : right === null ? 'removed' : 'changed';
const short = (row: CompareRow): string => `${kindOf(row)} ${row.left ?? '-'} ${row.right ?? '-'}`;
const compare = (left: string, right: string) => compareLines(left.split(','), right.split(','));

it.each([
  ['a,b', 'a,b', ['same 1 1', 'same 2 2']],
  ['a', 'a,b', ['same 1 1', 'added - 2']],
  ['a,b', 'b', ['removed 1 -', 'same 2 1']],
  ['a,b,c', 'a,x,c', ['same 1 1', 'changed 2 2', 'same 3 3']],
  ['a,b,c,d', 'a,x,d', ['same 1 1', 'changed 2 2', 'removed 3 -', 'same 4 3']],
  ['a,b,d', 'a,x,y,d', ['same 1 1', 'changed 2 2', 'added - 3', 'same 3 4']],
  ['', '', ['same 1 1']],
])('%s and %s', (left, right, rows) => {
  expect(compare(left, right).map(short)).toEqual(rows);
});

it('a changed line says which of its words changed', () => {
  const [row] = compareLines(['const limit = 10;'], ['const limit = 25;']);
  expect(row).toMatchObject({
    isSame: false,
    parts: {
      left: [
        ['const limit = ', false],
        ['10', true],
        [';', false],
      ],
      right: [
        ['const limit = ', false],
        ['25', true],
        [';', false],
      ],
    },
  });
});

it('the parts of a changed line are the whole line', () => {
  const [left, right] = ['  if (a && b) return  x;', '\tif (a || c) { return x; }'];
  const [row] = compareLines([left as string], [right as string]);
  if (!row?.parts) throw new Error('expected words');
  expect(row.parts.left.map(([text]) => text).join('')).toBe(left);
  expect(row.parts.right.map(([text]) => text).join('')).toBe(right);
});

it.each([
  ['lines with nothing in common', 'alpha beta', 'gamma delta'],
  ['lines over 2,000 characters', 'a '.repeat(1_001), `${'a '.repeat(1_000)}b`],
])('%s point at no words', (_, left, right) => {
  expect(compareLines([left], [right])).toEqual([{ left: 1, right: 1, isSame: false, parts: null }]);
});

it('two texts with a change at every other word get so many parts and no more', () => {
  const lines = (word: string) => Array.from({ length: 200 }, (_, line) => `${line} ${`common ${word} `.repeat(100)}`);
  const rows = compareLines(lines('a'), lines('b'));
  const parts = rows.map((row) => (row.parts ? row.parts.left.length + row.parts.right.length : 0));
  expect(parts[0]).toBeGreaterThan(200);
  expect(parts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(MAX_PARTS);
});

it('lines that all differ stand beside each other', () => {
  const lines = (side: string) => Array.from({ length: 300 }, (_, line) => `${side} ${line}`);
  expect(compareLines(lines('a'), lines('b')).every((row) => kindOf(row) === 'changed')).toBe(true);
});

const rowsOf = (kinds: string): CompareRow[] =>
  [...kinds].map((kind, index) => ({ left: index + 1, right: kind === '=' ? index + 1 : null, isSame: kind === '=', parts: null }));
const folds = (kinds: string) => foldRows(rowsOf(kinds)).map(({ isFolded, from, to }) => `${isFolded ? 'folded' : 'shown'} ${from}-${to}`);

it.each([
  ['-', ['shown 0-1']],
  ['======', ['folded 0-6']],
  ['=====', ['shown 0-5']],
  [`${'='.repeat(9)}-`, ['folded 0-6', 'shown 6-10']],
  [`-${'='.repeat(9)}`, ['shown 0-4', 'folded 4-10']],
  [`-${'='.repeat(12)}-`, ['shown 0-4', 'folded 4-10', 'shown 10-14']],
  [`-${'='.repeat(11)}-`, ['shown 0-13']],
  ['', []],
])('equal lines far from a change are folded: %s', (kinds, expected) => {
  expect(folds(kinds)).toEqual(expected);
});
