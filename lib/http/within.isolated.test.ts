import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { within } from './within';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what comes in time is passed on, and no timer keeps the process alive', async () => {
  expect(await within(1_000, Promise.resolve('here'))).toBe('here');
  await expect(within(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('what comes later is an error that says how long was waited', async () => {
  const waiting = expect(within(1_000, new Promise(() => undefined))).rejects.toThrow('no response within 1000 ms');
  await vi.advanceTimersByTimeAsync(1_001);
  await waiting;
});
