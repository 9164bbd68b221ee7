/** Reads the first rows of CSV and TSV. */
import Papa from 'papaparse';

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

/** Has digits and no letters: an amount, a date, a share. */
const isNumber = (cell: string): boolean => /\d/.test(cell) && !/\p{L}/u.test(cell);

/** Names are there, differ from each other, and aren't numbers. */
function namesColumns([first, ...others]: readonly (readonly string[])[]): boolean {
  if (!first || others.length === 0) return false;
  return new Set(first).size === first.length && first.every((cell) => cell.trim() !== '' && !isNumber(cell));
}
