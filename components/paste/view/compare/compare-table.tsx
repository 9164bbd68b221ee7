'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { compareMessages as messages } from '#components/messages/compare';
import { HIDDEN_CHARACTERS, hiddenLabel } from '../model/hidden-characters';
import styles from './compare.module.css';
import type { CompareRow, Part } from './compare-rows';

/** Rows shown at most; more are slow to lay out, and nobody reads them. */
const MAX_SHOWN_ROWS = 4_000;

export interface Side {
  name: string;
  lines: readonly string[];
  /** Renders the number of a line. */
  number: (line: number) => ReactNode;
}

export function CompareTable({ rows, left, right, isBeside }: { rows: readonly CompareRow[]; left: Side; right: Side; isBeside: boolean }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const stretches = useMemo(() => foldRows(rows), [rows]);
  const columns = isBeside ? 4 : 3;
  let shown = 0;
  const body = stretches.map(({ isFolded, from, to }) => {
    if (isFolded && !unfolded.has(from)) {
      return (
        <tr key={from}>
          <td colSpan={columns} className={styles.fold}>
            <button type="button" onClick={() => setUnfolded(new Set([...unfolded, from]))}>
              {messages.folded(to - from)}
            </button>
          </td>
        </tr>
      );
    }
    const room = Math.max(0, MAX_SHOWN_ROWS - shown);
    shown += to - from;
    const Row = isBeside ? BesideRow : UnifiedRow;
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a comparison never move
    return rows.slice(from, Math.min(to, from + room)).map((row, index) => <Row key={from + index} row={row} left={left} right={right} />);
  });
  return (
    <>
      <table className={`${styles.table} ${isBeside ? styles.beside : ''}`} aria-label={messages.table} translate="no">
        {/* The first row may be a single cell, so the columns are declared here. */}
        <colgroup>
          <col className={styles.numbers} />
          {isBeside ? <col /> : null}
          <col className={styles.numbers} />
          <col />
        </colgroup>
        <tbody>{body}</tbody>
      </table>
      {shown > MAX_SHOWN_ROWS ? <p className={styles.note}>{messages.more(MAX_SHOWN_ROWS)}</p> : null}
    </>
  );
}

interface RowProps {
  row: CompareRow;
  left: Side;
  right: Side;
}

function BesideRow({ row, left, right }: RowProps) {
  return (
    <tr>
      <Half side={left} line={row.left} kind={row.isSame ? null : 'removed'} parts={row.parts?.left} />
      <Half side={right} line={row.right} kind={row.isSame ? null : 'added'} parts={row.parts?.right} />
    </tr>
  );
}

function Half({ side, line, kind, parts }: { side: Side; line: number | null } & Pick<CodeProps, 'kind' | 'parts'>) {
  if (line === null) return <td colSpan={2} className={styles.nothing} />;
  return (
    <>
      <LineNumber side={side} line={line} kind={kind} />
      <Code text={side.lines[line - 1] ?? ''} kind={kind} parts={parts} />
    </>
  );
}

/** A changed line is two rows of the table. */
function UnifiedRow({ row, left, right }: RowProps) {
  const line = (kind: Kind | null) => {
    const [text, side] = kind === 'removed' ? ([left, 'left'] as const) : ([right, 'right'] as const);
    return (
      <tr key={kind}>
        <LineNumber side={left} line={kind === 'added' ? null : row.left} kind={kind} />
        <LineNumber side={right} line={kind === 'removed' ? null : row.right} kind={kind} />
        <Code text={text.lines[(row[side] ?? 0) - 1] ?? ''} kind={kind} parts={row.parts?.[side]} />
      </tr>
    );
  };
  if (row.isSame) return line(null);
  return [row.left === null ? null : line('removed'), row.right === null ? null : line('added')];
}

function LineNumber({ side, line, kind }: { side: Side; line: number | null; kind: Kind | null }) {
  return (
    <td className={styles.number} data-kind={kind ?? undefined}>
      {line === null ? null : side.number(line)}
    </td>
  );
}

type Kind = 'removed' | 'added';

/** Makes hidden characters visible: nobody would see this difference. */
const visible = (text: string) => text.replaceAll('\r', '␍').replace(HIDDEN_CHARACTERS.code, hiddenLabel);

interface CodeProps {
  text: string;
  kind: Kind | null;
  parts: readonly Part[] | undefined;
}

function Code({ text, kind, parts }: CodeProps) {
  const Changed = kind === 'added' ? 'ins' : 'del';
  const show = kind === null ? (part: string) => part : visible;
  const content =
    parts === undefined
      ? show(text)
      : parts.map(([part, isChanged], index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move
          return isChanged ? <Changed key={index}>{show(part)}</Changed> : show(part);
        });
  return (
    <td className={styles.code} data-kind={kind ?? undefined}>
      {kind ? <span className="visually-hidden">{messages.signs[kind]}: </span> : null}
      {content}
    </td>
  );
}

/** Equal lines shown before and after a change. */
const AROUND = 3;
/** Equal lines that are folded at least; fewer are not worth a button. */
const FOLD_MIN_LINES = 6;

/** Rows that are shown, or equal lines behind a button. `from` and `to` are indexes of rows; `to` is not included. */
interface Stretch {
  isFolded: boolean;
  from: number;
  to: number;
}

export function foldRows(rows: readonly CompareRow[]): Stretch[] {
  const stretches: Stretch[] = [];
  let shownFrom = 0;
  const add = (isFolded: boolean, from: number, to: number) => {
    if (to > from) stretches.push({ isFolded, from, to });
  };
  for (let begin = 0, end = 0; begin < rows.length; begin = end) {
    const { isSame } = rows[begin] as CompareRow;
    while (rows[end]?.isSame === isSame) end++;
    // At the beginning and end of the text, no change needs lines around it.
    const from = begin === 0 ? begin : begin + AROUND;
    const to = end === rows.length ? end : end - AROUND;
    if (!isSame || to - from < FOLD_MIN_LINES) continue;
    add(false, shownFrom, from);
    add(true, from, to);
    shownFrom = to;
  }
  add(false, shownFrom, rows.length);
  return stretches;
}
