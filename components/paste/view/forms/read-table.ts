/**
 * Reads CSV and TSV, and sorts the rows; runs in a worker. The page gets one text and numbers instead of a million strings,
 * which would block it while they arrive.
 */
import Papa from 'papaparse';
import type { PasteText } from '../model/view-data';
import { inSlices } from '../model/view-text';

export interface Table {
  /** The cells of all rows, the header's first: a tab between cells, a line break between rows. */
  text: PasteText;
  /** The offset in the text at which each cell begins; one more for the end. */
  starts: Uint32Array;
  /** The number of each row's first cell; one more for the end. */
  rows: Uint32Array;
  /** The characters of each column's longest cell. */
  widths: Uint16Array;
  /** The numbers of the rows in the source, from 1, in the order of the table; without the header. */
  order: Uint32Array;
  /** Whether the first row names the columns. */
  hasHeader: boolean;
}

export type TableProblem = 'no-table' | 'too-large';

/** Above these limits, the numbers alone would take too much memory, or the table would be wider than browsers lay out. */
export const MAX_CELLS = 2_000_000;
const MAX_COLUMNS = 10_000;
/** A column is as wide as its longest cell, up to so many characters. */
const MAX_WIDTH = 60;

export interface Sorting {
  column: number;
  isDescending: boolean;
  /** Words are in the order of this language. A worker has no page to ask. */
  pageLanguage: string;
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const isNumber = (cell: string) => NUMBER.test(cell.trim());

export interface TableRequest {
  text: string;
  /** `csv`, whose delimiter is guessed, or `tsv`. */
  language: string;
  /** null: as in the text. */
  sorting: Sorting | null;
}

export function readTable({ text, language, sorting }: TableRequest): Table | TableProblem {
  const delimiter = language === 'tsv' ? '\t' : '';
  return toTable(Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter, skipEmptyLines: true }).data, sorting);
}

export function toTable(source: readonly (readonly string[])[], sorting: Sorting | null): Table | TableProblem {
  const hasHeader = namesColumns(source);
  const [head, body] = hasHeader ? [source.slice(0, 1), source.slice(1)] : [[], source];
  const order = sorting ? sortRows(body, sorting) : Uint32Array.from(body, (_, index) => index + 1);
  const rows = [...head, ...Array.from(order, (number) => body[number - 1] as readonly string[])];
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const cells = rows.reduce((sum, { length }) => sum + length, 0);
  if (cells > MAX_CELLS || columns > MAX_COLUMNS) return 'too-large';
  if (columns < 2) return 'no-table';
  const starts = new Uint32Array(cells + 1);
  const firsts = new Uint32Array(rows.length + 1);
  const widths = new Uint16Array(columns);
  const lines: string[] = [];
  let cell = 0;
  let at = 0;
  for (const [index, row] of rows.entries()) {
    firsts[index] = cell;
    for (const [column, value] of row.entries()) {
      starts[cell++] = at;
      at += value.length + 1;
      if (value.length > (widths[column] as number)) widths[column] = Math.min(value.length, MAX_WIDTH);
    }
    // The separators are no part of a cell; breaks inside cells would look like those between rows.
    lines.push(row.map((value) => value.replace(/[\t\r\n]/g, ' ')).join('\t'));
  }
  firsts[rows.length] = cell;
  starts[cell] = at;
  return { text: inSlices(lines.join('\n')), starts, rows: firsts, widths, order, hasHeader };
}

/** Names are there, differ from each other, and aren't numbers. */
function namesColumns([first, ...others]: readonly (readonly string[])[]): boolean {
  if (!first || others.length === 0) return false;
  return new Set(first).size === first.length && first.every((cell) => cell.trim() !== '' && !isNumber(cell));
}

/** @returns the numbers of the rows, from 1, in their order; empty cells come last */
function sortRows(rows: readonly (readonly string[])[], { column, isDescending, pageLanguage }: Sorting): Uint32Array {
  const keys = ['', ...rows.map((row) => row[column]?.trim() ?? '')];
  const order = Uint32Array.from(rows, (_, index) => index + 1);
  const full = order.filter((row) => keys[row] !== '');
  const sign = isDescending ? -1 : 1;
  if (full.every((row) => isNumber(keys[row] as string))) {
    const numbers = Float64Array.from(keys, Number);
    full.sort((a, b) => sign * ((numbers[a] as number) - (numbers[b] as number)) || a - b);
  } else {
    const { compare } = new Intl.Collator(pageLanguage);
    full.sort((a, b) => sign * compare(keys[a] as string, keys[b] as string) || a - b);
  }
  const empty = order.filter((row) => keys[row] === '');
  order.set(full);
  order.set(empty, full.length);
  return order;
}
