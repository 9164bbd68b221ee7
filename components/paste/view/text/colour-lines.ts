/**
 * Colours code whose lines are nodes of the document, piece after piece, with one worker.
 *
 * Guarantees: a worker that doesn't respond in time is ended, and the code stays as it is.
 */
import { listen } from '#components/ui/listen';
import { BLOCK_LINES, CODE_LOOKS, type ColourRequest, MAX_PAINTED, NUMBERS_PER_TOKEN, type Paint, type Tokens } from './colour-kinds';
import { BLOCK_LIMIT_MS, BUDGET_BLOCKS, blockText, type ColourEnd, FIRST_BLOCK_LIMIT_MS, openColourWorker } from './colour-session';
import { isSupported, rangeIn } from './highlights';

interface Piece {
  request: ColourRequest;
  lineOf: (line: number) => Node | undefined;
}

/** @param first the number of the first piece: the worker takes a piece for the continuation of the one before it */
export function piecesOf(language: string, lines: readonly string[], nodes: ArrayLike<Node>, first = 0): Piece[] {
  return Array.from({ length: Math.ceil(lines.length / BLOCK_LINES) }, (_, index) => {
    const from = index * BLOCK_LINES;
    const text = blockText(lines.slice(from, from + BLOCK_LINES));
    return { request: { language, block: first + index, text, warmUp: null }, lineOf: (line) => nodes[from + line] };
  });
}

/** @param signal ends the worker and removes the colours */
export function colourPieces(pieces: readonly Piece[], signal: AbortSignal, onEnd: (reason: ColourEnd) => void = () => {}): void {
  if (pieces.length === 0) return;
  const painter = createPainter();
  const worker = openColourWorker();
  signal.addEventListener('abort', () => {
    worker.close();
    painter.clear();
  });

  async function colour(): Promise<void> {
    const unknown = new Set<string>();
    let limitMs = FIRST_BLOCK_LIMIT_MS;
    for (const { request, lineOf } of pieces.slice(0, BUDGET_BLOCKS)) {
      if (unknown.has(request.language)) continue;
      const answer = await worker.call(request, { limitMs });
      if (answer.kind === 'problem') {
        onEnd(answer.problem === 'too-slow' ? 'stopped' : 'failed');
        break;
      }
      if (answer.output === null) {
        unknown.add(request.language);
        onEnd('unknown-language');
      } else {
        painter.paint(answer.output, lineOf);
        limitMs = BLOCK_LIMIT_MS;
      }
    }
    worker.close();
  }
  void colour();
}

/** Paints lines in colours that are known beforehand. */
export function paintLines(elements: HTMLCollection, { looks, blocks }: Paint, signal: AbortSignal): void {
  const painter = createPainter(looks);
  for (const [block, tokens] of blocks) painter.paint(tokens, (line) => elements[block * BLOCK_LINES + line]);
  signal.addEventListener('abort', () => painter.clear());
}

/** @param looks names of highlights, in the order of the tokens' numbers */
export function createPainter(looks: readonly string[] = CODE_LOOKS) {
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
  const end = listen(forced, 'change', show);
  let painted = 0;
  return {
    /** @param lineOf returns the node that holds a line's text */
    paint(tokens: Tokens, lineOf: (line: number) => Node | undefined): void {
      for (let at = 0; at < tokens.length && painted < MAX_PAINTED; at += NUMBERS_PER_TOKEN) {
        const [line, start, end, kind] = tokens.subarray(at, at + NUMBERS_PER_TOKEN) as unknown as [number, number, number, number];
        const range = rangeIn(lineOf(line), start, end);
        if (!range) continue;
        highlights[kind]?.add(range);
        painted++;
      }
    },
    clear(): void {
      end();
      hide();
    },
  };
}
