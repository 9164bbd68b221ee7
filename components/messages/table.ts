/** The words of a text shown as a table. The browser loads them with the table. */
export const tableMessages = {
  label: 'Table of the paste',
  choice: 'Show the table',
  ways: { rendered: 'Table', source: 'Source' },
  row: 'Row',
  /** Columns without names, counted from 1. */
  column: (number: number) => `Column ${number}`,
  sortBy: 'Sort by this column',
  size: (rows: number, columns: number) =>
    `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}, ${columns.toLocaleString('en')} columns`,
  sorting: 'Sorting…',
  problems: {
    'no-table': 'This is the source: the text has only one column.',
    'too-large': 'This is the source: the table has over 2 million cells or 10,000 columns, the limit.',
    'too-slow': 'This is the source: reading the table took too long.',
    'not-loaded': 'This is the source: the table did not load.',
  },
  sortProblem: 'Sorting this table takes too long.',
} as const;
