import { after, askWorker, type WorkerDependencies } from '../model/ask-worker';
import type { CompareRow } from './compare.rows';

/** Two texts without a line in common cost the square of their length. */
const COMPARE_LIMIT_MS = 5_000;

const browser: WorkerDependencies = {
  startWorker: () => new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module', name: 'compare' }),
  after,
};

export type Compared = { kind: 'rows'; rows: CompareRow[] } | { kind: 'problem'; problem: 'too-slow' | 'not-loaded' };

/** Compares two texts in a worker of its own, within five seconds. */
export async function compareInWorker(left: string[], right: string[], signal: AbortSignal, deps = browser): Promise<Compared> {
  const answer = await askWorker<CompareRow[]>({ left, right }, COMPARE_LIMIT_MS, signal, deps);
  return answer.kind === 'problem' ? answer : { kind: 'rows', rows: answer.reply };
}
