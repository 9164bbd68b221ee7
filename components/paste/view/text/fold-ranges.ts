/** Finds what can be folded: a line, and the lines below it that are indented deeper. Lines count from 0. */
import { foldMessages as messages } from '#components/messages/fold';

const TAB_COLUMNS = 4;
/** Deeper indents count as this one: a line may have megabytes of spaces. */
const MAX_COLUMNS = 400;

/** Languages whose indents mean nothing, or that are shown in another way. */
const NOT_FOLDED: ReadonlySet<string> = new Set(['plaintext', 'markdown', 'csv', 'tsv', 'diff', 'log']);

export const isFolded = (language: string): boolean => !NOT_FOLDED.has(language);

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

/** Names the lines that folding hides, by the numbers that people see. @param line the line above them @param last the last one */
export const nameOfFold = (line: number, last: number): string =>
  last === line + 1 ? messages.line(last + 1) : messages.lines({ first: line + 2, last: last + 1 });

/** @returns the last hidden line of each line that can be folded */
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
  return folds;
}

/** @returns the outermost folds; if one block holds nearly all, as in JSON, those in that block */
export function outerFolds(folds: ReadonlyMap<number, number>, lineCount: number): [line: number, last: number][] {
  const ascending = [...folds].sort(([a], [b]) => a - b);
  const outermost = (from: number) => {
    const found: [number, number][] = [];
    for (const fold of ascending) if (fold[0] >= from && fold[0] > (found.at(-1)?.[1] ?? -1)) found.push(fold);
    return found;
  };
  const all = outermost(0);
  const [only] = all;
  return only && all.length === 1 && only[1] - only[0] > lineCount / 2 ? outermost(only[0] + 1) : all;
}

/** The keys of a button that folds: the arrows lead to the other buttons, of which one is in the order of Tab. */
export function moveAmong(buttons: readonly HTMLButtonElement[], event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = buttons[buttons.indexOf(event.currentTarget as HTMLButtonElement) + step];
  if (!next) return;
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}
