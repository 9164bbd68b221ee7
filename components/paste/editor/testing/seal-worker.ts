/** Runs the sealing worker's program with its real encryption in the test's own thread. */
import { expect, vi } from 'vitest';
import { runWorkers } from '#components/testing/fake-worker';
import { respond } from '../model/seal';
import type { SealCall, SealInput } from '../model/seal.client';

/** The calls without a reply. */
const open = new Set<SealInput>();
/** Settles when the worker's script may load. */
let loading = Promise.resolve();

async function run(input: SealInput, onProgress: (percent: number) => void) {
  open.add(input);
  await loading;
  // The page gets the reply first.
  return respond(input, onProgress).finally(() => setTimeout(() => open.delete(input)));
}

/** Call before rendering each page. */
export function installSealWorker(): void {
  loading = Promise.resolve();
  // Forgets the pending calls of earlier pages.
  open.clear();
  runWorkers({ seal: run });
}

/** @returns a function that lets the worker's script load */
export function holdSealWorker(): () => void {
  let release = () => {};
  loading = new Promise((resolve) => {
    release = resolve;
  });
  return () => release();
}

/** Counts the calls without a reply. A name restricts the count to one call, because any pause may cause a `guess`. */
export const openCalls = (name?: SealCall): number => [...open].filter(({ call }) => call === (name ?? call)).length;

/** Waits until the worker has loaded and replied to every call. */
export async function sealWorkerIsIdle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await vi.waitFor(() => expect(openCalls()).toBe(0));
}

/** Makes loading the worker's script fail, or work again. */
export function loseSealWorker(isLost = true): void {
  runWorkers({ seal: isLost ? null : run });
}
