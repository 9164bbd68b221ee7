/** The CSS Custom Highlight API: colours text without changing the document. Browsers without it show plain text. */

export const isSupported = () => typeof Highlight !== 'undefined';

/** @param current the index of the current match */
export function paintMatches(ranges: readonly Range[], current: number): () => void {
  if (!isSupported()) return () => {};
  const found = ranges[current];
  CSS.highlights.set('match', new Highlight(...ranges));
  const marked = new Highlight(...(found ? [found] : []));
  marked.priority = 1;
  CSS.highlights.set('match-current', marked);
  return () => {
    CSS.highlights.delete('match');
    CSS.highlights.delete('match-current');
  };
}

/** Asks for a line that may be folded. */
export function reveal(element: Element | null | undefined): void {
  element?.dispatchEvent(new Event('reveal', { bubbles: true }));
}

const BLOCKS = 'p, h2, h3, h4, h5, h6, li, pre, td, th, blockquote, hr';

/** The numbers of a table's rows, which aren't of the text. */
const isRowNumber = (node: Node) => node.parentElement?.matches('th[scope="row"]') ?? false;

/** @returns each text node in order, with where it begins in `textIn`: a line break stands between blocks */
function* textsIn(root: Node): Generator<{ node: Text; start: number; isApart: boolean }> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    isRowNumber(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  let block: Element | null = null;
  let start = 0;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const around = node.parentElement?.closest(BLOCKS) ?? null;
    const isApart = block !== null && around !== block;
    start += isApart ? 1 : 0;
    yield { node, start, isApart };
    start += node.length;
    block = around;
  }
}

/** Extracts the text of rendered elements for the search. */
export function textIn(root: Node): string {
  let text = '';
  for (const { node, isApart } of textsIn(root)) text += (isApart ? '\n' : '') + node.data;
  return text;
}

/** @param offsets pairs of begin and end in `textIn`, ascending */
export function rangesIn(root: Node, offsets: readonly number[]): Range[] {
  const ranges: Range[] = [];
  let next = 0;
  let begun: Range | null = null;
  for (const { node, start } of textsIn(root)) {
    const end = start + node.length;
    while (next < offsets.length && (offsets[next] as number) < end) {
      const from = offsets[next] as number;
      const to = offsets[next + 1] as number;
      begun ??= rangeOf(node, Math.max(0, from - start));
      if (to > end) break;
      begun.setEnd(node, Math.max(0, to - start));
      ranges.push(begun);
      begun = null;
      next += 2;
    }
  }
  return ranges;
}

function rangeOf(node: Text, start: number): Range {
  const range = new Range();
  range.setStart(node, start);
  range.setEnd(node, node.length);
  return range;
}

/** The range in a line, whose text stands in one node, or in several where hidden characters are marked. @returns null for a line that has no such place */
export function rangeIn(line: Node | undefined, start: number, end: number): Range | null {
  let range: Range | null = null;
  let before = 0;
  for (const node of line ? nodesIn(line) : []) {
    if (!range && start <= before + node.length) range = rangeOf(node, start - before);
    if (end <= before + node.length) {
      range?.setEnd(node, end - before);
      return range;
    }
    before += node.length;
  }
  return null;
}

function* nodesIn(node: Node): Generator<Text> {
  if (node instanceof Text) yield node;
  else for (const child of node.childNodes) yield* nodesIn(child);
}
