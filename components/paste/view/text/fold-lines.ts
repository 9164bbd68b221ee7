/**
 * Folds blocks of a text whose lines are elements: a line, and the lines below it that are indented deeper. The text stays in
 * the document: it is found, and copied whole. Lines count from 0.
 */
import { foldMessages as messages } from '#components/messages/fold';
import { isTyping } from '#components/ui/use-shortcuts';
import { replaceCopies } from './exact-copy';

const TAB_COLUMNS = 4;
/** Deeper indents count as this one: a line may have megabytes of spaces. */
const MAX_COLUMNS = 400;

/** Languages whose indents mean nothing, or that are shown in another way. */
const NOT_FOLDED: ReadonlySet<string> = new Set(['plaintext', 'markdown', 'csv', 'tsv', 'diff', 'log']);

const isPlainKey = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => !altKey && !ctrlKey && !metaKey;

/** @param signal removes the buttons and unfolds everything */
export function foldLines(code: Element, lines: readonly string[], language: string, signal: AbortSignal): void {
  if (NOT_FOLDED.has(language)) return;
  const elements = code.children;
  const folds = foldsOf(lines);
  const closed = new Set<number>();
  const buttons = new Map<number, HTMLButtonElement>();

  function show(): void {
    for (const element of elements) element.removeAttribute('data-folded');
    for (const line of closed) {
      for (let hidden = line + 1; hidden <= (folds.get(line) as number); hidden++) elements[hidden]?.setAttribute('data-folded', '');
    }
    for (const [line, button] of buttons) button.ariaExpanded = String(!closed.has(line));
  }

  /** The arrows lead to the other buttons that are seen; one of all is in the order of Tab. */
  function move(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !isPlainKey(event)) return;
    event.preventDefault();
    const seen = [...buttons.values()].filter(({ parentElement }) => !parentElement?.hasAttribute('data-folded'));
    const next = seen[seen.indexOf(event.currentTarget as HTMLButtonElement) + step];
    if (!next) return;
    for (const button of seen) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }

  for (const [line, last] of folds) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'fold';
    button.tabIndex = buttons.size === 0 ? 0 : -1;
    button.ariaLabel = last === line + 1 ? messages.line(last + 1) : messages.lines({ first: line + 2, last: last + 1 });
    button.addEventListener('keydown', move);
    button.addEventListener('click', (event) => {
      // The text would take the click for one on the line's number.
      event.stopPropagation();
      if (!closed.delete(line)) closed.add(line);
      show();
    });
    buttons.set(line, button);
    elements[line]?.prepend(button);
  }
  show();

  function reveal({ target }: Event): void {
    const index = [...elements].indexOf((target as Element).closest('[id^="L"]') as Element);
    for (const line of [...closed]) if (line < index && index <= (folds.get(line) as number)) closed.delete(line);
    show();
  }

  /** Folds the outermost blocks; when something is folded, unfolds everything. */
  function toggleAll(event: KeyboardEvent): void {
    if (event.key !== 'f' || !isPlainKey(event) || event.defaultPrevented || isTyping(event.target)) return;
    const wanted = closed.size > 0 ? [] : outerFolds(folds, lines.length);
    closed.clear();
    for (const [line] of wanted) closed.add(line);
    show();
  }

  /** The browser leaves out lines that aren't displayed, also when the selection begins outside of the text. */
  const endCopies = replaceCopies(() => {
    const range = closed.size > 0 && getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : null;
    return range?.intersectsNode(code) ? range.toString() : null;
  });

  code.addEventListener('reveal', reveal, { signal });
  document.addEventListener('keydown', toggleAll, { signal });
  signal.addEventListener('abort', () => {
    closed.clear();
    endCopies();
    show();
    for (const button of buttons.values()) button.remove();
  });
}

/** @returns the columns before the text; -1 for an empty line, which belongs to the block around it */
export function indentOf(line: string): number {
  let columns = 0;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (sign === '\t') columns += TAB_COLUMNS;
    else if (sign === ' ') columns += 1;
    else return sign === '\r' ? -1 : columns;
    if (columns > MAX_COLUMNS) return columns;
  }
  return -1;
}

/** @returns the last hidden line of each line that can be folded, from the top */
export function foldsOf(lines: readonly string[]): ReadonlyMap<number, number> {
  const folds = new Map<number, number>();
  const open: { line: number; indent: number }[] = [];
  let lastFull = -1;

  function close(indent: number): void {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const { line } = open.pop() as { line: number };
      if (lastFull > line) folds.set(line, lastFull);
    }
  }

  for (const [line, text] of lines.entries()) {
    const indent = indentOf(text);
    if (indent < 0) continue;
    close(indent);
    open.push({ line, indent });
    lastFull = line;
  }
  close(0);
  return new Map([...folds].sort(([a], [b]) => a - b));
}

/** @returns the outermost folds; if one block holds nearly all, as in JSON, those in that block */
export function outerFolds(folds: ReadonlyMap<number, number>, lineCount: number): [line: number, last: number][] {
  const outermost = (from: number) => {
    const found: [number, number][] = [];
    for (const fold of folds) if (fold[0] >= from && fold[0] > (found.at(-1)?.[1] ?? -1)) found.push(fold);
    return found;
  };
  const all = outermost(0);
  const [only] = all;
  return only && all.length === 1 && only[1] - only[0] > lineCount / 2 ? outermost(only[0] + 1) : all;
}
