import { expect, it } from 'vitest';
import { MAX_CELLS, MAX_ROWS, readTable, type Table } from './read-table';

const read = (text: string, language = 'csv') => readTable(text, language) as Table;
const cellsOf = ({ head, rows }: Table) => (head ? [head, ...rows] : rows).map(({ cells }) => cells);

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
  [
    'semicolons, with more commas in its cells than semicolons',
    'a;b\n1,5;2,5\n3,5;4,5',
    'csv',
    [
      ['a', 'b'],
      ['1,5', '2,5'],
      ['3,5', '4,5'],
    ],
  ],
  [
    'commas, with more semicolons in a cell than commas',
    'a,b\nx;y;z;w,1',
    'csv',
    [
      ['a', 'b'],
      ['x;y;z;w', '1'],
    ],
  ],
  [
    'the delimiter that the first line names',
    '\ufeffsep=;\r\na,b;c\r\n1,5;2,3',
    'csv',
    [
      ['a,b', 'c'],
      ['1,5', '2,3'],
    ],
  ],
  [
    'another delimiter, in quotes',
    '"sep=^"\na^b\n1^2',
    'tsv',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['rows of different lengths, empty lines and a byte order mark', '\ufeffa,b\n\n1\n1,2,3', 'csv', [['a', 'b'], ['1'], ['1', '2', '3']]],
])('a table is read: %s', (_, text, language, expected) => {
  expect(cellsOf(read(text, language))).toEqual(expected);
});

it.each([
  ['names', 'name,age\nann,3', true],
  ['a number among them', 'name,3\nann,4', false],
  ['an amount among them', 'name;€ 1.000,50\nann;€ 4', false],
  ['names with a digit', 'name,Q1\nann,4', true],
  ['a name twice', 'a,a\n1,2', false],
  ['an empty one', 'a,\n1,2', false],
  ['nothing below', 'a,b', false],
])('the first row is a header or not: %s', (_, text, hasHeader) => {
  expect(read(text).head !== null).toBe(hasHeader);
  expect(read(text).rows[0]?.number ?? 1).toBe(1);
});

it('a text of one column is no table, and one of too many columns is too large', () => {
  expect(read('just\nlines')).toBe('no-table');
  expect(read(','.repeat(1_000))).toBe('too-large');
  expect(read(','.repeat(999))).toMatchObject({ columns: 1_000 });
});

it.each([
  ['all of a short text', MAX_ROWS, MAX_ROWS, false],
  ['the first of a longer one', MAX_ROWS + 1, MAX_ROWS, true],
  ['those that its beginning has', 1_000, 995, true, 'x'.repeat(1_050)],
])('a table has so many rows: %s', (_, rows, shown, isCut, cell = '1') => {
  const table = read(`a,b\n${`${cell},2\n`.repeat(rows)}`);
  expect([table.rows.length, table.isCut]).toEqual([shown, isCut]);
  expect(new Set(table.rows.map(({ cells }) => cells.join()))).toEqual(new Set([`${cell},2`]));
});

it('a table of many columns has fewer rows', () => {
  const { rows, isCut } = read(`${','.repeat(99)}\n`.repeat(MAX_ROWS));
  expect([rows.length, isCut]).toEqual([MAX_CELLS / 100, true]);
});
