/**
 * Colours the code blocks of a rendered text one after another, with one worker.
 *
 * Guarantees: ends a worker that doesn't respond in time, and leaves the code as it is.
 */
import { normalizeLanguage } from '#lib/languages/language.rules';
import { BLOCK_LINES, type ColourReply, type ColourRequest } from '../colour/colour-kinds';
import { BLOCK_LIMIT_MS, BUDGET_BLOCKS, LOAD_LIMIT_MS } from '../colour/colour-session';
import { createPainter } from '../colour/painter';
import { blockText, startColourWorker } from '../colour/start-colour';

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
  const worker = startColourWorker();
  const unknown = new Set<string>();
  let timer: ReturnType<typeof setTimeout>;
  let limitMs = LOAD_LIMIT_MS;
  let current: Piece | undefined;

  function next(): void {
    clearTimeout(timer);
    do current = pieces.shift();
    while (current && unknown.has(current.request.language));
    if (!current) {
      worker.terminate();
      return;
    }
    timer = setTimeout(() => worker.terminate(), limitMs);
    worker.postMessage(current.request);
  }

  worker.onmessage = ({ data }: MessageEvent<ColourReply>) => {
    if (data.kind === 'failed' || !current) return close();
    if (data.kind === 'unknown-language') unknown.add(current.request.language);
    else {
      const { lines } = current;
      painter.paint(data.tokens, (line) => lines[line] ?? null);
      limitMs = BLOCK_LIMIT_MS;
    }
    next();
  };
  worker.onerror = () => close();
  next();

  function close(): void {
    clearTimeout(timer);
    worker.terminate();
  }

  return () => {
    close();
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
