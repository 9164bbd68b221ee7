/** Decides which rows of a comparison are shown: the changes and a few lines around them. */
import type { CompareRow } from './compare-rows';

/** Equal lines shown before and after a change. */
const AROUND = 3;
/** Equal lines that are folded at least; fewer are not worth a button. */
const FOLD_MIN_LINES = 6;

/** Rows that are shown, or equal lines behind a button. `from` and `to` are indexes of rows; `to` is not included. */
export interface Stretch {
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
