import { askWorker } from '../model/ask-worker';
import type { CompareRow } from './compare-rows';

/** Two texts without a line in common cost the square of their length. */
const COMPARE_LIMIT_MS = 5_000;

const startWorker = () => new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module', name: 'compare' });

/** Compares two texts in a worker of its own, within five seconds. */
export const compareInWorker = (left: readonly string[], right: readonly string[], signal: AbortSignal) =>
  askWorker<CompareRow[]>({ left, right }, COMPARE_LIMIT_MS, signal, startWorker);
