import { expect, it } from 'vitest';
import { wholeText } from '../model/view-text';
import { MAX_CELLS, readTable, type Table, toTable } from './read-table';

const read = (text: string, language = 'csv') => readTable({ text, language, sorting: null }) as Table;

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
  expect(read('just\nlines')).toBe('no-table');
  const row = Array.from({ length: 1_000 }, () => '');
  expect(
    toTable(
      Array.from({ length: MAX_CELLS / 1_000 + 1 }, () => row),
      null,
    ),
  ).toBe('too-large');
});

it.each([
  ['numbers by their value', ['10', '9', '', '-1.5', '1e3'], [4, 2, 1, 5, 3], [5, 1, 2, 4, 3]],
  ['words as people sort them', ['b', 'a', '', 'B', 'ä'], [2, 5, 1, 4, 3], [4, 1, 5, 2, 3]],
  ['equal ones in their order', ['b', 'a', 'b', 'a', 'b'], [2, 4, 1, 3, 5], [1, 3, 5, 2, 4]],
])('rows are sorted: %s', (_, column, ascending, descending) => {
  const text = `x,key\n${column.map((cell) => `,${cell}\n`).join('')}`;
  const sorted = (isDescending: boolean) =>
    readTable({ text, language: 'csv', sorting: { column: 1, isDescending, pageLanguage: 'en' } }) as Table;
  expect([...sorted(false).order]).toEqual(ascending);
  expect([...sorted(true).order]).toEqual(descending);
  expect(cellsOf(sorted(false))).toEqual([['x', 'key'], ...ascending.map((row) => ['', column[row - 1]])]);
});

it('words are in the order of the page’s language', () => {
  const order = (pageLanguage: string) => {
    const sorting = { column: 1, isDescending: false, pageLanguage };
    return [...(readTable({ text: 'x,key\n,ła\n,lb\n', language: 'csv', sorting }) as Table).order];
  };
  expect(order('en')).toEqual([1, 2]);
  expect(order('pl')).toEqual([2, 1]);
});
