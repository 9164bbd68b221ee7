import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useHasCrypto, useIsApple, useIsRunning, useMinute } from './browser-facts';
import { Moment } from './moment';

function Facts() {
  return <output>{JSON.stringify([useMinute(), useIsApple(), useHasCrypto(), useIsRunning()])}</output>;
}

const facts = () => JSON.parse(screen.getByRole('status').textContent);

it('the current minute advances by itself when the next one begins', () => {
  vi.useFakeTimers({ now: 90_000 });
  const { unmount } = render(<Facts />);
  expect(facts()[0]).toBe(60_000);
  act(() => vi.advanceTimersByTime(29_999));
  expect(facts()[0]).toBe(60_000);
  act(() => vi.advanceTimersByTime(1));
  expect(facts()[0]).toBe(120_000);
  act(() => vi.advanceTimersByTime(60_000));
  expect(facts()[0]).toBe(180_000);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it('the server promises encryption and knows nothing else', () => {
  vi.stubGlobal('crypto', {});
  expect(renderToString(<Facts />)).toBe('<output>[null,false,true,false]</output>');
  render(<Facts />);
  expect(facts().slice(1)).toEqual([false, false, true]);
});

it('a time is in UTC on the server and in the reader’s zone in the browser', () => {
  const atMs = Date.parse('2026-11-21T12:00:00.000Z');
  const moment = <Moment atMs={atMs} nowMs={atMs + 3_600_000} />;
  expect(renderToString(moment)).toContain('21 Nov 2026, 12:00 UTC');
  render(moment);
  expect(screen.getByRole('time')).toHaveAttribute('datetime', '2026-11-21T12:00:00.000Z');
  expect(screen.getByRole('time')).toHaveTextContent(/^1 hour ago \(21 Nov 2026, \d\d:\d\d\)$/);
});
