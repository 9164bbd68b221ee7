/**
 * Decides the order of colouring: blocks in view first, then the rest from the top, within a budget. Sends one request at a
 * time.
 *
 * Guarantees: a worker that doesn't respond in time is ended, and the text stays as it is; nothing here takes longer than
 * copying a hundred lines.
 * Not exact: a block far from the coloured ones is coloured by the block before it alone. It can be wrong inside a comment
 * or string that began earlier.
 */
import { startWorker } from '#components/client/start-worker';
import { LOAD_LIMIT_MS, openWorker } from '#components/client/worker-calls';
import { BLOCK_LINES, type ColourReply, type ColourRequest, MAX_LINE_CHARACTERS, type Tokens } from './colour-kinds';

/** Limit of the first response, which loads grammar and engine. */
export const FIRST_BLOCK_LIMIT_MS = LOAD_LIMIT_MS;
export const BLOCK_LIMIT_MS = 3_000;
/** Blocks out of view are coloured up to this one: 20,000 lines. */
export const BUDGET_BLOCKS = 200;
/** A view within this distance of the coloured blocks waits for the blocks between; a farther one doesn't. */
const CATCH_UP_BLOCKS = 15;

export type ColourEnd = 'unknown-language' | 'failed' | 'stopped';

interface ColourDependencies {
  language: string;
  /** Number of lines that won't change any more. */
  lineCount(): number;
  textOf(block: number): string;
  onTokens(block: number, tokens: Tokens): void;
  onEnd(reason: ColourEnd): void;
}

export type ColourSession = ReturnType<typeof startColour>;

export const openColourWorker = () => openWorker<ColourRequest, ColourReply>(() => startWorker('colour'));

/** Joins a block's lines for the worker; lines that are too long become empty. */
export function blockText(lines: Iterable<string>): string {
  return Array.from(lines, (line) => (line.length > MAX_LINE_CHARACTERS ? '' : line.replace(/\r$/, ''))).join('\n');
}

export function startColour({ language, lineCount, textOf, onTokens, onEnd }: ColourDependencies) {
  const worker = openColourWorker();
  const done = new Set<number>();
  let view = { first: 0, last: 0 };
  /** Blocks from the top that are coloured without a gap. */
  let contiguous = 0;
  let isBusy = false;

  async function step(): Promise<void> {
    const block = isBusy ? null : nextBlock();
    if (block === null) return;
    isBusy = true;
    const warmUp = block === 0 || done.has(block - 1) ? null : textOf(block - 1);
    const limitMs = done.size === 0 ? FIRST_BLOCK_LIMIT_MS : BLOCK_LIMIT_MS;
    const answer = await worker.call({ language, block, text: textOf(block), warmUp }, { limitMs });
    if (answer.kind === 'problem') return end(answer.problem === 'too-slow' ? 'stopped' : 'failed');
    if (answer.output === null) return end('unknown-language');
    isBusy = false;
    done.add(block);
    while (done.has(contiguous)) contiguous++;
    onTokens(block, answer.output);
    await step();
  }

  function nextBlock(): number | null {
    const blocks = Math.ceil(lineCount() / BLOCK_LINES);
    for (let block = view.first; block <= view.last && block < blocks; block++) {
      if (!done.has(block)) return block - contiguous <= CATCH_UP_BLOCKS ? Math.min(contiguous, block) : block;
    }
    return contiguous < Math.min(blocks, BUDGET_BLOCKS) ? contiguous : null;
  }

  /** Ends the worker. `isBusy` stays, so that no block follows. */
  function end(reason: ColourEnd): void {
    worker.close();
    onEnd(reason);
  }

  return {
    /** Sets the lines in view, counted from 0. To be called when lines were added, too. */
    show(firstLine: number, lastLine: number): void {
      view = { first: Math.floor(firstLine / BLOCK_LINES), last: Math.floor(lastLine / BLOCK_LINES) };
      void step();
    },
    close(): void {
      isBusy = true;
      worker.close();
    },
  };
}
