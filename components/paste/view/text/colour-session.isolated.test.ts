import { describe, expect, it, vi } from 'vitest';
import { LOAD_LIMIT_MS } from '#components/client/worker-calls';
import { runWorkers } from '#components/testing/fake-worker';
import type { ColourReply, ColourRequest } from './colour-kinds';
import { startColour } from './colour-session';

/** Starts a session for a number of lines, with a worker that responds when the test says so. */
function start(lines: number) {
  const asked: ColourRequest[] = [];
  const ends: string[] = [];
  let send = (_: ColourReply) => {};
  const workers = runWorkers({
    colour: (request: ColourRequest) => {
      asked.push(request);
      return new Promise<ColourReply>((resolve) => {
        send = resolve;
      });
    },
  });
  const session = startColour({
    language: 'typescript',
    lineCount: () => lines,
    textOf: (block) => `block ${block}`,
    onTokens: () => {},
    onEnd: (reason) => ends.push(reason),
  });
  /** Waits until the session has nothing more to do by itself. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    asked,
    ends,
    workers,
    settle,
    show: async (first: number, last: number) => {
      session.show(first, last);
      await settle();
    },
    reply: async (data: ColourReply = new Uint32Array()) => {
      send(data);
      await settle();
    },
  };
}

describe('a colour session', () => {
  it('colours what is in view first, then the rest from the top', async () => {
    const { show, asked, reply } = start(1_000);
    await show(0, 150);
    for (let index = 0; index < 3; index++) await reply();
    expect(asked.map(({ block }) => block)).toEqual([0, 1, 2, 3]);
  });

  it('asks for one block at a time', async () => {
    const { show, asked } = start(1_000);
    await show(0, 50);
    await show(50, 150);
    expect(asked).toHaveLength(1);
  });

  it('a colour session jumps to a far block, warmed up by the block before it', async () => {
    const { show, asked, reply } = start(1_000_000);
    await show(0, 50);
    await reply();
    await show(500_000, 500_050);
    await reply();
    expect(asked.at(-1)).toMatchObject({ block: 5_000, warmUp: 'block 4999' });
  });

  it('leaves alone what is beyond the budget and not in view', async () => {
    const { show, asked, reply } = start(1_000_000);
    await show(0, 50);
    for (let index = 0; index < 300; index++) await reply();
    expect(Math.max(...asked.map(({ block }) => block))).toBe(199);
  });

  it.each([
    ['one that loads its grammar', 0, LOAD_LIMIT_MS],
    ['one that has coloured a block', 1, 3_000],
  ])('ends a worker that does not respond in time, and says so: %s', async (_, replies, limitMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { show, reply, ends, workers, settle } = start(1_000);
    await show(0, 50);
    for (let index = 0; index < replies; index++) await reply();
    vi.advanceTimersByTime(limitMs - 1);
    expect(workers[0]?.isEnded).toBe(false);
    vi.advanceTimersByTime(1);
    await settle();
    expect([ends, workers[0]?.isEnded]).toEqual([['stopped'], true]);
  });

  it('ends with a language nobody knows', async () => {
    const { show, ends, reply, asked } = start(1_000);
    await show(0, 50);
    await reply(null);
    await show(100, 150);
    expect([ends, asked.length]).toEqual([['unknown-language'], 1]);
  });
});
