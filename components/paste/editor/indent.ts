/** Tab in a text area: what it changes, computed from text and selection, and when it leaves the field. */
import { type KeyboardEvent, useRef } from 'react';
import { isComposing } from '#components/ui/is-composing';

const BLANKS = '  ';

/** Make reads only a tab as the beginning of a recipe, tabs separate the cells of a table, and gofmt writes them. */
const TABBED: ReadonlySet<string> = new Set(['make', 'tsv', 'go']);

export const indentOf = (language: string): string => (TABBED.has(language) ? '\t' : BLANKS);

/** Replace the characters `from`…`to` by `text`, then select `selection`. */
interface Replacement {
  from: number;
  to: number;
  text: string;
  selection: readonly [start: number, end: number];
}

/** Inserts an indent at the selection; indents every line when the selection spans several. */
export function indent(value: string, start: number, end: number, one = BLANKS): Replacement {
  if (!value.slice(start, end).includes('\n')) {
    const at = start + one.length;
    return { from: start, to: end, text: one, selection: [at, at] };
  }
  return replaceLines(value, start, end, (line) => (line === '' ? line : one + line));
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

/**
 * Tab indents in a text area that has a text; Escape lets the next Tab leave it. In an empty one Tab leaves at once.
 * @param language of the text, which decides whether an indent is a tab
 * @param onChange receives the whole text where the browser fires no input event itself
 */
export function useTabIndents(language: string, onChange: (text: string) => void) {
  const isFree = useRef(false);

  return function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const field = event.currentTarget;
    if (event.key === 'Escape') {
      isFree.current = true;
      return;
    }
    // Pressing Shift may be the beginning of Shift Tab.
    if (event.key === 'Shift') return;
    const mayLeave = isFree.current;
    isFree.current = false;
    if (event.key !== 'Tab' || event.ctrlKey || event.metaKey || event.altKey || isComposing(event.nativeEvent)) return;
    if (mayLeave || field.readOnly || field.value === '') return;
    event.preventDefault();
    const change = event.shiftKey ? outdent : indent;
    const { from, to, text, selection } = change(field.value, field.selectionStart, field.selectionEnd, indentOf(language));
    field.setSelectionRange(from, to);
    // Keeps the browser's undo, and says that there was input.
    if (!document.execCommand?.('insertText', false, text)) {
      field.setRangeText(text);
      onChange(field.value);
    }
    field.setSelectionRange(...selection);
  };
}
