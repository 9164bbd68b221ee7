import { expect, it } from 'vitest';
import { LOAD_LIMIT_MS } from '../model/ask-worker';
import { MARKDOWN_MAX_BYTES, PARSE_LIMIT_MS } from './markdown-limits';
import type { MarkdownTree } from './markdown-tree';
import { parseInWorker } from './parse-in-worker';

const TREE = { article: [], lines: [], contents: [] };

/** Makes a worker and a clock that the test controls. */
function stage() {
  const timers: { ms: number; run: () => void; isOff: boolean }[] = [];
  const worker = {
    got: [] as string[],
    isEnded: false,
    onmessage: null as unknown,
    onerror: null as unknown,
    postMessage: (text: string) => void worker.got.push(text),
    terminate: () => void (worker.isEnded = true),
  };
  const later = (ms: number, run: () => void) => {
    const timer = { ms, run, isOff: false };
    timers.push(timer);
    return () => void (timer.isOff = true);
  };
  return {
    worker,
    deps: [() => worker, later] as const,
    reply: (data: 'ready' | MarkdownTree | null) => (worker.onmessage as (event: { data: typeof data }) => void)({ data }),
    fail: () => (worker.onerror as () => void)(),
    running: () => timers.filter(({ isOff }) => !isOff),
  };
}

const never = new AbortController().signal;

it('the text is sent when the worker is there, and the worker ends with its reply', async () => {
  const { worker, deps, reply, running } = stage();
  const parsed = parseInWorker('a', 1, PARSE_LIMIT_MS, never, ...deps);
  expect([worker.got, running().map(({ ms }) => ms)]).toEqual([[], [LOAD_LIMIT_MS]]);
  reply('ready');
  expect([worker.got, running().map(({ ms }) => ms)]).toEqual([['a'], [PARSE_LIMIT_MS]]);
  reply(TREE);
  expect(await parsed).toEqual({ kind: 'parsed', tree: TREE });
  expect([worker.isEnded, running()]).toEqual([true, []]);
});

it('a worker that takes two seconds over a text is ended', async () => {
  const { worker, deps, reply, running } = stage();
  const parsed = parseInWorker('a', 1, PARSE_LIMIT_MS, never, ...deps);
  reply('ready');
  running()[0]?.run();
  expect(await parsed).toEqual({ kind: 'problem', problem: 'too-slow' });
  expect(worker.isEnded).toBe(true);
});

it.each<[string, (staged: ReturnType<typeof stage>) => void, string]>([
  ['a worker that never comes', ({ running }) => running()[0]?.run(), 'not-loaded'],
  ['a worker that can’t be loaded', ({ fail }) => fail(), 'not-loaded'],
  ['a text beyond the limits, or a parser that breaks', ({ reply }) => reply(null), 'too-complex'],
])('%s leaves the source, with a reason', async (_, act, problem) => {
  const staged = stage();
  const parsed = parseInWorker('a', 1, PARSE_LIMIT_MS, never, ...staged.deps);
  act(staged);
  expect(await parsed).toEqual({ kind: 'problem', problem });
  expect([staged.worker.isEnded, staged.running()]).toEqual([true, []]);
});

it('a text of 256 KiB gets a worker, and one byte more does not', async () => {
  const { worker } = stage();
  let started = 0;
  const startWorker = () => {
    started++;
    return worker;
  };
  void parseInWorker('a', MARKDOWN_MAX_BYTES, PARSE_LIMIT_MS, never, startWorker);
  expect(started).toBe(1);
  expect(await parseInWorker('a', MARKDOWN_MAX_BYTES + 1, PARSE_LIMIT_MS, never, startWorker)).toEqual({
    kind: 'problem',
    problem: 'too-large',
  });
  expect(started).toBe(1);
});

it('a result that nobody wants any more ends the worker', async () => {
  const { worker, deps, running } = stage();
  const aborter = new AbortController();
  const parsed = parseInWorker('a', 1, PARSE_LIMIT_MS, aborter.signal, ...deps);
  aborter.abort();
  await expect(parsed).rejects.toThrow('abort');
  expect([worker.isEnded, running()]).toEqual([true, []]);
});
