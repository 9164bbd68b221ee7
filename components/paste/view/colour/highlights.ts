/** The CSS Custom Highlight API: colours text without changing the document. Browsers without it show plain text. */
import { KINDS, TOKEN_NUMBERS, type Tokens } from './colour.kinds';

export interface Painter {
  paint(tokens: Tokens, nodeOf: (line: number) => Text | null): void;
  clear(): void;
}

const isSupported = () => typeof Highlight !== 'undefined';

export function createPainter(): Painter {
  // With colours of the reader's own every piece would look selected.
  if (!isSupported() || matchMedia('(forced-colors: active)').matches) return { paint: () => {}, clear: () => {} };
  const highlights = KINDS.map((kind) => {
    const highlight = new Highlight();
    CSS.highlights.set(`code-${kind}`, highlight);
    return highlight;
  });
  return {
    paint(tokens, nodeOf) {
      for (let at = 0; at < tokens.length; at += TOKEN_NUMBERS) {
        const [line, start, end, kind] = tokens.subarray(at, at + TOKEN_NUMBERS) as unknown as [number, number, number, number];
        const node = nodeOf(line);
        if (node) highlights[kind]?.add(rangeOf(node, start, end));
      }
    },
    clear() {
      for (const kind of KINDS) CSS.highlights.delete(`code-${kind}`);
    },
  };
}

/** @param current its place among the ranges */
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

export function rangeOf(node: Text, start: number, end: number): Range {
  const range = new Range();
  range.setStart(node, Math.min(start, node.length));
  range.setEnd(node, Math.min(end, node.length));
  return range;
}
