/** Columns of `pastes` by name: for SELECTs, and for reading their rows. */
import type { Cells, Row, SqlValue } from '../../db/database';
import { mapOptions, OPTION_NAMES, type OptionColumn, PASTE_OPTIONS, type PasteOptions } from '../paste-options.rules';

/** @returns the value of a column of one row, by the name that the selection gives it */
export type Read<Name extends string> = (name: Name) => SqlValue;

export interface Selection<Name extends string> {
  sql: string;
  /** Reads cells of a row from such a SELECT, in its order. */
  cells(cells: Cells): Read<Name>;
}

export function select<Name extends string>(columns: Record<Name, string>): Selection<Name> {
  const names = Object.keys(columns) as Name[];
  const at = Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>;
  return {
    sql: names.map((name) => `${columns[name]} AS ${name}`).join(', '),
    cells: (cells) => (name) => cells[at[name]] as SqlValue,
  };
}

/** Reads a row that has its values by name. */
export const named =
  (row: Row): Read<string> =>
  (name) =>
    row[name] as SqlValue;

const OPTION_COLUMNS = OPTION_NAMES.map((name) => PASTE_OPTIONS[name].column as OptionColumn);

/** The options' columns of a table, for `select`. */
export const optionColumns = (table: string) =>
  Object.fromEntries(OPTION_COLUMNS.map((column) => [column, `${table}.${column}`])) as Record<OptionColumn, string>;

export function optionCells(options: PasteOptions): Record<string, SqlValue> {
  const cells: Record<string, SqlValue> = {};
  for (const name of OPTION_NAMES) cells[PASTE_OPTIONS[name].column] = options[name];
  return cells;
}

/** Reads the options of a row. SQLite has 0 and 1 for booleans. A column that wasn't selected counts as not set. */
export const readOptions = (read: Read<OptionColumn>): PasteOptions =>
  mapOptions(({ kind, column }) => {
    const value = read(column as OptionColumn) ?? null;
    return kind === 'flag' ? Boolean(value) : value;
  });

export const optionsOfRow = (row: Row): PasteOptions => readOptions(named(row));
