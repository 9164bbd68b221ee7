'use client';

import { memo, useEffect, useMemo, useRef } from 'react';
import { tableMessages as messages } from '#components/messages/table';
import { inSlices, wholeText } from '../model/view-text';
import { rangesIn, textIn } from '../text/highlights';
import { type RenderedTextProps, useSourceChoice } from '../text/rendered-text';
import { type Row, readTable, type Table } from './read-table';
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

/** Shows a table that scrolls in its own element. */
function ShownTable({ text, table, search, takesFocus, onRendered }: RenderedTextProps & { table: Table }) {
  const { head, rows, columns, isCut } = table;
  const scroller = useRef<HTMLElement>(null);
  /** The names of the columns that the text has, and the cells. */
  const searched = useRef<HTMLTableElement & HTMLTableSectionElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are those of the rows
  useEffect(() => {
    if (searched.current) onRendered(inSlices(textIn(searched.current)));
  }, [rows, onRendered]);
  useEffect(() => {
    if (takesFocus) scroller.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const matches = search?.matches;
  const found = useRef<readonly Element[]>([]);
  useEffect(() => {
    // Whole cells are marked, because a long one shows only its beginning.
    const ranges = searched.current && matches ? rangesIn(searched.current, matches.offsets) : [];
    found.current = ranges.map(({ startContainer }) => startContainer.parentElement as Element);
    for (const cell of found.current) cell.classList.add('match');
    return () => {
      for (const cell of found.current) cell.classList.remove('match');
    };
  }, [matches]);
  useEffect(() => {
    const cell = search ? found.current[search.current] : undefined;
    cell?.classList.add('match-current');
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return () => cell?.classList.remove('match-current');
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
        <table ref={head ? searched : null} className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.number} aria-label={messages.row} />
              {Array.from({ length: columns }, (_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
                <th key={column} scope="col">
                  <bdi className="ellipsis">{head?.cells[column] ?? messages.column(column + 1)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={head ? null : searched}>
            <Rows rows={rows} />
          </tbody>
        </table>
      </section>
      <p role="status" className={`not-printed ${styles.status}`}>
        {isCut ? messages.cut({ rows: rowCount, lines: text.lines }) : messages.size({ rows: rowCount, columns })}
      </p>
    </>
  );
}

/** Memoised, because there may be sixty thousand cells, and a search changes none. */
const Rows = memo(function Rows({ rows }: { rows: readonly Row[] }) {
  return rows.map(({ number, cells }) => (
    <tr key={number}>
      <th scope="row" className={styles.number}>
        {number}
      </th>
      {cells.map((text, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its name
        <td key={column} dir="auto" className="ellipsis" title={text.length > SHORT_CHARACTERS ? text : undefined}>
          {text}
        </td>
      ))}
    </tr>
  ));
});

/** Longer cells may be cut, so they have their whole text as a tooltip. */
const SHORT_CHARACTERS = 30;
