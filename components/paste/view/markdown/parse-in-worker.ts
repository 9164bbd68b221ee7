import { askWorker, type StartWorker } from '../model/ask-worker';
import { MARKDOWN_MAX_BYTES } from './markdown-limits';
import type { MarkdownTree } from './markdown-tree';

/** Why only the source can be shown; the messages have a sentence for each. */
type MarkdownProblem = 'too-large' | 'too-complex' | 'too-slow' | 'not-loaded';

export type Parsed = { kind: 'parsed'; tree: MarkdownTree } | { kind: 'problem'; problem: MarkdownProblem };

const inBrowser: StartWorker = () => new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' });

/** Parses a text in a worker of its own. @param bytes the text's size in UTF-8 @param limitMs for parsing, once the worker has loaded */
export async function parseInWorker(
  text: string,
  bytes: number,
  limitMs: number,
  signal: AbortSignal,
  startWorker = inBrowser,
  later?: Parameters<typeof askWorker>[4],
): Promise<Parsed> {
  if (bytes > MARKDOWN_MAX_BYTES) return { kind: 'problem', problem: 'too-large' };
  const answer = await askWorker<MarkdownTree | null>(text, limitMs, signal, startWorker, later);
  if (answer.kind === 'problem') return answer;
  return answer.reply ? { kind: 'parsed', tree: answer.reply } : { kind: 'problem', problem: 'too-complex' };
}
