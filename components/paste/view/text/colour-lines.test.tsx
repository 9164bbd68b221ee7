import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_PAINTED, type Tokens } from './colour-kinds';
import { createPainter } from './colour-lines';

/** A line whose every character has a look of its own. */
const LINE = 'x'.repeat(MAX_PAINTED + 10);
const TOKENS: Tokens = Uint32Array.from(Array.from(LINE, (_, at) => [0, at, at + 1, at % 2]).flat());
const LOOKS = ['ansi-0', 'ansi-1'];

let forced: EventTarget & { matches: boolean };

beforeEach(() => {
  vi.stubGlobal('Highlight', class extends Set<Range> {});
  vi.stubGlobal('CSS', { highlights: new Map<string, Set<Range>>() });
  forced = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => forced);
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

it('colours go while forced colours are switched on, and come back', () => {
  const painter = createPainter(LOOKS);
  const node = document.createTextNode('ab');
  const force = (matches: boolean) => Object.assign(forced, { matches }).dispatchEvent(new Event('change'));
  force(true);
  expect(CSS.highlights.size).toBe(0);
  painter.paint(Uint32Array.of(0, 0, 2, 0), () => node);
  expect(CSS.highlights.size).toBe(0);
  force(false);
  expect(CSS.highlights.get('ansi-0')?.size).toBe(1);
  painter.clear();
  force(false);
  expect(CSS.highlights.size).toBe(0);
});

it('a line whose hidden characters are marked is painted at its characters', () => {
  const line = document.createElement('span');
  line.innerHTML = 'ab<span>\u200b</span>cd';
  createPainter(LOOKS).paint(Uint32Array.of(0, 1, 4, 0), () => line);
  const [range] = CSS.highlights.get('ansi-0') ?? [];
  expect(range?.toString()).toBe('b\u200bc');
});
