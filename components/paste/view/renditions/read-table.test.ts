import { expect, it } from 'vitest';
import { MAX_CELLS, MAX_ROWS, readTable, type Sorting, sortRows, type Table } from './read-table';

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

it.each([
  ['numbers by their value', ['10', '9', '', '-1.5', '1e3'], [4, 2, 1, 5, 3], [5, 1, 2, 4, 3]],
  ['words as people sort them', ['b', 'a', '', 'B', 'ä'], [2, 5, 1, 4, 3], [4, 1, 5, 2, 3]],
  ['equal ones in their order', ['b', 'a', 'b', 'a', 'b'], [2, 4, 1, 3, 5], [1, 3, 5, 2, 4]],
])('rows are sorted: %s', (_, column, ascending, descending) => {
  const { rows } = read(`x,key\n${column.map((cell) => `,${cell}\n`).join('')}`);
  const sorted = (sorting: Sorting | null) => sortRows(rows, sorting, 'en').map(({ number }) => number);
  expect(sorted({ column: 1, isDescending: false })).toEqual(ascending);
  expect(sorted({ column: 1, isDescending: true })).toEqual(descending);
  expect(sorted(null)).toEqual([1, 2, 3, 4, 5]);
});

it('words are in the order of the page’s language', () => {
  const { rows } = read('x,key\n,ła\n,lb\n');
  const order = (language: string) => sortRows(rows, { column: 1, isDescending: false }, language).map(({ number }) => number);
  expect(order('en')).toEqual([1, 2]);
  expect(order('pl')).toEqual([2, 1]);
});

it.each([
  ['decimal commas', ['10,5', '9,25', '1.000,5', '-3'], 'en', [4, 2, 1, 3]],
  ['decimal points', ['10.5', '9.25', '1,000.5', '12,34,567', '1e3'], 'de', [2, 1, 5, 3, 4]],
  [
    'groups by spaces, no-break spaces and apostrophes',
    ['10 000', '9\u00a0999', '9\u202f998', "9'997", '9’996', '5'],
    'fr',
    [6, 5, 4, 3, 2, 1],
  ],
  ['per cent', ['10 %', '9%', '9,5\u00a0%'], 'en', [2, 3, 1]],
  [
    'currencies before and after',
    ['€ 10', '$9.50', '-£8', '£-7', '7 EUR', 'CHF 6', '5 zł', 'R$ 4', '3円'],
    'en',
    [3, 4, 9, 8, 7, 6, 5, 2, 1],
  ],
  ['Arabic digits and signs', ['١٬٢٣٤٫٥', '٩٩٩', '٩٫٥'], 'ar', [3, 2, 1]],
  ['a minus of its own sign', ['1', '\u22122', '-3'], 'en', [3, 2, 1]],
  ['what can be read in two ways, in English', ['1.234', '20'], 'en', [1, 2]],
  ['what can be read in two ways, in German', ['1.234', '20'], 'de', [2, 1]],
  ['what another cell makes plain, in German', ['1.234', '20', '0.5'], 'de', [3, 1, 2]],
  ['words beside numbers, as words', ['10 apples', '9'], 'en', [1, 2]],
  ['versions and days, as words', ['1.10.1', '1.9.1', '24.12.2026'], 'en', [1, 2, 3]],
  ['two decimal signs, as words', ['9.5', '10,5'], 'en', [2, 1]],
])('numbers as people write them are sorted by value: %s', (_, column, language, expected) => {
  const { rows } = read(`x;key\n${column.map((cell) => `a;${cell}\n`).join('')}`);
  const sorted = sortRows(rows, { column: 1, isDescending: false }, language);
  expect(sorted.map(({ number }) => number)).toEqual(expected);
});

it('a cell that is much longer than a number is read in no time', () => {
  const { rows } = read(`x;key\na;${'.'.repeat(200_000)}\na;1`);
  expect(sortRows(rows, { column: 1, isDescending: false }, 'en')).toHaveLength(2);
});
