import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createSlowReaderCheck, MIN_BYTES_IN_A_WINDOW, WINDOW_MS } from './slow-readers';

/** A response for which data waits, and the reader that the test lets take some of it. */
function setUp() {
  const state = { now: 0, taken: 500, waiting: 100, destroyed: false };
  const socket = {
    get bytesWritten() {
      return state.taken + state.waiting;
    },
    get writableLength() {
      return state.waiting;
    },
  };
  const outgoing = {
    socket,
    get writableLength() {
      return state.waiting;
    },
    destroy: () => {
      state.destroyed = true;
    },
  } as unknown as ServerResponse;
  const check = createSlowReaderCheck(() => state.now);
  return {
    state,
    /** Checks every five seconds for so long, while the reader takes so many bytes in all. */
    pass(ms: number, bytes: number): boolean {
      for (let step = 0; step < ms / 5_000; step++) {
        check([outgoing]);
        state.now += 5_000;
        state.taken += bytes / (ms / 5_000);
      }
      check([outgoing]);
      return state.destroyed;
    },
  };
}

describe('a reader', () => {
  it.each([
    ['nothing', 0, true],
    ['a byte less than the least', MIN_BYTES_IN_A_WINDOW - 1, true],
    ['exactly the least', MIN_BYTES_IN_A_WINDOW, false],
    ['twice the least', 2 * MIN_BYTES_IN_A_WINDOW, false],
  ])('who takes %s in a minute: cut off is %s', (_, bytes, isCut) => {
    expect(setUp().pass(WINDOW_MS, bytes)).toBe(isCut);
  });

  it('who takes nothing is cut off after a minute, not earlier', () => {
    const { pass } = setUp();
    expect(pass(WINDOW_MS - 5_000, 0)).toBe(false);
    expect(pass(5_000, 0)).toBe(true);
  });

  it('who was fast is cut off after a slow minute', () => {
    const { pass } = setUp();
    expect(pass(WINDOW_MS, 100 * MIN_BYTES_IN_A_WINDOW)).toBe(false);
    expect(pass(WINDOW_MS, 0)).toBe(true);
  });

  it('who has taken everything is not slow while the server sends nothing', () => {
    const { state, pass } = setUp();
    expect(pass(WINDOW_MS - 5_000, 0)).toBe(false);
    state.waiting = 0;
    expect(pass(10 * WINDOW_MS, 0)).toBe(false);
    state.waiting = 100;
    expect(pass(WINDOW_MS - 5_000, 0)).toBe(false);
  });

  it('who waits for another response on the same connection is not slow', () => {
    const check = createSlowReaderCheck(() => 0);
    const waiting = { socket: null, writableLength: 5 } as unknown as ServerResponse;
    expect(() => check([waiting])).not.toThrow();
  });
});
