/**
 * The worker of the page, run in the page: jsdom has no workers. It runs the program of seal.worker.ts, with its real
 * encryption; only where it runs differs, and that nothing is copied on the way.
 */
import { vi } from 'vitest';
import type { SealCall, SealReply, SealRequest } from '../sealing/seal.messages';

/** What `self` is to the program. */
class WorkerScope extends EventTarget {
  /** Vite makes the address of the worker's file with it. */
  readonly location = window.location;

  postMessage(reply: SealReply): void {
    const request = open.get(reply.id);
    if (!('percent' in reply)) open.delete(reply.id);
    request?.worker.receive({ ...reply, id: request.id });
  }
}

const scope = new WorkerScope();
/** Ids of several pages' workers would be the same. */
const open = new Map<number, { worker: SealWorker; id: number; call: SealCall }>();
let lastId = 0;
/** Requests that wait for the program, which is on its way; null: it is here. */
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

// For good: a reply may come after its test.
Object.defineProperty(globalThis, 'self', { value: scope });
await import('../sealing/seal.worker');

/** To be called before each page. */
export function installSealWorker(): void {
  queue = null;
  isMissing = false;
  // What a page that is gone was still waiting for.
  open.clear();
  vi.stubGlobal('Worker', SealWorker);
}

/** @returns what lets the worker's program come */
export function holdSealWorker(): () => void {
  const held: (() => void)[] = [];
  queue = held;
  return () => {
    queue = null;
    for (const run of held) run();
  };
}

/** How many calls the program has not responded to; with a name only of these, because a guess may be asked for at any pause. */
export const openCalls = (name?: SealCall): number => [...open.values()].filter(({ call }) => call === (name ?? call)).length;

/** The worker's file doesn't come, or comes again. */
export function loseSealWorker(isLost = true): void {
  isMissing = isLost;
}
