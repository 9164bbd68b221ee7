import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, problemWithout } from '#lib/client/api-problem';
import { type Poll, startPoll } from './use-poll';

const MINUTE_MS = 60_000;
const watchedOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `paste ${index}` }));

describe('asking for receipts', () => {
  let asked: { id: string; at: number }[];
  let answer: () => Promise<string>;
  let isHidden: boolean;
  let silent: number;
  let told: unknown[];
  let poll: Poll<{ id: string }>;

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    silent = 0;
    told = [];
    isHidden = false;
    answer = async () => 'created';
    poll = startPoll({
      ask({ id }) {
        asked.push({ id, at: performance.now() });
        return answer();
      },
      isHidden: () => isHidden,
      onResponse: (id, receipt) => told.push([id, receipt]),
      onSilence: () => silent++,
    });
  });
  afterEach(() => {
    poll.stop();
    vi.useRealTimers();
  });

  it('asks for one at once, and again every five seconds, until it is left out', async () => {
    const start = performance.now();
    poll.watch(watchedOf(1));
    await vi.advanceTimersByTimeAsync(12_000);
    expect(asked.map(({ at }) => at - start)).toEqual([0, 5_000, 10_000]);
    poll.watch([]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toHaveLength(3);
  });

  it('200 receipts are polled five at once, then one every five seconds, in turn', async () => {
    const start = performance.now();
    poll.watch(watchedOf(200));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ id }) => id)).toEqual(watchedOf(5).map(({ id }) => id));
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(200);
    for (const { at } of asked) expect(asked.filter((other) => other.at >= at && other.at < at + MINUTE_MS).length).toBeLessThanOrEqual(17);
    expect(asked.filter(({ at }) => at < start + MINUTE_MS).length).toBeLessThanOrEqual(17);
  });

  it('a hidden page asks nothing, or one in 15 seconds to call its reader back', async () => {
    isHidden = true;
    poll.watch(watchedOf(3));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toEqual([]);
    poll.stop();
    poll = startPoll({
      ask: async ({ id }) => void asked.push({ id, at: performance.now() }),
      isHidden: () => isHidden,
      callsBack: true,
      onResponse: () => undefined,
      onSilence: () => undefined,
    });
    const start = performance.now();
    poll.watch(watchedOf(3));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(asked.map(({ id, at }) => [id, at - start])).toEqual([
      ['paste 0', 0],
      ['paste 1', 15_000],
      ['paste 2', 30_000],
    ]);
    isHidden = false;
    poll.wake();
    expect(asked).toHaveLength(4);
  });

  it('asks one at a time', async () => {
    let release = () => {};
    answer = () => new Promise((resolve) => (release = () => resolve('created')));
    poll.watch(watchedOf(3));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    poll.wake();
    expect(asked).toHaveLength(1);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
  });

  it('waits as long as the server wants, and goes on after whatever else went wrong', async () => {
    const start = performance.now();
    answer = () => Promise.reject(new ApiError({ ...problemWithout('unexpected_response', 429), waitSeconds: 40 }));
    poll.watch(watchedOf(2));
    await vi.advanceTimersByTimeAsync(39_999);
    expect(asked).toHaveLength(1);
    answer = () => Promise.reject(new TypeError('no network'));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ id, at }) => [id, at - start])).toEqual([
      ['paste 0', 0],
      ['paste 1', 40_000],
      ['paste 0', 40_000],
    ]);
    expect(silent).toBe(3);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.length).toBeGreaterThan(3);
  });

  it('the receipt poll passes each response on with the paste it is about', async () => {
    answer = async () => 'opened';
    poll.watch(watchedOf(2));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([
      ['paste 0', 'opened'],
      ['paste 1', 'opened'],
    ]);
    expect(silent).toBe(0);
  });

  it.each([
    ['an answer', (settle: (receipt: string) => void) => settle('opened')],
    ['a failure', (_: unknown, fail: (error: Error) => void) => fail(new TypeError('no network'))],
  ])('the receipt poll passes nothing on of %s that comes after its end', async (_, end) => {
    let finish = () => {};
    answer = () => new Promise((resolve, reject) => (finish = () => end(resolve, reject)));
    poll.watch(watchedOf(1));
    poll.stop();
    finish();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([told, silent, asked.length]).toEqual([[], 0, 1]);
  });
});
