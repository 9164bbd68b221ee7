/**
 * Decides what is coloured when: what is in view first, then the rest from the top, within a budget. One request is
 * under way at a time.
 *
 * Guarantees: a worker that doesn't respond in time is ended, and the text stays as it is; nothing here takes longer
 * than copying a hundred lines.
 * Not exact: far from what has been coloured, a block is coloured by what stands shortly before it. Inside a comment or
 * string that began earlier it can be wrong.
 */
import { BLOCK_LINES, type ColourReply, type ColourRequest, type Tokens } from './colour.kinds';

/** The worker's start, the grammar and the engine; then a hundred lines. */
export const LOAD_LIMIT_MS = 20_000;
export const BLOCK_LIMIT_MS = 3_000;
/** What is not in view is coloured up to here: 20,000 lines. */
export const BUDGET_BLOCKS = 200;
/** So far ahead of the coloured lines, those between are coloured first; further, they are left out. */
const CATCH_UP_BLOCKS = 15;

export type ColourEnd = 'unknown-language' | 'failed' | 'stopped';

export interface ColourDependencies {
  language: string;
  /** Lines that won't change any more. */
  lineCount(): number;
  /** A block's lines, each shortened to nothing when it is longer than MAX_LINE_CHARACTERS. */
  textOf(block: number): string;
  onTokens(block: number, tokens: Tokens): void;
  onEnd(reason: ColourEnd): void;
  startWorker(): { postMessage(request: ColourRequest): void; terminate(): void; onmessage: unknown; onerror: unknown };
  /** @returns what calls it off */
  after(ms: number, run: () => void): () => void;
}

export type ColourSession = ReturnType<typeof createColourSession>;

export function createColourSession(deps: ColourDependencies) {
  const worker = deps.startWorker();
  const done = new Set<number>();
  let view = { first: 0, last: 0 };
  /** Blocks from the top that are coloured without a gap. */
  let contiguous = 0;
  let hasResponded = false;
  let isBusy = false;
  let isClosed = false;
  let callOff = () => {};

  worker.onmessage = ({ data }: MessageEvent<ColourReply>) => {
    callOff();
    if (isClosed) return;
    if (data.kind !== 'tokens') return end(data.kind);
    hasResponded = true;
    isBusy = false;
    done.add(data.block);
    while (done.has(contiguous)) contiguous++;
    deps.onTokens(data.block, data.tokens);
    step();
  };
  worker.onerror = () => end('failed');

  function step(): void {
    if (isBusy || isClosed) return;
    const block = nextBlock();
    if (block === null) return;
    isBusy = true;
    callOff = deps.after(hasResponded ? BLOCK_LIMIT_MS : LOAD_LIMIT_MS, () => end('stopped'));
    const warmUp = block === 0 || done.has(block - 1) ? null : deps.textOf(block - 1);
    worker.postMessage({ language: deps.language, block, text: deps.textOf(block), warmUp });
  }

  function nextBlock(): number | null {
    const blocks = Math.ceil(deps.lineCount() / BLOCK_LINES);
    for (let block = view.first; block <= view.last && block < blocks; block++) {
      if (!done.has(block)) return block - contiguous <= CATCH_UP_BLOCKS ? Math.min(contiguous, block) : block;
    }
    return contiguous < Math.min(blocks, BUDGET_BLOCKS) ? contiguous : null;
  }

  function end(reason: ColourEnd): void {
    if (isClosed) return;
    close();
    deps.onEnd(reason);
  }

  function close(): void {
    isClosed = true;
    callOff();
    worker.terminate();
  }

  return {
    /** What is in view, by zero-based lines; also to be called when lines were added. */
    show(firstLine: number, lastLine: number): void {
      view = { first: Math.floor(firstLine / BLOCK_LINES), last: Math.floor(lastLine / BLOCK_LINES) };
      step();
    },
    close,
  };
}
