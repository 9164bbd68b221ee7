import { vi } from 'vitest';
import { serveCalls } from '#components/client/worker-calls';

/** Each worker has its own messages, so no type is given to them here. */
type Program = (input: never, onProgress: (progress: unknown) => void) => unknown;

interface FakeWorker {
  name: string;
  /** The inputs of all calls so far. */
  inputs: unknown[];
  isEnded: boolean;
}

/**
 * Runs the programs of workers in the test's own thread, because jsdom has no workers. Unlike real ones, they get the same
 * objects instead of copies.
 * @param programs the functions that respond, by the names of their workers; null for a worker that can't be loaded. Another
 * worker never responds.
 * @returns the workers that the page starts, in order
 */
export function runWorkers(programs: Record<string, Program | null> = {}): FakeWorker[] {
  const started: FakeWorker[] = [];
  vi.stubGlobal(
    'Worker',
    class implements FakeWorker {
      readonly name: string;
      readonly inputs: unknown[] = [];
      isEnded = false;
      onmessage: ((event: { data: unknown }) => void) | null = null;
      onerror: (() => void) | null = null;
      /** The worker's `self`. */
      readonly #scope = {
        onmessage: null as ((event: { data: unknown }) => void) | null,
        postMessage: (data: unknown) => queueMicrotask(() => this.isEnded || this.onmessage?.({ data })),
      };

      constructor(_: URL, { name = '' }: WorkerOptions) {
        this.name = name;
        started.push(this);
        const program = programs[name];
        if (program) serveCalls(program, this.#scope);
        if (program === null) queueMicrotask(() => this.onerror?.());
      }

      postMessage(message: { input: unknown }): void {
        this.inputs.push(message.input);
        this.#scope.onmessage?.({ data: message });
      }

      terminate(): void {
        this.isEnded = true;
      }
    },
  );
  return started;
}
