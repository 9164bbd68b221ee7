/** Computes what Tab changes in a text area, from its text and selection. Pure. */

const INDENT = '  ';

/** Replace the characters `from`…`to` by `text`, then select `selection`. */
interface Replacement {
  from: number;
  to: number;
  text: string;
  selection: readonly [start: number, end: number];
}

/** Inserts an indent at the selection; indents every line when the selection spans several. */
export function indent(value: string, start: number, end: number): Replacement {
  if (!value.slice(start, end).includes('\n')) {
    const at = start + INDENT.length;
    return { from: start, to: end, text: INDENT, selection: [at, at] };
  }
  return replaceLines(value, start, end, (line) => (line === '' ? line : INDENT + line));
}

/** Removes an indent, or a tab, from the beginning of each selected line. */
export function outdent(value: string, start: number, end: number): Replacement {
  return replaceLines(value, start, end, (line) => line.replace(/^(?:\t| {1,2})/, ''));
}

function replaceLines(value: string, start: number, end: number, change: (line: string) => string): Replacement {
  const from = value.lastIndexOf('\n', start - 1) + 1;
  // A selection that ends at the beginning of a line doesn't mean that line.
  const last = end > start && value[end - 1] === '\n' ? end - 1 : end;
  const next = value.indexOf('\n', last);
  const to = next < 0 ? value.length : next;
  const lines = value.slice(from, to).split('\n');
  const changed = lines.map(change);
  const text = changed.join('\n');
  if (lines.length > 1) return { from, to, text, selection: [from, from + text.length] };
  const at = Math.max(from, start + text.length - (to - from));
  return { from, to, text, selection: [at, at] };
}
