import { askWorker } from '../model/ask-worker';
import type { CompareRow } from './compare.rows';

/** Two texts without a line in common cost the square of their length. */
const COMPARE_LIMIT_MS = 5_000;

const startWorker = () => new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module', name: 'compare' });

export type Compared = { kind: 'rows'; rows: CompareRow[] } | { kind: 'problem'; problem: 'too-slow' | 'not-loaded' };

/** Compares two texts in a worker of its own, within five seconds. */
export async function compareInWorker(left: string[], right: string[], signal: AbortSignal): Promise<Compared> {
  const answer = await askWorker<CompareRow[]>({ left, right }, COMPARE_LIMIT_MS, signal, startWorker);
  return answer.kind === 'problem' ? answer : { kind: 'rows', rows: answer.reply };
}
