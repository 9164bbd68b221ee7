/**
 * One question to a worker of its own. The worker says `ready` when its program is there, and takes the question then.
 *
 * Guarantees: it settles; the worker is ended with it, at the latest when its time for the question is over, or when the
 * caller no longer wants the result.
 */

/** The worker's program, over a slow network. */
export const LOAD_LIMIT_MS = 20_000;

export type StartWorker = () => {
  postMessage(question: unknown): void;
  terminate(): void;
  onmessage: unknown;
  onerror: unknown;
};

export type Answer<Reply> = { kind: 'reply'; reply: Reply } | { kind: 'problem'; problem: 'too-slow' | 'not-loaded' };

/** @returns what calls it off */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** @param limitMs for the question, once the worker is there */
export function askWorker<Reply>(
  question: unknown,
  limitMs: number,
  signal: AbortSignal,
  startWorker: StartWorker,
  later = after,
): Promise<Answer<Reply>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = startWorker();
    let callOff = later(LOAD_LIMIT_MS, () => end({ kind: 'problem', problem: 'not-loaded' }));

    const abort = () => {
      close();
      reject(signal.reason);
    };
    function close(): void {
      callOff();
      worker.terminate();
      signal.removeEventListener('abort', abort);
    }
    function end(answer: Answer<Reply>): void {
      close();
      resolve(answer);
    }

    worker.onmessage = ({ data }: MessageEvent<'ready' | Reply>) => {
      if (data !== 'ready') return end({ kind: 'reply', reply: data });
      callOff();
      callOff = later(limitMs, () => end({ kind: 'problem', problem: 'too-slow' }));
      worker.postMessage(question);
    };
    worker.onerror = () => end({ kind: 'problem', problem: 'not-loaded' });
    signal.addEventListener('abort', abort);
  });
}
