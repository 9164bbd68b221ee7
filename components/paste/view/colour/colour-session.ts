/**
 * Decides the order of colouring: blocks in view first, then the rest from the top, within a budget. Sends one request at a
 * time.
 *
 * Guarantees: ends a worker that doesn't respond in time, and leaves the text as it is; nothing here takes longer than
 * copying a hundred lines.
 * Not exact: a block far from the coloured ones is coloured by the block before it alone. It can be wrong inside a comment
 * or string that began earlier.
 */
import { BLOCK_LINES, type ColourReply, type ColourRequest, type Tokens } from './colour-kinds';

/** Limit of the first response: starting the worker, loading grammar and engine, and the first block. */
export const LOAD_LIMIT_MS = 20_000;
export const BLOCK_LIMIT_MS = 3_000;
/** Blocks out of view are coloured up to this one: 20,000 lines. */
export const BUDGET_BLOCKS = 200;
/** A view within this distance of the coloured blocks waits for the blocks between; a farther one doesn't. */
const CATCH_UP_BLOCKS = 15;

export type ColourEnd = 'unknown-language' | 'failed' | 'stopped';

export interface ColourDependencies {
  language: string;
  /** Number of lines that won't change any more. */
  lineCount(): number;
  /** A block's lines, each shortened to nothing when it is longer than MAX_LINE_CHARACTERS. */
  textOf(block: number): string;
  onTokens(block: number, tokens: Tokens): void;
  onEnd(reason: ColourEnd): void;
  startWorker(): { postMessage(request: ColourRequest): void; terminate(): void; onmessage: unknown; onerror: unknown };
  /** @returns a function that cancels the timer */
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
    /** Sets the lines in view, counted from 0. To be called when lines were added, too. */
    show(firstLine: number, lastLine: number): void {
      view = { first: Math.floor(firstLine / BLOCK_LINES), last: Math.floor(lastLine / BLOCK_LINES) };
      step();
    },
    close,
  };
}
