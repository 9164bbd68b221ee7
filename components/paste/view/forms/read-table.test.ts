import { expect, it } from 'vitest';
import { wholeText } from '../model/view-text';
import { MAX_CELLS, readRows, sortRows, type Table, toTable } from './read-table';

const read = (text: string, language = 'csv') => toTable(readRows(text, language)) as Table;

/** The rows of a table, as the page finds them in its text. */
function cellsOf({ text, starts, rows }: Table): string[][] {
  const whole = wholeText(text);
  return Array.from({ length: rows.length - 1 }, (_, row) =>
    Array.from({ length: (rows[row + 1] as number) - (rows[row] as number) }, (_, column) => {
      const cell = (rows[row] as number) + column;
      return whole.slice(starts[cell], (starts[cell + 1] as number) - 1);
    }),
  );
}

it.each([
  [
    'commas',
    'a,b\n1,2\n',
    'csv',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons, as in much of Europe',
    'a;b\r\n1,5;2\r\n',
    'csv',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb,c\n1\t2',
    'tsv',
    [
      ['a', 'b,c'],
      ['1', '2'],
    ],
  ],
  [
    'quotes, with delimiters and breaks in them',
    '"a,1","b ""x"""\n"one\ntwo",3',
    'csv',
    [
      ['a,1', 'b "x"'],
      ['one two', '3'],
    ],
  ],
  ['rows of different lengths, empty lines and a byte order mark', '\ufeffa,b\n\n1\n1,2,3', 'csv', [['a', 'b'], ['1'], ['1', '2', '3']]],
])('a table is read: %s', (_, text, language, expected) => {
  expect(cellsOf(read(text, language))).toEqual(expected);
});

it.each([
  ['names', 'name,age\nann,3', true],
  ['a number among them', 'name,3\nann,4', false],
  ['a name twice', 'a,a\n1,2', false],
  ['an empty one', 'a,\n1,2', false],
  ['nothing below', 'a,b', false],
])('the first row is a header or not: %s', (_, text, hasHeader) => {
  expect(read(text).hasHeader).toBe(hasHeader);
});

it('a text of one column is no table, and one of too many cells is too large', () => {
  expect(toTable(readRows('just\nlines', 'csv'))).toBe('no-table');
  const row = Array.from({ length: 1_000 }, () => '');
  expect(toTable(Array.from({ length: MAX_CELLS / 1_000 + 1 }, () => row))).toBe('too-large');
});

it.each([
  ['numbers by their value', ['n', '10', '9', '', '-1.5', '1e3'], [5, 3, 2, 6, 4]],
  ['words as people sort them', ['w', 'b', 'a', '', 'B', 'ä'], [3, 6, 2, 5, 4]],
  ['equal ones in their order', ['x', 'b', 'a', 'b', 'a', 'b'], [3, 5, 2, 4, 6]],
])('rows are sorted: %s', (_, column, ascending) => {
  const rows = column.map((cell) => ['', cell]);
  const order = (isDescending: boolean) => [...sortRows(rows, true, { column: 1, isDescending })].map((row) => row + 1);
  expect(order(false)).toEqual(ascending);
  const empty = ascending.filter((row) => column[row - 1] === '');
  expect(order(true).slice(order(true).length - empty.length)).toEqual(empty);
  expect(column[(order(true)[0] as number) - 1]).toBe(column[(ascending.at(-1 - empty.length) as number) - 1]);
});
