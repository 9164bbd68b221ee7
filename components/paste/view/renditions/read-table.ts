/** Reads the first rows of CSV and TSV, and sorts them. */
import Papa from 'papaparse';
import { columnNumbers, isNumber } from './column-numbers';

export interface Row {
  /** The number of the row in the text, from 1; 0 for the header. */
  number: number;
  cells: readonly string[];
}

export interface Table {
  /** The row that names the columns; null: the first row names none. */
  head: Row | null;
  rows: readonly Row[];
  columns: number;
  /** Whether the text has more rows. */
  isCut: boolean;
}

export type TableProblem = 'no-table' | 'too-large';

/** Rows, cells and columns that a page can have without a pause. */
export const MAX_ROWS = 2_000;
export const MAX_CELLS = 60_000;
const MAX_COLUMNS = 1_000;
/** The part of a text that is read for its first rows. */
const HEAD_CHARACTERS = 1 << 20;

/** Spreadsheets read the delimiter from such a first line, which is no row. */
const DIRECTIVE = /^"?sep=([^\r\n])"?(?:\r\n?|\n)/i;
const DELIMITERS = [',', ';', '\t', '|'];

/** @param language `csv`, whose delimiter is guessed, or `tsv` */
export function readTable(text: string, language: string): Table | TableProblem {
  const begin = text.slice(0, HEAD_CHARACTERS).replace(/^\ufeff/, '');
  const directive = DIRECTIVE.exec(begin);
  const body = begin.slice(directive?.[0].length ?? 0);
  const delimiter = directive?.[1] ?? (language === 'tsv' ? '\t' : '');
  // Papa guesses an empty delimiter: the one that gives the first rows one length.
  const { data: read } = Papa.parse<string[]>(body, {
    delimiter,
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: true,
    preview: MAX_ROWS + 2,
  });
  // The last row that was read may have been cut.
  if (text.length > HEAD_CHARACTERS) read.pop();
  const columns = read.reduce((most, { length }) => Math.max(most, length), 0);
  if (columns > MAX_COLUMNS) return 'too-large';
  if (columns < 2) return 'no-table';
  const first = namesColumns(read) ? 1 : 0;
  const last = first + Math.min(MAX_ROWS, Math.floor(MAX_CELLS / columns));
  const [head = null, ...rows] = read.slice(0, last).map((row, index) => ({
    number: index - first + 1,
    // Breaks inside cells would look like those between rows.
    cells: row.map((cell) => cell.replace(/[\t\r\n]/g, ' ')),
  }));
  const isCut = read.length > last || text.length > HEAD_CHARACTERS;
  return first === 1 || head === null ? { head, rows, columns, isCut } : { head: null, rows: [head, ...rows], columns, isCut };
}

/** Names are there, differ from each other, and aren't numbers. */
function namesColumns([first, ...others]: readonly (readonly string[])[]): boolean {
  if (!first || others.length === 0) return false;
  return new Set(first).size === first.length && first.every((cell) => cell.trim() !== '' && !isNumber(cell));
}

export interface Sorting {
  column: number;
  isDescending: boolean;
}

/**
 * Sorts numbers by value and words in the order of a language; empty cells come last.
 * @param sorting null: as in the text
 */
export function sortRows(rows: readonly Row[], sorting: Sorting | null, language: string): readonly Row[] {
  if (sorting === null) return rows;
  const keyOf = ({ cells }: Row) => cells[sorting.column]?.trim() ?? '';
  const full = rows.filter((row) => keyOf(row) !== '');
  const words = full.map(keyOf);
  const numbers = columnNumbers(words, language);
  const { compare } = new Intl.Collator(language);
  const order = numbers
    ? (a: number, b: number) => (numbers[a] as number) - (numbers[b] as number)
    : (a: number, b: number) => compare(words[a] as string, words[b] as string);
  const sign = sorting.isDescending ? -1 : 1;
  const places = [...full.keys()].sort((a, b) => sign * order(a, b));
  return [...places.map((place) => full[place] as Row), ...rows.filter((row) => keyOf(row) === '')];
}
