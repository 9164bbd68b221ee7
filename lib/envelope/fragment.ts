/** A link's fragment: the key of an encrypted paste, a file and a range of lines, each optional: `#<key>&F2&L12-L30`. */

/** A range of lines, counted from one, both ends included. */
export interface LineRange {
  first: number;
  last: number;
}

export interface Fragment {
  /** The key's text, in whatever form; null when there is none. */
  key: string | null;
  lines: LineRange | null;
  /** Number of a file of the paste, counted from one; the lines are this file's. Absent: the paste's own text. */
  file?: number | undefined;
}

const FILE = /^F([1-9]\d?)$/;
const LINES = /^L([1-9]\d{0,8})(?:-L?([1-9]\d{0,8}))?$/;

/** @param hash with or without its `#` */
export function parseFragment(hash: string): Fragment {
  let key: string | null = null;
  let lines: LineRange | null = null;
  let file: number | undefined;
  for (const part of hash.replace(/^#/, '').split('&')) {
    const range = parseLines(part);
    const number = FILE.exec(part)?.[1];
    if (range) lines = range;
    else if (number) file = Number(number);
    else if (part !== '') key ??= part;
  }
  return { key, lines, file };
}

/** @returns the fragment with its `#`; empty when it has no parts */
export function formatFragment({ key, lines, file }: Fragment): string {
  const parts = [key, file && `F${file}`, lines && formatLines(lines)].filter(Boolean);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

function formatLines({ first, last }: LineRange): string {
  return first === last ? `L${first}` : `L${first}-L${last}`;
}

/** Extends a range to a line that was clicked with shift, above or below it. */
export function extendRange(from: LineRange | null, to: number): LineRange {
  if (!from) return { first: to, last: to };
  return to < from.first ? { first: to, last: from.last } : { first: from.first, last: to };
}

function parseLines(text: string): LineRange | null {
  const match = LINES.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  const last = Number(match[2] ?? first);
  return first <= last ? { first, last } : { first: last, last: first };
}
