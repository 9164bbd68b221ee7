import { EditorError } from '../model/editor-problem';
import type { Input, Output, SealCall, SealReply, SealRequest } from './seal-calls';

/** Calls the sealing worker. */
export interface Sealer {
  /** @param onProgress receives the percentage of a long call that is done @throws EditorError */
  call<Call extends SealCall>(call: Call, input: Input<Call>, onProgress?: (percent: number) => void): Promise<Output<Call>>;
  /** Ends the worker; its pending calls never settle. The next call starts another worker. */
  stop(): void;
}

interface Waiting {
  resolve(output: Output<SealCall>): void;
  reject(error: EditorError): void;
  onProgress: ((percent: number) => void) | undefined;
}

/** Creates a sealer, which starts its worker at the first call. */
export function createSealer(): Sealer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./seal.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<SealReply>) => {
      const call = waiting.get(data.id);
      if ('percent' in data) return call?.onProgress?.(data.percent);
      waiting.delete(data.id);
      if ('problem' in data) call?.reject(new EditorError(data.problem));
      else call?.resolve(data.output);
    });
    started.addEventListener('error', () => {
      const failed = [...waiting.values()];
      stop();
      for (const { reject } of failed) reject(new EditorError({ code: 'not-loaded' }));
    });
    return started;
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
    waiting.clear();
  }

  return {
    call(call, input, onProgress) {
      worker ??= start();
      const id = ++lastId;
      const request = { id, call, input } as SealRequest;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, onProgress });
        worker?.postMessage(request);
      });
    },
    stop,
  };
}
