'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { tableMessages as messages } from '#components/messages/table';
import { hasMatchIn, type SearchResult } from '../model/view-search';
import { wholeText } from '../model/view-text';
import { useCopyAll } from '../text/use-clipboard';
import type { Sorting, Table } from './read-table';
import styles from './table.module.css';
import { type Box, columnsInView, heightOf, lastAtMost, ROW_PIXELS, rowsInView, topOfRow } from './table-window';

/** Padding, line and the arrow of a header's button. */
const BESIDE_PIXELS = 44;
const NUMBER_CHARACTERS = 3;

interface TableGridProps {
  table: Table;
  sorting: Sorting | null;
  state: 'idle' | 'sorting' | 'failed';
  search: SearchResult | null;
  takesFocus: boolean;
  onSort: (column: number) => void;
}

/** Shows a table that scrolls in its own element, of which only the cells in view are in the document. */
export function TableGrid({ table, sorting, state, search, takesFocus, onSort }: TableGridProps) {
  const { starts, rows, order, hasHeader } = table;
  const text = useMemo(() => wholeText(table.text), [table]);
  const scroller = useRef<HTMLElement>(null);
  const { box, characterPixels } = useBox(scroller);
  useCopyAll(scroller, table.text);
  const columns = table.widths.length;
  const head = hasHeader ? 1 : 0;
  const count = rows.length - 1 - head;
  const numberWidth = Math.max(NUMBER_CHARACTERS, String(count).length) * characterPixels + BESIDE_PIXELS / 2;
  const edges = useMemo(() => edgesOf(table, characterPixels), [table, characterPixels]);
  const shownRows = rowsInView(count, box);
  const shown = columnsInView(edges, box);
  const all = columnNumbers(shown.from, shown.to);

  /** @returns the number of a cell; null where the row is shorter */
  const cellAt = (row: number, column: number): number | null => {
    const cell = (rows[row] as number) + column;
    return cell < (rows[row + 1] as number) ? cell : null;
  };
  const textAt = (cell: number) => text.slice(starts[cell], (starts[cell + 1] as number) - 1);
  const nameOf = (column: number) => {
    const cell = hasHeader ? cellAt(0, column) : null;
    return cell === null ? messages.column(column + 1) : textAt(cell);
  };

  useEffect(() => {
    if (takesFocus) scroller.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  // Scrolls to the cell of the current match.
  useEffect(() => {
    const offset = search?.matches.offsets[search.current * 2];
    if (offset === undefined || !scroller.current) return;
    const cell = lastAtMost(starts, offset);
    const row = lastAtMost(rows, cell);
    const element = scroller.current;
    const left = edges[cell - (rows[row] as number)] as number;
    element.scrollTop = topOfRow(Math.max(0, row - head), count, element.clientHeight);
    element.scrollLeft = Math.max(0, left - element.clientWidth / 2);
  }, [search, starts, rows, head, count, edges]);

  const currentOffset = search?.matches.offsets[search.current * 2];
  const lookOf = (cell: number) => {
    const [from, to] = [starts[cell] as number, starts[cell + 1] as number];
    if (!search || !hasMatchIn(search.matches, from, to)) return undefined;
    return currentOffset !== undefined && currentOffset >= from && currentOffset < to ? 'match match-current' : 'match';
  };

  const before = { width: edges[shown.from] as number };
  const after = { width: (edges[columns] as number) - (edges[shown.to] as number) };
  return (
    <>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={messages.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        translate="no"
        aria-busy={state === 'sorting'}
      >
        <table
          className={styles.table}
          style={{ width: numberWidth + (edges[columns] as number) }}
          aria-rowcount={count + 1}
          aria-colcount={columns + 1}
        >
          <colgroup>
            <col style={{ width: numberWidth }} />
            <col style={before} />
            {all.map((column) => (
              <col key={column} style={{ width: (edges[column + 1] as number) - (edges[column] as number) }} />
            ))}
            <col style={after} />
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" aria-colindex={1} className={styles.number}>
                <span className="visually-hidden">{messages.row}</span>
              </th>
              <Gap />
              {all.map((column) => {
                const isSorted = sorting?.column === column;
                const Arrow = isSorted && sorting.isDescending ? ArrowDown : ArrowUp;
                return (
                  <th
                    key={column}
                    scope="col"
                    aria-colindex={column + 2}
                    aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
                  >
                    <button type="button" title={messages.sortBy} disabled={state === 'failed'} onClick={() => onSort(column)}>
                      <bdi className="ellipsis">{nameOf(column)}</bdi>
                      <Arrow aria-hidden size={14} data-shown={isSorted} />
                    </button>
                  </th>
                );
              })}
              <Gap />
            </tr>
          </thead>
          <tbody>
            <Spacer height={shownRows.begin} />
            {Array.from({ length: Math.max(0, shownRows.to - shownRows.from) }, (_, index) => {
              const place = shownRows.from + index;
              const row = place + head;
              return (
                <tr key={row} aria-rowindex={place + 2} style={ROW_STYLE}>
                  <th scope="row" aria-colindex={1} className={styles.number}>
                    {order[place]}
                  </th>
                  <Gap />
                  {all.map((column) => {
                    const cell = cellAt(row, column);
                    return (
                      <td key={column} aria-colindex={column + 2} className={cell === null ? undefined : lookOf(cell)}>
                        {cell === null ? null : <Cell text={textAt(cell)} isLong={(table.widths[column] as number) > SHORT_CHARACTERS} />}
                      </td>
                    );
                  })}
                  <Gap />
                </tr>
              );
            })}
            <Spacer height={heightOf(count) - shownRows.begin - (shownRows.to - shownRows.from) * ROW_PIXELS} />
          </tbody>
        </table>
      </section>
      <p role="status" className={`not-printed ${styles.status}`}>
        {state === 'sorting' ? messages.sorting : state === 'failed' ? messages.sortProblem : messages.size({ rows: count, columns })}
      </p>
    </>
  );
}

const ROW_STYLE: CSSProperties = { height: ROW_PIXELS };
/** Longer cells may be cut, so they have their whole text as a tooltip. */
const SHORT_CHARACTERS = 30;

function Cell({ text, isLong }: { text: string; isLong: boolean }) {
  return (
    <bdi className="ellipsis" title={isLong && text.length > SHORT_CHARACTERS ? text : undefined}>
      {text}
    </bdi>
  );
}

/** Stands for the columns out of view. */
const Gap = () => <td aria-hidden className={styles.gap} />;

/** Stands for the rows out of view. */
function Spacer({ height }: { height: number }) {
  return height <= 0 ? null : (
    <tr aria-hidden style={{ height }}>
      <td className={styles.gap} />
    </tr>
  );
}

const columnNumbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** @returns where each column begins, and where the last ends */
function edgesOf({ widths }: Table, characterPixels: number): Float64Array {
  const edges = new Float64Array(widths.length + 1);
  for (const [column, characters] of widths.entries()) {
    edges[column + 1] = (edges[column] as number) + Math.max(characters, NUMBER_CHARACTERS) * characterPixels + BESIDE_PIXELS;
  }
  return edges;
}

/** The part that is printed: paper has no scrollbars, and more would block the page. */
const PRINTED: Box = { top: 0, left: 0, width: 2_000, height: 2_000 * ROW_PIXELS };

/** The part of the table in view, and the width of a character. */
function useBox(scroller: RefObject<HTMLElement | null>): { box: Box; characterPixels: number } {
  const [box, setBox] = useState<Box>({ top: 0, left: 0, width: 1_200, height: 600 });
  const [characterPixels, setCharacterPixels] = useState(8);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { font } = getComputedStyle(element);
    const brush = document.createElement('canvas').getContext('2d');
    if (brush && font) {
      brush.font = font;
      setCharacterPixels(brush.measureText('0').width || 8);
    }
    const measure = () => {
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = element;
      setBox((now) => ({ top: scrollTop, left: scrollLeft, width: clientWidth || now.width, height: clientHeight || now.height }));
    };
    measure();
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('scroll', measure, { passive: true, signal });
    window.addEventListener('resize', measure, { signal });
    window.addEventListener('beforeprint', () => flushSync(() => setBox(PRINTED)), { signal });
    window.addEventListener('afterprint', measure, { signal });
    return () => listening.abort();
  }, [scroller]);

  return { box, characterPixels };
}
