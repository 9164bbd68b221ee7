import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { formatAbsolute } from '#lib/locales/format.rules';
import { useHasCrypto, useIsApple, useIsRunning, useMinute } from './browser-facts';
import { Expiry, NearMoment } from './moment';

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
  const moment = <NearMoment atMs={atMs} knownAt={atMs + 3_600_000} />;
  expect(renderToString(moment)).toContain('21 Nov 2026, 12:00 UTC');
  render(moment);
  expect(screen.getByRole('time')).toHaveAttribute('datetime', '2026-11-21T12:00:00.000Z');
  expect(screen.getByRole('time')).toHaveTextContent(/^21 Nov 2026, \d\d:\d\d$/);
});

it('a time is said once: by its distance within an hour, else as a date', () => {
  vi.useFakeTimers({ now: 0 });
  const atMs = Date.parse('2026-11-21T12:00:00.000Z');
  const { rerender } = render(<NearMoment atMs={atMs} knownAt={atMs + 3_599_999} />);
  expect(screen.getByRole('time')).toHaveTextContent(/^1 hour ago$/);
  expect(screen.getByRole('time')).toHaveAttribute('title', formatAbsolute(atMs));
  for (const away of [3_600_000, -3_600_000]) {
    rerender(<NearMoment atMs={atMs} knownAt={atMs + away} />);
    expect(screen.getByRole('time')).toHaveTextContent(formatAbsolute(atMs));
  }
});

it('an expiry says that it is over as soon as it is, by the clock of the server', () => {
  vi.useFakeTimers({ now: 5_000 });
  const atMs = Date.parse('2026-11-21T12:00:00.000Z');
  const { container, unmount } = render(<Expiry label="Expires" atMs={atMs} knownAt={atMs - 30_000} />);
  expect(container).toHaveTextContent(/^Expires in less than a minute/);
  act(() => vi.advanceTimersByTime(29_999));
  expect(container).toHaveTextContent(/^Expires in less than a minute/);
  act(() => vi.advanceTimersByTime(1));
  expect(container).toHaveTextContent(commonMessages.expired(formatAbsolute(atMs)));
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it('an expiry in a year, longer than a timer takes, is not over at once', () => {
  vi.useFakeTimers();
  const { container } = render(<Expiry label="Expires" atMs={365 * 86_400_000} knownAt={0} />);
  act(() => vi.advanceTimersByTime(1_000));
  expect(container).toHaveTextContent(/^Expires/);
});
