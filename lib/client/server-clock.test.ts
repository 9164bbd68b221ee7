/** A machine whose clock is wrong. */
import { afterEach, expect, it, vi } from 'vitest';
import { learnServerTime, serverClockOffset, serverNow, subscribeToServerClock } from './server-clock';

const HOUR_MS = 3_600_000;
const server = Date.UTC(2026, 10, 28, 12);
const date = new Date(server).toUTCString();

afterEach(() => {
  vi.useRealTimers();
  learnServerTime(new Date().toUTCString());
});

it.each([
  ['two hours ahead', 2 * HOUR_MS],
  ['ten seconds behind', -10_000],
  ['a year ahead', 365 * 24 * HOUR_MS],
])('the time is the server’s on a machine that is %s', (_, aheadMs) => {
  vi.useFakeTimers({ now: server + aheadMs });
  learnServerTime(date);
  expect(serverNow()).toBe(server);
  vi.setSystemTime(server + aheadMs + HOUR_MS);
  expect(serverNow()).toBe(server + HOUR_MS);
});

it('a clock that is right stays as it is, and says nothing new', () => {
  vi.useFakeTimers({ now: server });
  learnServerTime(date);
  const listener = vi.fn();
  const end = subscribeToServerClock(listener);
  vi.setSystemTime(server + 900);
  learnServerTime(date);
  expect([serverNow(), serverClockOffset()]).toEqual([server + 900, 0]);
  vi.setSystemTime(server + HOUR_MS);
  learnServerTime(date);
  expect(listener).toHaveBeenCalledTimes(1);
  end();
});

it.each([null, '', 'soon'])('%j teaches nothing', (said) => {
  vi.useFakeTimers({ now: server });
  learnServerTime(date);
  learnServerTime(said);
  expect(serverClockOffset()).toBe(0);
});
