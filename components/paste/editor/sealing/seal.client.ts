import { openWorker, type WorkerCalls } from '#components/client/worker-calls';
import { EditorError } from '../model/editor-problem';
import type { Input, Output, SealCall, SealInput, SealOutput } from './seal-calls';

/** Calls the sealing worker. */
export interface Sealer {
  /** @param onProgress receives the percentage of a long call that is done @throws EditorError */
  call<Call extends SealCall>(call: Call, input: Input<Call>, onProgress?: (percent: number) => void): Promise<Output<Call>>;
  /** Ends the worker; its pending calls never settle. The next call starts another worker. */
  stop(): void;
}

const startWorker = () => new Worker(new URL('./seal.worker.ts', import.meta.url), { type: 'module', name: 'seal' });

/** Creates a sealer, which starts its worker at the first call. */
export function createSealer(): Sealer {
  let worker: WorkerCalls<SealInput, SealOutput, number> | null = null;
  return {
    async call<Call extends SealCall>(call: Call, input: Input<Call>, onProgress?: (percent: number) => void): Promise<Output<Call>> {
      worker ??= openWorker(startWorker);
      const called = worker;
      const answer = await called.call({ call, input } as SealInput, { onProgress });
      if (answer.kind === 'problem') {
        if (worker === called) worker = null;
        throw new EditorError({ code: 'not-loaded' });
      }
      if ('problem' in answer.output) throw new EditorError(answer.output.problem);
      return answer.output.done as Output<Call>;
    },
    stop() {
      worker?.close();
      worker = null;
    },
  };
}
