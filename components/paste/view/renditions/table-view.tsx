'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { tableMessages as messages } from '#components/messages/table';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { hasMatchIn, type SearchResult } from '../model/view-search';
import { inSlices, wholeText } from '../model/view-text';
import { type RenderedTextProps, useSourceChoice } from '../text/rendered-text';
import { type Row, readTable, type Sorting, sortRows, type Table } from './read-table';
import styles from './table.module.css';

/** Shows the first rows of CSV or TSV as a table, or the source if the text is none. */
export function TableView(props: RenderedTextProps) {
  const { text, language, source } = props;
  const table = useMemo(() => readTable(wholeText(text), language), [text, language]);
  const problem = typeof table === 'string' ? table : null;
  const { isRendered, choice } = useSourceChoice(props, messages, problem === null);
  return (
    <>
      {choice}
      {problem ? (
        <p role="status" className={`not-printed ${styles.problem}`}>
          {messages.problems[problem]}
        </p>
      ) : null}
      {isRendered && typeof table !== 'string' ? <ShownTable {...props} table={table} /> : source(true)}
    </>
  );
}

/** Shows a table that scrolls in its own element, whose columns sort the rows. */
function ShownTable({ text, table, search, takesFocus, onRendered }: RenderedTextProps & { table: Table }) {
  const { head, columns, isCut } = table;
  const scroller = useRef<HTMLElement>(null);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const rows = useMemo(() => sortRows(table.rows, sorting, pageLanguage()), [table, sorting]);
  const starts = useMemo(() => startsOf(head, rows), [head, rows]);

  useEffect(() => {
    const shown = head ? [head, ...rows] : rows;
    onRendered(inSlices(shown.map(({ cells }) => cells.join('\t')).join('\n')));
  }, [head, rows, onRendered]);
  useEffect(() => {
    if (takesFocus) scroller.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (search) scroller.current?.querySelector('.match-current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [search]);

  const rowCount = rows.length;
  return (
    <>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={messages.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        translate="no"
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                <span className="visually-hidden">{messages.row}</span>
              </th>
              {Array.from({ length: columns }, (_, column) => {
                const order = sorting?.column === column ? sorting : null;
                const Arrow = order?.isDescending ? ArrowDown : ArrowUp;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
                  <th key={column} scope="col" aria-sort={order ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
                    <button type="button" title={messages.sortBy} onClick={() => setSorting(nextSorting(order, column))}>
                      <bdi className="ellipsis">{head?.cells[column] ?? messages.column(column + 1)}</bdi>
                      <Arrow aria-hidden size={14} data-shown={order !== null} />
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const start = starts[index] as number;
              const isFound = search !== null && hasMatchIn(search.matches, start, starts[index + 1] as number);
              return <ShownRow key={row.number} row={row} start={start} search={isFound ? search : null} />;
            })}
          </tbody>
        </table>
      </section>
      <p role="status" className={`not-printed ${styles.status}`}>
        {isCut ? messages.cut({ rows: rowCount, lines: text.lines }) : messages.size({ rows: rowCount, columns })}
      </p>
    </>
  );
}

interface ShownRowProps {
  row: Row;
  /** The offset of the row in the text that is searched. */
  start: number;
  /** null: the row has no match, and doesn't change with the search. */
  search: SearchResult | null;
}

const ShownRow = memo(function ShownRow({ row, start, search }: ShownRowProps) {
  let end = start - 1;
  const current = search?.matches.offsets[search.current * 2] ?? -1;
  return (
    <tr>
      <th scope="row" className={styles.number}>
        {row.number}
      </th>
      {row.cells.map((text, column) => {
        const from = end + 1;
        end = from + text.length;
        const isFound = search !== null && hasMatchIn(search.matches, from, end);
        const look = isFound ? (current >= from && current < end ? 'match match-current' : 'match') : '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its name
          <td key={column} dir="auto" className={`ellipsis ${look}`} title={text.length > SHORT_CHARACTERS ? text : undefined}>
            {text}
          </td>
        );
      })}
    </tr>
  );
});

/** Longer cells may be cut, so they have their whole text as a tooltip. */
const SHORT_CHARACTERS = 30;

/** @returns the offset of each row in the text that is searched, and one more for the end */
function startsOf(head: Row | null, rows: readonly Row[]): number[] {
  const lengthOf = ({ cells }: Row) => cells.reduce((sum, cell) => sum + cell.length + 1, 0);
  const starts = [head ? lengthOf(head) : 0];
  for (const row of rows) starts.push((starts.at(-1) as number) + lengthOf(row));
  return starts;
}

/** A press sorts ascending, the second descending, the third not at all. */
function nextSorting(now: Sorting | null, column: number): Sorting | null {
  if (now === null) return { column, isDescending: false };
  return now.isDescending ? null : { column, isDescending: true };
}
