/** How long the rest of a refused body is read. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IDLE_MS, LINGER_MAX_BYTES, LINGER_MS, lingerAfter, PAUSE_MS } from './linger';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A refused request whose body is still under way. */
function refused() {
  const destroy = vi.fn();
  const incoming = Object.assign(new PassThrough({ highWaterMark: LINGER_MAX_BYTES }), { complete: false, socket: { destroy } });
  lingerAfter.call(Object.assign(new EventEmitter(), { req: incoming }) as unknown as ServerResponse);
  const send = async (bytes = 1) => {
    const read = new Promise((resolve) => incoming.once('data', resolve));
    incoming.write(Buffer.alloc(bytes));
    await read;
  };
  return { destroy, incoming, send };
}

it('a client that sends nothing more is left soon', () => {
  const { destroy } = refused();
  vi.advanceTimersByTime(IDLE_MS - 1);
  expect(destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(destroy).toHaveBeenCalled();
});

it('a client that still sends may pause longer', async () => {
  const { destroy, send } = refused();
  for (let round = 0; round < 3; round++) {
    await send();
    vi.advanceTimersByTime(PAUSE_MS - 1);
  }
  expect(destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(destroy).toHaveBeenCalled();
});

it('a client that sends without end is left after a limit', async () => {
  const { destroy, send } = refused();
  for (let ms = 0; ms < LINGER_MS; ms += 1_000) {
    expect(destroy).not.toHaveBeenCalled();
    await send();
    vi.advanceTimersByTime(1_000);
  }
  expect(destroy).toHaveBeenCalled();
});

it('a client that sends much is left at a limit', async () => {
  const { destroy, send } = refused();
  await send(LINGER_MAX_BYTES);
  expect(destroy).not.toHaveBeenCalled();
  await send();
  expect(destroy).toHaveBeenCalled();
});

it('a body that ends in time leaves its connection to the next request', async () => {
  const { destroy, incoming, send } = refused();
  await send();
  incoming.destroy();
  await new Promise((resolve) => incoming.once('close', resolve));
  vi.advanceTimersByTime(2 * LINGER_MS);
  expect(destroy).not.toHaveBeenCalled();
});
