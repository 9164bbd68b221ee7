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

/** The text node of an element that has only one. */
export const textOf = (element: Element | undefined): Text | null => (element?.firstChild as Text | null | undefined) ?? null;

export function rangeOf(node: Text, start: number, end: number): Range {
  const range = new Range();
  range.setStart(node, Math.min(start, node.length));
  range.setEnd(node, Math.min(end, node.length));
  return range;
}
