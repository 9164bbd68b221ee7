/**
 * Folds blocks of a text whose lines are elements. The text stays in the document: it is found, and copied whole.
 */
import { isTyping } from '#components/ui/use-shortcuts';
import { replaceCopies } from './exact-copy';
import { foldsOf, isFolded, moveAmong, nameOfFold, outerFolds } from './fold-ranges';

/** @param signal removes the buttons and unfolds everything */
export function foldLines(code: Element, lines: readonly string[], language: string, signal: AbortSignal): void {
  if (!isFolded(language)) return;
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

  function toggle(line: number): void {
    if (!closed.delete(line)) closed.add(line);
    show();
  }

  const seen = () => [...buttons.values()].filter(({ parentElement }) => !parentElement?.hasAttribute('data-folded'));

  for (const [line, last] of [...folds].sort(([a], [b]) => a - b)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'fold';
    button.tabIndex = buttons.size === 0 ? 0 : -1;
    button.ariaLabel = nameOfFold(line, last);
    button.addEventListener('keydown', (event) => moveAmong(seen(), event));
    button.addEventListener('click', (event) => {
      // The text would take the click for one on the line's number.
      event.stopPropagation();
      toggle(line);
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
    if (event.key !== 'f' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return;
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
