/**
 * Colours the code blocks of a rendered text one after another, with one worker.
 *
 * Guarantees: ends a worker that doesn't respond in time, and leaves the code as it is.
 */
import { normalizeLanguage } from '#lib/languages/language.rules';
import { BLOCK_LINES, type ColourRequest } from '../text/colour-kinds';
import { BLOCK_LIMIT_MS, BUDGET_BLOCKS, blockText, FIRST_BLOCK_LIMIT_MS, openColourWorker } from '../text/colour-session';
import { createPainter } from '../text/painter';

interface Piece {
  request: ColourRequest;
  lines: Text[];
}

/** Block numbers between two code blocks, so that the worker never takes one for the continuation of another. */
const BLOCKS_OF_ONE = 10_000;

/** @returns a function that ends the worker and removes the colours */
export function colourCode(article: Element): () => void {
  const pieces = piecesIn(article).slice(0, BUDGET_BLOCKS);
  if (pieces.length === 0) return () => {};
  const painter = createPainter();
  const worker = openColourWorker();
  const unknown = new Set<string>();

  async function colour(): Promise<void> {
    let limitMs = FIRST_BLOCK_LIMIT_MS;
    for (const { request, lines } of pieces) {
      if (unknown.has(request.language)) continue;
      const answer = await worker.call(request, { limitMs });
      if (answer.kind === 'problem') break;
      if (answer.output === null) unknown.add(request.language);
      else {
        painter.paint(answer.output, (line) => lines[line]);
        limitMs = BLOCK_LIMIT_MS;
      }
    }
    worker.close();
  }
  void colour();

  return () => {
    worker.close();
    painter.clear();
  };
}

function piecesIn(article: Element): Piece[] {
  return [...article.querySelectorAll<HTMLElement>('pre > code[data-language]')].flatMap((code, index) => {
    const language = normalizeLanguage(code.dataset.language ?? '');
    const all = [...code.childNodes] as Text[];
    return Array.from({ length: Math.ceil(all.length / BLOCK_LINES) }, (_, part) => {
      const lines = all.slice(part * BLOCK_LINES, (part + 1) * BLOCK_LINES);
      const text = blockText(lines.map(({ data }) => data.replace(/\n$/, '')));
      return { request: { language, block: index * BLOCKS_OF_ONE + part, text, warmUp: null }, lines };
    });
  });
}
