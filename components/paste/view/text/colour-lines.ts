import { BLOCK_LINES, type Paint } from './colour-kinds';
import { blockText, type ColourEnd, startColour } from './colour-session';
import { createPainter } from './painter';

/**
 * Colours lines in the document, each an element.
 * @param signal removes the colours
 */
export function colourLines(
  elements: HTMLCollection,
  lines: readonly string[],
  language: string,
  onEnd: (reason: ColourEnd) => void,
  signal: AbortSignal,
): void {
  const painter = createPainter();
  const session = startColour({
    language,
    lineCount: () => lines.length,
    textOf: (block) => blockText(lines.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES)),
    onTokens: (block, tokens) => painter.paint(tokens, (line) => elements[block * BLOCK_LINES + line]),
    onEnd,
  });
  const top = firstInView(elements);
  session.show(top, top);
  signal.addEventListener('abort', () => {
    session.close();
    painter.clear();
  });
}

/** Paints lines in colours that are known beforehand. */
export function paintLines(elements: HTMLCollection, { looks, blocks }: Paint, signal: AbortSignal): void {
  const painter = createPainter(looks);
  for (const [block, tokens] of blocks) painter.paint(tokens, (line) => elements[block * BLOCK_LINES + line]);
  signal.addEventListener('abort', () => painter.clear());
}

function firstInView(elements: HTMLCollection): number {
  const height = elements[0]?.getBoundingClientRect().height || 1;
  const top = elements[0]?.getBoundingClientRect().top ?? 0;
  return Math.min(elements.length - 1, Math.max(0, Math.floor(-top / height)));
}
