/** Paints the worker's tokens in the order in which they arrive, `MAX_PAINTED` at most. */
import { KINDS, MAX_PAINTED, TOKEN_NUMBERS, type Tokens } from './colour-kinds';
import { isSupported, rangeIn } from './highlights';

const CODE_LOOKS = KINDS.map((kind) => `code-${kind}`);

interface Painter {
  /** @param lineOf the node that holds a line's text */
  paint(tokens: Tokens, lineOf: (line: number) => Node | undefined): void;
  clear(): void;
}

/** @param looks names of highlights, in the order of the tokens' numbers */
export function createPainter(looks: readonly string[] = CODE_LOOKS): Painter {
  if (!isSupported()) return { paint: () => {}, clear: () => {} };
  const highlights = looks.map(() => new Highlight());
  const forced = matchMedia('(forced-colors: active)');
  const hide = () => {
    for (const look of looks) CSS.highlights.delete(look);
  };
  // In forced colours, which may be switched on at any time, every painted token would look selected.
  const show = () => {
    if (forced.matches) hide();
    else for (const [index, look] of looks.entries()) CSS.highlights.set(look, highlights[index] as Highlight);
  };
  show();
  forced.addEventListener('change', show);
  let painted = 0;
  return {
    paint(tokens, lineOf) {
      for (let at = 0; at < tokens.length && painted < MAX_PAINTED; at += TOKEN_NUMBERS) {
        const [line, start, end, kind] = tokens.subarray(at, at + TOKEN_NUMBERS) as unknown as [number, number, number, number];
        const range = rangeIn(lineOf(line), start, end);
        if (!range) continue;
        highlights[kind]?.add(range);
        painted++;
      }
    },
    clear() {
      forced.removeEventListener('change', show);
      hide();
    },
  };
}
