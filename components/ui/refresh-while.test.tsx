import { act, fireEvent, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { router } from '#components/testing/fake-router';
import { RefreshWhile } from './refresh-while';

let visibility: DocumentVisibilityState;

beforeEach(() => {
  visibility = 'visible';
  router.refresh.mockClear();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.useFakeTimers();
});

/** @returns how often the page was refreshed in that time */
function refreshesIn(timeMs: number): number {
  router.refresh.mockClear();
  act(() => vi.advanceTimersByTime(timeMs));
  return router.refresh.mock.calls.length;
}

it('the page refreshes ever more slowly, from 1.5 to every 15 seconds', () => {
  render(<RefreshWhile isWaiting subject="a" />);
  expect(refreshesIn(1_499)).toBe(0);
  expect(refreshesIn(1)).toBe(1);
  expect(refreshesIn(1_949)).toBe(0);
  expect(refreshesIn(1)).toBe(1);
  expect(refreshesIn(120_000)).toBeLessThan(15);
  expect(refreshesIn(150_000)).toBe(10);
});

it('the page refreshes only while there is something to wait for', () => {
  const { rerender } = render(<RefreshWhile isWaiting={false} subject="a" />);
  expect(refreshesIn(60_000)).toBe(0);
  rerender(<RefreshWhile isWaiting subject="a" />);
  expect(refreshesIn(1_500)).toBe(1);
  rerender(<RefreshWhile isWaiting={false} subject="a" />);
  expect(refreshesIn(60_000)).toBe(0);
});

it('another subject starts with the shortest pause again', () => {
  const { rerender } = render(<RefreshWhile isWaiting subject="a" />);
  refreshesIn(120_000);
  rerender(<RefreshWhile isWaiting subject="b" />);
  expect(refreshesIn(1_500)).toBe(1);
});

it('a hidden tab does not refresh, and does at once when it is shown', () => {
  render(<RefreshWhile isWaiting subject="a" />);
  visibility = 'hidden';
  fireEvent(document, new Event('visibilitychange'));
  expect(refreshesIn(60_000)).toBe(0);
  visibility = 'visible';
  fireEvent(document, new Event('visibilitychange'));
  expect(router.refresh).toHaveBeenCalledOnce();
});

it('a page that is gone does not refresh', () => {
  const { unmount } = render(<RefreshWhile isWaiting subject="a" />);
  unmount();
  expect(refreshesIn(60_000)).toBe(0);
});
