'use client';

import { useEffect, useState } from 'react';
import { callOnce } from '#components/client/worker-calls';
import { tableMessages as messages } from '#components/messages/table';
import { pageLanguage } from '#lib/locales/page-language.rules';
import type { PasteText } from '../model/view-data';
import { wholeText } from '../model/view-text';
import { type RenderedTextProps, useSourceChoice } from '../text/rendered-text';
import type { Sorting, Table, TableProblem, TableRequest } from './read-table';
import styles from './table.module.css';
import { TableGrid } from './table-grid';

/** Enough for ten megabytes. */
const READ_LIMIT_MS = 20_000;

const startWorker = () => new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module', name: 'table' });

/** Shows CSV or TSV as a table, or its source until the table is read and if the text is none. */
export function TableView(props: RenderedTextProps) {
  const { text, language, search, takesFocus, source, onRendered } = props;
  const { table, problem, ...sorted } = useTable(text, language);
  const { isSource, isRendered, choice } = useSourceChoice(props, messages, table !== null);

  useEffect(() => {
    if (isRendered && table) onRendered(table.text);
  }, [isRendered, table, onRendered]);

  return (
    <>
      {choice}
      {problem && table === null ? (
        <p role="status" className={`not-printed ${styles.problem}`}>
          {messages.problems[problem]}
        </p>
      ) : null}
      {isRendered && table ? (
        <TableGrid table={table} {...sorted} search={search} takesFocus={takesFocus} />
      ) : (
        source(isSource || problem !== null)
      )}
    </>
  );
}

/** Reads and sorts the table in a worker. A table that can't be sorted stays as it is. */
function useTable(text: PasteText, language: string) {
  const [table, setTable] = useState<Table | null>(null);
  const [problem, setProblem] = useState<keyof typeof messages.problems | null>(null);
  /** The order that the reader wants, and that of the table. */
  const [wanted, setWanted] = useState<Sorting | null>(null);
  const [sorting, setSorting] = useState<Sorting | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const request: TableRequest = { text: wholeText(text), language, sorting: wanted };
    callOnce<Table | TableProblem>(startWorker, request, READ_LIMIT_MS, leaving.signal).then(
      (answer) => {
        const read = answer.kind === 'problem' ? answer.problem : answer.output;
        setProblem(typeof read === 'string' ? read : null);
        if (typeof read === 'string') return wanted ? undefined : setTable(null);
        setTable(read);
        setSorting(wanted);
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [text, language, wanted]);

  const state: 'failed' | 'sorting' | 'idle' = problem ? 'failed' : wanted === sorting ? 'idle' : 'sorting';
  const onSort = (column: number) => setWanted(nextSorting(sorting, column));
  return { table, problem, sorting, state, onSort };
}

/** A press sorts ascending, the second descending, the third not at all. */
function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, isDescending: false, pageLanguage: pageLanguage() };
  return sorting.isDescending ? null : { ...sorting, isDescending: true };
}
