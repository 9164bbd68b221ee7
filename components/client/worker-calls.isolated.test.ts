/** Both sides of the calls between a page and its workers. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runWorkers } from '#components/testing/fake-worker';
import { type Answer, callOnce, LOAD_LIMIT_MS, openWorker } from './worker-calls';

const LIMIT_MS = 2_000;
const startWorker = () => new Worker(new URL('http://localhost/'), { name: 'fake' });
const never = () => new Promise<never>(() => {});
const unloaded = {};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
});

const once = (signal = new AbortController().signal) => callOnce<string>(startWorker, 'a', LIMIT_MS, signal);
const problem = (of: string) => ({ kind: 'problem', problem: of });

it('a single call gets its reply, and its worker ends', async () => {
  const workers = runWorkers({ fake: (text: string) => `${text}!` });
  expect(await once()).toEqual({ kind: 'output', output: 'a!' });
  expect(workers).toMatchObject([{ inputs: ['a'], isEnded: true }]);
});

it.each<[string, Parameters<typeof runWorkers>[0], number, string]>([
  ['has loaded but doesn’t respond', { fake: never }, LIMIT_MS, 'too-slow'],
  ['doesn’t load', unloaded, LOAD_LIMIT_MS, 'not-loaded'],
])('a worker that %s is ended at its limit', async (_, programs, limitMs, expected) => {
  const workers = runWorkers(programs);
  const settled = vi.fn<(answer: Answer<string>) => void>();
  const calling = once().then(settled);
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect([settled.mock.calls, workers[0]?.isEnded]).toEqual([[], false]);
  await vi.advanceTimersByTimeAsync(1);
  await calling;
  expect([settled.mock.calls, workers[0]?.isEnded]).toEqual([[[problem(expected)]], true]);
});

it('a worker that can’t be loaded is told apart', async () => {
  runWorkers({ fake: null });
  expect(await once()).toEqual(problem('not-loaded'));
});

it('a result that nobody wants any more ends the worker', async () => {
  const workers = runWorkers({ fake: never });
  const aborter = new AbortController();
  const calling = once(aborter.signal);
  aborter.abort();
  await expect(calling).rejects.toThrow('abort');
  expect(workers[0]?.isEnded).toBe(true);
  await expect(once(aborter.signal)).rejects.toThrow('abort');
  expect(workers).toHaveLength(1);
});

it('each call gets its own reply and progress, whichever comes first', async () => {
  const replies = new Map<string, () => void>();
  runWorkers({
    fake: (text: string, onProgress: (progress: string) => void) =>
      new Promise((resolve) => {
        onProgress(`${text} begins`);
        replies.set(text, () => resolve(`${text}!`));
      }),
  });
  const worker = openWorker<string, string, string>(startWorker);
  const progress: string[] = [];
  const calls = ['a', 'b'].map((text) => worker.call(text, { onProgress: (said) => progress.push(said) }));
  await vi.waitFor(() => expect(replies.size).toBe(2));
  replies.get('b')?.();
  expect(await calls[1]).toEqual({ kind: 'output', output: 'b!' });
  replies.get('a')?.();
  expect(await calls[0]).toEqual({ kind: 'output', output: 'a!' });
  expect(progress).toEqual(['a begins', 'b begins']);
});

it('a call of a closed worker never settles', async () => {
  let reply = (_: string) => {};
  runWorkers({
    fake: () =>
      new Promise<string>((resolve) => {
        reply = resolve;
      }),
  });
  const worker = openWorker<string, string>(startWorker);
  const settled = vi.fn();
  void worker.call('a', { limitMs: LIMIT_MS }).then(settled);
  await vi.advanceTimersByTimeAsync(0);
  worker.close();
  reply('late');
  await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
  expect(settled).not.toHaveBeenCalled();
});

it('a program that throws fails its call alone, and says so in the console', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  runWorkers({ fake: (text: string) => (text === 'b' ? Promise.reject(new Error('broken')) : text) });
  const worker = openWorker<string, string>(startWorker);
  expect(await Promise.all(['b', 'a'].map((text) => worker.call(text)))).toEqual([problem('not-loaded'), { kind: 'output', output: 'a' }]);
  expect(error).toHaveBeenCalledTimes(1);
});
