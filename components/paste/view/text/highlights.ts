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

/** The place of a character in a line, whose text stands in one node, or in several where hidden characters are marked. */
export function placeIn(line: Node | undefined, offset: number): readonly [node: Text, offset: number] | null {
  let before = 0;
  let last: Text | null = null;
  for (last of line ? textsOf(line) : []) {
    if (offset <= before + last.length) return [last, offset - before];
    before += last.length;
  }
  return last && [last, last.length];
}

function* textsOf(node: Node): Generator<Text> {
  if (node instanceof Text) yield node;
  else for (const child of node.childNodes) yield* textsOf(child);
}

/** @returns null for a line without text */
export function rangeIn(line: Node | undefined, start: number, end: number): Range | null {
  const [from, to] = [placeIn(line, start), placeIn(line, end)];
  if (!from || !to) return null;
  const range = new Range();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

export function rangeOf(node: Text, start: number, end: number): Range {
  const range = new Range();
  range.setStart(node, Math.min(start, node.length));
  range.setEnd(node, Math.min(end, node.length));
  return range;
}
