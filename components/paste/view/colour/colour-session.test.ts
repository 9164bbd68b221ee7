import { describe, expect, it } from 'vitest';
import type { ColourReply, ColourRequest } from './colour-kinds';
import { createColourSession } from './colour-session';

/** Starts a session for a number of lines, with a worker and a clock that the test controls. */
function start(lines: number) {
  const asked: ColourRequest[] = [];
  const ends: string[] = [];
  let timer: (() => void) | null = null;
  let isTerminated = false;
  const worker = {
    postMessage: (request: ColourRequest) => asked.push(request),
    terminate: () => (isTerminated = true),
    onmessage: null as unknown,
    onerror: null as unknown,
  };
  const session = createColourSession({
    language: 'typescript',
    lineCount: () => lines,
    textOf: (block) => `block ${block}`,
    onTokens: () => {},
    onEnd: (reason) => ends.push(reason),
    startWorker: () => worker,
    after: (_ms, run) => {
      timer = run;
      return () => (timer = null);
    },
  });
  const reply = (data: ColourReply) => (worker.onmessage as (event: { data: ColourReply }) => void)({ data });
  return {
    session,
    asked,
    ends,
    answer: () => reply({ kind: 'tokens', block: asked.at(-1)?.block ?? 0, tokens: new Uint32Array() }),
    reply,
    passTime: () => timer?.(),
    isTerminated: () => isTerminated,
  };
}

describe('a colour session', () => {
  it('colours what is in view first, then the rest from the top', () => {
    const { session, asked, answer } = start(1_000);
    session.show(0, 150);
    for (let index = 0; index < 3; index++) answer();
    expect(asked.map(({ block }) => block)).toEqual([0, 1, 2, 3]);
  });

  it('asks for one block at a time', () => {
    const { session, asked } = start(1_000);
    session.show(0, 50);
    session.show(50, 150);
    expect(asked).toHaveLength(1);
  });

  it('a colour session jumps to a far block, warmed up by the block before it', () => {
    const { session, asked, answer } = start(1_000_000);
    session.show(0, 50);
    answer();
    session.show(500_000, 500_050);
    answer();
    expect(asked.at(-1)).toMatchObject({ block: 5_000, warmUp: 'block 4999' });
  });

  it('leaves alone what is beyond the budget and not in view', () => {
    const { session, asked, answer } = start(1_000_000);
    session.show(0, 50);
    for (let index = 0; index < 300; index++) answer();
    expect(Math.max(...asked.map(({ block }) => block))).toBe(199);
  });

  it('ends a worker that does not respond in time, and says so', () => {
    const { session, ends, passTime, isTerminated } = start(1_000);
    session.show(0, 50);
    passTime();
    expect([ends, isTerminated()]).toEqual([['stopped'], true]);
  });

  it('ends with a language nobody knows', () => {
    const { session, ends, reply, asked } = start(1_000);
    session.show(0, 50);
    reply({ kind: 'unknown-language' });
    session.show(100, 150);
    expect([ends, asked.length]).toEqual([['unknown-language'], 1]);
  });
});
