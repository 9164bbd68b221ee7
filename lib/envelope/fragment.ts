/** What stands behind `#`: the key of an encrypted paste, a range of lines, or both: `#<key>&L12-L30`. */

/** One-based, both included. */
export interface LineRange {
  first: number;
  last: number;
}

export interface Fragment {
  /** As it stands there, whatever its form; null when there is none. */
  key: string | null;
  lines: LineRange | null;
}

const LINES = /^L([1-9]\d{0,8})(?:-L?([1-9]\d{0,8}))?$/;

/** @param hash with or without its `#` */
export function parseFragment(hash: string): Fragment {
  let key: string | null = null;
  let lines: LineRange | null = null;
  for (const part of hash.replace(/^#/, '').split('&')) {
    const range = parseLines(part);
    if (range) lines = range;
    else if (part !== '') key ??= part;
  }
  return { key, lines };
}

/** @returns with its `#`; empty when there is nothing to say */
export function formatFragment({ key, lines }: Fragment): string {
  const parts = [key, lines && formatLines(lines)].filter(Boolean);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

function formatLines({ first, last }: LineRange): string {
  return first === last ? `L${first}` : `L${first}-L${last}`;
}

/** From the line that was chosen first to the one that was clicked with shift, whichever stands higher. */
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
