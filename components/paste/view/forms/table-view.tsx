'use client';

import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { openWorker, type WorkerCalls } from '#components/client/worker-calls';
import { tableMessages as messages } from '#components/messages/table';
import { Choice } from '#components/ui/choice';
import { useShortcuts } from '#components/ui/use-shortcuts';
import type { RenderedTextProps } from '../model/rendered-text';
import type { PasteText } from '../model/view-data';
import { wholeText } from '../model/view-text';
import type { Sorting, Table } from './read-table';
import styles from './table.module.css';
import type { TableReply, TableRequest } from './table-calls';
import { TableGrid } from './table-grid';

/** Enough for ten megabytes. */
const READ_LIMIT_MS = 20_000;
const SORT_LIMIT_MS = 20_000;

const startWorker = () => new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module', name: 'table' });

/**
 * Shows CSV or TSV as a table. Shows the source until the table is read, if the text is none, and when the link names
 * lines.
 */
export function TableView({ text, language, lines, onLines, slot, search, takesFocus, source, onRendered }: RenderedTextProps) {
  const { table, problem, sort, ...sorted } = useTable(text, language);
  const [isSource, setSource] = useState(lines !== null);
  const isShown = table !== null && !isSource;

  useEffect(() => {
    if (lines) setSource(true);
  }, [lines]);

  useEffect(() => {
    if (!isShown) return;
    onRendered(table.text);
    return () => onRendered(null);
  }, [isShown, table, onRendered]);

  function choose(wantsSource: boolean): void {
    // A link to lines opens the source.
    if (!wantsSource && lines) onLines(null);
    if (table) setSource(wantsSource);
  }
  useShortcuts({ m: () => choose(!isSource) });

  return (
    <>
      {slot && table
        ? createPortal(
            <Choice
              label={messages.choice}
              options={messages.ways}
              chosen={isSource ? 'source' : 'rendered'}
              onChoose={(way) => choose(way === 'source')}
            />,
            slot,
          )
        : null}
      {problem ? (
        <p role="status" className={`not-printed ${styles.problem}`}>
          {messages.problems[problem]}
        </p>
      ) : null}
      {isShown ? (
        <TableGrid table={table} {...sorted} search={search} takesFocus={takesFocus} onSort={sort} />
      ) : (
        source(isSource || problem !== null)
      )}
    </>
  );
}

type Problem = keyof typeof messages.problems;

/** Reads and sorts the table in a worker, which keeps the rows while the table is shown. */
function useTable(text: PasteText, language: string) {
  const [read, setRead] = useState<Table | Problem | null>(null);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [order, setOrder] = useState<Uint32Array | null>(null);
  const [state, setState] = useState<'idle' | 'sorting' | 'failed'>('idle');
  const worker = useRef<WorkerCalls<TableRequest, TableReply>>(null);

  useEffect(() => {
    let isGone = false;
    setRead(null);
    setSorting(null);
    setOrder(null);
    const calls = openWorker<TableRequest, TableReply>(startWorker);
    worker.current = calls;
    void calls.call({ call: 'read', text: wholeText(text), language }, { limitMs: READ_LIMIT_MS }).then((answer) => {
      if (isGone) return;
      if (answer.kind === 'problem') setRead(answer.problem);
      else if ('table' in answer.output) setRead(answer.output.table);
    });
    return () => {
      isGone = true;
      calls.close();
    };
  }, [text, language]);

  async function sort(column: number): Promise<void> {
    if (state !== 'idle') return;
    const next = nextSorting(sorting, column);
    if (next === null) {
      setSorting(null);
      return setOrder(null);
    }
    setState('sorting');
    const answer = await worker.current?.call({ call: 'sort', sorting: next }, { limitMs: SORT_LIMIT_MS });
    // The worker has ended with its failure.
    if (answer?.kind !== 'output') return setState('failed');
    setState('idle');
    if (!('order' in answer.output)) return;
    setOrder(answer.output.order);
    setSorting(next);
  }

  const [table, problem] = typeof read === 'string' ? [null, read] : [read, null];
  return { table, problem, sorting, order, state, sort: (column: number) => void sort(column) };
}

/** A press sorts ascending, the second descending, the third not at all. */
function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, isDescending: false };
  return sorting.isDescending ? null : { column, isDescending: true };
}
