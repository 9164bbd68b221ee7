/** Calls the worker that does the slow work of the editor. Large content travels as a Blob: by reference, never copied. */
import { lostCode } from '#components/client/page.client';
import { startWorker } from '#components/client/start-worker';
import { openWorker, type WorkerCalls } from '#components/client/worker-calls';
import { EditorError } from './editor-problem';
import type { SealCalls, SealOutput } from './seal';

export type Sealer = ReturnType<typeof createSealer>;

/** Creates a sealer, which starts its worker at the first call. */
export function createSealer() {
  let worker: WorkerCalls<SealInput, SealOutput, number> | null = null;
  return {
    /** @param onProgress receives the percentage of a long call that is done @throws EditorError */
    async call<Call extends SealCall>(call: Call, input: Input<Call>, onProgress?: (percent: number) => void): Promise<Output<Call>> {
      worker ??= openWorker(() => startWorker('seal'));
      const called = worker;
      const answer = await called.call({ call, input } as SealInput, { onProgress });
      if (answer.kind === 'problem') {
        if (worker === called) worker = null;
        throw new EditorError(called.hasLoaded() ? { code: 'not-loaded' } : { code: lostCode() });
      }
      if ('problem' in answer.output) throw new EditorError(answer.output.problem);
      return answer.output.done as Output<Call>;
    },
    /** Ends the worker; its pending calls never settle. The next call starts another worker. */
    stop(): void {
      worker?.close();
      worker = null;
    },
  };
}

export type SealCall = keyof SealCalls;
type Input<Call extends SealCall> = Parameters<SealCalls[Call]>[0];
type Output<Call extends SealCall> = Awaited<ReturnType<SealCalls[Call]>>;

export type SealInput = { [Call in SealCall]: { call: Call; input: Input<Call> } }[SealCall];
