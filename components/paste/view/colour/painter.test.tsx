import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_PAINTED, type Tokens } from './colour-kinds';
import { createPainter } from './painter';

/** A line whose every character has a look of its own. */
const LINE = 'x'.repeat(MAX_PAINTED + 10);
const TOKENS: Tokens = Uint32Array.from(Array.from(LINE, (_, at) => [0, at, at + 1, at % 2]).flat());
const LOOKS = ['ansi-0', 'ansi-1'];

beforeEach(() => {
  vi.stubGlobal('Highlight', class extends Set<Range> {});
  vi.stubGlobal('CSS', { highlights: new Map<string, Set<Range>>() });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => vi.unstubAllGlobals());

it('a painter makes so many pieces and no more, however many calls they come in', () => {
  const painter = createPainter(LOOKS);
  const node = document.createTextNode(LINE);
  const half = Math.floor(TOKENS.length / 8) * 4;
  for (const tokens of [TOKENS.subarray(0, half), TOKENS.subarray(half)]) painter.paint(tokens, () => node);
  const highlights = [...(CSS.highlights as unknown as Map<string, Set<Range>>).values()];
  expect(highlights.reduce((sum, { size }) => sum + size, 0)).toBe(MAX_PAINTED);
});
