/**
 * Runs seal.worker.ts with its real encryption in the test's own thread, because jsdom has no workers. Unlike a real
 * worker, it gets the same objects instead of copies.
 */
import { vi } from 'vitest';
import type { SealCall, SealReply, SealRequest } from '../sealing/seal-calls';

/** Stands in for the worker's `self`. */
class WorkerScope extends EventTarget {
  /** Vite computes the worker's URL from this. */
  readonly location = window.location;

  postMessage(reply: SealReply): void {
    const request = open.get(reply.id);
    if (!('percent' in reply)) open.delete(reply.id);
    request?.worker.receive({ ...reply, id: request.id });
  }
}

const scope = new WorkerScope();
/** Calls by an id unique among all workers: each worker counts its own from 1. */
const open = new Map<number, { worker: SealWorker; id: number; call: SealCall }>();
let lastId = 0;
/** Requests that wait until the worker's script has loaded; null once it has. */
let queue: (() => void)[] | null = null;
let isMissing = false;

class SealWorker extends EventTarget {
  private isTerminated = false;

  constructor() {
    super();
    if (isMissing) queueMicrotask(() => this.dispatchEvent(new Event('error')));
  }

  postMessage({ id, ...request }: SealRequest): void {
    if (isMissing) return;
    const ownId = ++lastId;
    open.set(ownId, { worker: this, id, call: request.call });
    const run = () => scope.dispatchEvent(new MessageEvent('message', { data: { id: ownId, ...request } }));
    if (queue) queue.push(run);
    else run();
  }

  terminate(): void {
    this.isTerminated = true;
  }

  receive(reply: SealReply): void {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data: reply }));
  }
}

// Never restored, because a reply may come after its test.
Object.defineProperty(globalThis, 'self', { value: scope });
await import('../sealing/seal.worker');

/** Call before rendering each page. */
export function installSealWorker(): void {
  queue = null;
  isMissing = false;
  // Forgets the pending calls of earlier pages.
  open.clear();
  vi.stubGlobal('Worker', SealWorker);
}

/** @returns a function that lets the worker's script load */
export function holdSealWorker(): () => void {
  const held: (() => void)[] = [];
  queue = held;
  return () => {
    queue = null;
    for (const run of held) run();
  };
}

/** Counts the calls without a reply. A name restricts the count to one call, because any pause may cause a `guess`. */
export const openCalls = (name?: SealCall): number => [...open.values()].filter(({ call }) => call === (name ?? call)).length;

/** Makes loading the worker's script fail, or work again. */
export function loseSealWorker(isLost = true): void {
  isMissing = isLost;
}
