/** Extracts the text of a rendered article for the search: its text nodes in order, with a line break between blocks. */
import { rangeOf } from '../text/highlights';

const BLOCKS = 'p, h2, h3, h4, h5, h6, li, pre, td, th, blockquote, hr';

/** @returns each text node, and whether it begins another block */
function* textsIn(article: Element): Generator<{ node: Text; isApart: boolean }> {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  let block: Element | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const around = node.parentElement?.closest(BLOCKS) ?? null;
    yield { node, isApart: block !== null && around !== block };
    block = around;
  }
}

export function textIn(article: Element): string {
  let text = '';
  for (const { node, isApart } of textsIn(article)) text += (isApart ? '\n' : '') + node.data;
  return text;
}

/** @param offsets pairs of begin and end in `textIn`, ascending */
export function rangesIn(article: Element, offsets: readonly number[]): Range[] {
  const ranges: Range[] = [];
  let next = 0;
  let begun: Range | null = null;
  let start = 0;
  for (const { node, isApart } of textsIn(article)) {
    if (isApart) start++;
    const end = start + node.length;
    while (next < offsets.length && (offsets[next] as number) < end) {
      const from = offsets[next] as number;
      const to = offsets[next + 1] as number;
      begun ??= rangeOf(node, Math.max(0, from - start), node.length);
      if (to > end) break;
      begun.setEnd(node, Math.max(0, to - start));
      ranges.push(begun);
      begun = null;
      next += 2;
    }
    start = end;
  }
  return ranges;
}
