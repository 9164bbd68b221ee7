/**
 * Sends one question to a new worker, which says `ready` when its script has loaded and then gets the question.
 *
 * Guarantees: the promise settles and the worker ends, at the latest when the time limit is over or the caller aborts.
 */

/** Enough to load the worker's script over a slow network. */
export const LOAD_LIMIT_MS = 20_000;

export type StartWorker = () => {
  postMessage(question: unknown): void;
  terminate(): void;
  onmessage: unknown;
  onerror: unknown;
};

export type Answer<Reply> = { kind: 'reply'; reply: Reply } | { kind: 'problem'; problem: 'too-slow' | 'not-loaded' };

/** @returns a function that cancels the timer */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** @param limitMs for the reply, once the worker is ready */
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
