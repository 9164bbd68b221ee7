/** Paints the worker's tokens in the order in which they arrive, `MAX_PAINTED` at most. */
import { KINDS, MAX_PAINTED, TOKEN_NUMBERS, type Tokens } from './colour-kinds';
import { isSupported, rangeOf } from './highlights';

const CODE_LOOKS = KINDS.map((kind) => `code-${kind}`);

interface Painter {
  paint(tokens: Tokens, nodeOf: (line: number) => Text | null): void;
  clear(): void;
}

/** @param looks names of highlights, in the order of the tokens' numbers */
export function createPainter(looks: readonly string[] = CODE_LOOKS): Painter {
  // In forced colours, every painted token would look selected.
  if (!isSupported() || matchMedia('(forced-colors: active)').matches) return { paint: () => {}, clear: () => {} };
  const highlights = looks.map((look) => {
    const highlight = new Highlight();
    CSS.highlights.set(look, highlight);
    return highlight;
  });
  let painted = 0;
  return {
    paint(tokens, nodeOf) {
      for (let at = 0; at < tokens.length && painted < MAX_PAINTED; at += TOKEN_NUMBERS) {
        const [line, start, end, kind] = tokens.subarray(at, at + TOKEN_NUMBERS) as unknown as [number, number, number, number];
        const node = nodeOf(line);
        if (!node) continue;
        highlights[kind]?.add(rangeOf(node, start, end));
        painted++;
      }
    },
    clear() {
      for (const look of looks) CSS.highlights.delete(look);
    },
  };
}
