/**
 * Calls between a page and its web workers. The worker says `ready` when its script has loaded; each call then gets its own
 * reply, and may get progress before.
 *
 * Guarantees: a call with a time limit settles at the latest when the limit is over; the worker ends with any limit passed,
 * when it can't be loaded, and when the page closes it. Calls of a closed worker never settle.
 */

/** Enough to load the worker's script over a slow network. */
export const LOAD_LIMIT_MS = 20_000;

type Message<Output, Progress> = { id: number } & ({ progress: Progress } | { output: Output } | { hasFailed: true });

export interface CalledWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: unknown;
  onerror: unknown;
}

/** `not-loaded`: the worker's script didn't load, or the worker failed. */
export type CallProblem = 'too-slow' | 'not-loaded';
export type Answer<Output> = { kind: 'output'; output: Output } | { kind: 'problem'; problem: CallProblem };

interface CallOptions<Progress> {
  /** The limit for the reply once the worker has loaded; loading has its own. Without it, the call waits for ever. */
  limitMs?: number;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export type WorkerCalls<Input, Output, Progress = never> = ReturnType<typeof openWorker<Input, Output, Progress>>;

interface Call<Input, Output, Progress> extends CallOptions<Progress> {
  input: Input;
  settle: (answer: Answer<Output>) => void;
  timer?: ReturnType<typeof setTimeout>;
}

export function openWorker<Input, Output, Progress = never>(startWorker: () => CalledWorker) {
  const worker = startWorker();
  const calls = new Map<number, Call<Input, Output, Progress>>();
  let isReady = false;
  let lastId = 0;

  worker.onmessage = ({ data }: { data: 'ready' | Message<Output, Progress> }) => {
    if (data === 'ready') {
      isReady = true;
      for (const [id, call] of calls) send(id, call);
      return;
    }
    const call = calls.get(data.id);
    if ('progress' in data) return call?.onProgress?.(data.progress);
    clearTimeout(call?.timer);
    calls.delete(data.id);
    call?.settle('output' in data ? { kind: 'output', output: data.output } : { kind: 'problem', problem: 'not-loaded' });
  };
  worker.onerror = () => fail('not-loaded');

  function send(id: number, call: Call<Input, Output, Progress>): void {
    clearTimeout(call.timer);
    if (call.limitMs !== undefined) call.timer = setTimeout(() => fail('too-slow'), call.limitMs);
    worker.postMessage({ id, input: call.input });
  }

  function fail(problem: CallProblem): void {
    const failed = [...calls.values()];
    close();
    for (const { settle } of failed) settle({ kind: 'problem', problem });
  }

  function close(): void {
    worker.terminate();
    for (const { timer } of calls.values()) clearTimeout(timer);
    calls.clear();
  }

  return {
    call(input: Input, options: CallOptions<Progress> = {}): Promise<Answer<Output>> {
      return new Promise((settle) => {
        const call: Call<Input, Output, Progress> = { ...options, input, settle };
        calls.set(++lastId, call);
        if (isReady) send(lastId, call);
        else if (call.limitMs !== undefined) call.timer = setTimeout(() => fail('not-loaded'), LOAD_LIMIT_MS);
      });
    },
    close,
    hasLoaded: () => isReady,
  };
}

/**
 * Makes one call of a new worker, and ends the worker with it.
 * @throws the signal's reason
 */
export async function callOnce<Output>(
  startWorker: () => CalledWorker,
  input: unknown,
  limitMs: number,
  signal: AbortSignal,
): Promise<Answer<Output>> {
  signal.throwIfAborted();
  const worker = openWorker<unknown, Output>(startWorker);
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  return Promise.race([worker.call(input, { limitMs }), aborted]).finally(worker.close);
}

interface WorkerScope {
  onmessage: unknown;
  postMessage(message: unknown): void;
}

/** Responds to a page's calls; for the program of a worker. */
export function serveCalls<Input, Output, Progress = never>(
  respond: (input: Input, onProgress: (progress: Progress) => void) => Output | Promise<Output>,
  scope: WorkerScope = self,
): void {
  const send = (message: Message<Output, Progress>) => scope.postMessage(message);
  scope.onmessage = async ({ data: { id, input } }: { data: { id: number; input: Input } }) => {
    try {
      send({ id, output: await respond(input, (progress) => send({ id, progress })) });
    } catch (error) {
      console.error('the worker failed', error);
      send({ id, hasFailed: true });
    }
  };
  scope.postMessage('ready');
}
