/** Responds to the calls of the page that shows a table; runs in a worker, which keeps the rows for sorting. */
import { readRows, type Sorting, sortRows, type Table, type TableProblem, toTable } from './read-table';

export type TableRequest = { call: 'read'; text: string; language: string } | { call: 'sort'; sorting: Sorting };
export type TableReply = { table: Table | TableProblem } | { order: Uint32Array };

export function createTableCalls() {
  let rows: string[][] = [];
  let hasHeader = false;
  return (request: TableRequest): TableReply => {
    if (request.call === 'sort') return { order: sortRows(rows, hasHeader, request.sorting) };
    rows = readRows(request.text, request.language);
    const table = toTable(rows);
    if (typeof table === 'string') rows = [];
    else hasHeader = table.hasHeader;
    return { table };
  };
}
