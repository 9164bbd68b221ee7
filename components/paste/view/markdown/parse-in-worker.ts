import { after, askWorker, type WorkerDependencies } from '../model/ask-worker';
import { MARKDOWN_MAX_BYTES } from './markdown.limits';
import type { MarkdownReply } from './markdown.messages';
import type { MarkdownTree } from './markdown.tree';

/** Why there is a source only: the catalogue has a sentence for each. */
type MarkdownProblem = 'too-large' | 'too-complex' | 'too-slow' | 'not-loaded';

export type Parsed = { kind: 'parsed'; tree: MarkdownTree } | { kind: 'problem'; problem: MarkdownProblem };

const browser: WorkerDependencies = {
  startWorker: () => new Worker(new URL('./markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
  after,
};

/** Parses a text in a worker of its own. @param bytes of the text, in UTF-8 @param limitMs for the worker, once it is there */
export async function parseInWorker(text: string, bytes: number, limitMs: number, signal: AbortSignal, deps = browser): Promise<Parsed> {
  if (bytes > MARKDOWN_MAX_BYTES) return { kind: 'problem', problem: 'too-large' };
  const answer = await askWorker<MarkdownReply>(text, limitMs, signal, deps);
  if (answer.kind === 'problem') return answer;
  return answer.reply.kind === 'parsed' ? answer.reply : { kind: 'problem', problem: 'too-complex' };
}
