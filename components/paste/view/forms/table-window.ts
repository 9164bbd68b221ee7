/** Decides which rows and columns of a table are in view. Pure. */

export const ROW_PIXELS = 28;
/** Browsers lay out at most some 17 million pixels. Above this height, scrolling moves faster than the rows. */
const MAX_HEIGHT = 15_000_000;
/** Rows and columns rendered beyond the edges, so that scrolling shows no gap. */
const BEYOND = 6;

export interface Span {
  from: number;
  /** Not included. */
  to: number;
}

export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** The height of all rows in the page. */
export const heightOf = (rows: number): number => Math.min(rows * ROW_PIXELS, MAX_HEIGHT);

/** Pixels of rows for each pixel of scrolling. */
function paceOf(rows: number, viewHeight: number): number {
  const height = heightOf(rows);
  return height <= viewHeight ? 1 : (rows * ROW_PIXELS - viewHeight) / (height - viewHeight);
}

/** @returns the rows in view, and where the first of them begins in the page */
export function rowsInView(rows: number, { top, height }: Box): Span & { begin: number } {
  const at = top * paceOf(rows, height);
  const from = Math.max(0, Math.min(rows, Math.floor(at / ROW_PIXELS)) - BEYOND);
  const to = Math.min(rows, Math.ceil((at + height) / ROW_PIXELS) + BEYOND);
  return { from, to, begin: Math.max(0, top - (at - from * ROW_PIXELS)) };
}

/** @returns the scroll position that has a row in the middle */
export function topOfRow(row: number, rows: number, viewHeight: number): number {
  return Math.max(0, (row * ROW_PIXELS - (viewHeight - ROW_PIXELS) / 2) / paceOf(rows, viewHeight));
}

/** @param edges where each column begins, and where the last ends */
export function columnsInView(edges: Float64Array, { left, width }: Box): Span {
  const columns = edges.length - 1;
  const from = Math.max(0, lastAtMost(edges, left) - BEYOND);
  return { from, to: Math.min(columns, lastAtMost(edges, left + width) + 1 + BEYOND) };
}

/** Binary search in ascending numbers. @returns the last index whose number is at most `value`; 0 when there is none */
export function lastAtMost(numbers: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
