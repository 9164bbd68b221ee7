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
  const isSame = row.kind === 'same';
  return (
    <tr>
      <Half side={left} line={leftOf(row)} kind={isSame ? null : 'removed'} parts={partsOf(row, 'left')} />
      <Half side={right} line={rightOf(row)} kind={isSame ? null : 'added'} parts={partsOf(row, 'right')} />
    </tr>
  );
}

function Half({ side, line, kind, parts }: { side: Side; line: number | null; kind: Kind | null; parts: readonly Part[] | null }) {
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
  const [from, to] = [leftOf(row), rightOf(row)];
  const kinds: readonly (Kind | null)[] = row.kind === 'same' ? [null] : KINDS.filter((kind) => (kind === 'removed' ? from : to) !== null);
  return kinds.map((kind) => {
    const [side, line] = kind === 'removed' ? ([left, from] as const) : ([right, to] as const);
    return (
      <tr key={kind}>
        <LineNumber side={left} line={kind === 'added' ? null : from} kind={kind} />
        <LineNumber side={right} line={kind === 'removed' ? null : to} kind={kind} />
        <Code text={side.lines[(line ?? 0) - 1] ?? ''} kind={kind} parts={partsOf(row, kind === 'removed' ? 'left' : 'right')} />
      </tr>
    );
  });
}

function LineNumber({ side, line, kind }: { side: Side; line: number | null; kind: Kind | null }) {
  return (
    <td className={styles.number} data-kind={kind ?? undefined}>
      {line === null ? null : side.number(line)}
    </td>
  );
}

const KINDS = ['removed', 'added'] as const;
type Kind = (typeof KINDS)[number];

const leftOf = (row: CompareRow) => ('left' in row ? row.left : null);
const rightOf = (row: CompareRow) => ('right' in row ? row.right : null);
const partsOf = (row: CompareRow, side: 'left' | 'right') => (row.kind === 'changed' ? (row.parts?.[side] ?? null) : null);

/** Makes hidden characters visible: nobody would see this difference. */
const visible = (text: string) => text.replaceAll('\r', '␍').replace(HIDDEN_CHARACTERS.code, hiddenLabel);

function Code({ text, kind, parts }: { text: string; kind: Kind | null; parts: readonly Part[] | null }) {
  const Changed = kind === 'added' ? 'ins' : 'del';
  const show = kind === null ? (part: string) => part : visible;
  const content =
    parts === null
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
  let at = 0;
  while (at < rows.length) {
    if (rows[at]?.kind !== 'same') {
      at++;
      continue;
    }
    let end = at;
    while (rows[end]?.kind === 'same') end++;
    // At the beginning and end of the text, no change needs lines around it.
    const from = at === 0 ? at : at + AROUND;
    const to = end === rows.length ? end : end - AROUND;
    if (to - from >= FOLD_MIN_LINES) {
      if (from > shownFrom) stretches.push({ isFolded: false, from: shownFrom, to: from });
      stretches.push({ isFolded: true, from, to });
      shownFrom = to;
    }
    at = end;
  }
  if (shownFrom < rows.length) stretches.push({ isFolded: false, from: shownFrom, to: rows.length });
  return stretches;
}
