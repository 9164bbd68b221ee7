import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLeaveGuard } from './use-leave-guard';

function Page({ isNeeded, isForOthersOnly = false }: { isNeeded: boolean; isForOthersOnly?: boolean }) {
  const release = useLeaveGuard(isNeeded, { isForOthersOnly });
  return (
    <button type="button" onClick={release}>
      Release
    </button>
  );
}

/** Whether the browser would ask before the page is left. */
const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

it('the leave guard asks while there is something to lose', () => {
  render(<Page isNeeded />);
  expect(isAsked()).toBe(true);
});

it('the leave guard asks nothing where there is nothing to lose', () => {
  render(<Page isNeeded={false} />);
  expect(isAsked()).toBe(false);
});

it('the leave guard follows whether there is something to lose', () => {
  const { rerender } = render(<Page isNeeded={false} />);
  rerender(<Page isNeeded />);
  expect(isAsked()).toBe(true);
  rerender(<Page isNeeded={false} />);
  expect(isAsked()).toBe(false);
});

it('a released leave guard asks nothing', () => {
  render(<Page isNeeded />);
  fireEvent.click(screen.getByRole('button', { name: 'Release' }));
  expect(isAsked()).toBe(false);
});

it('a leave guard whose page is gone asks nothing', () => {
  const { unmount } = render(<Page isNeeded />);
  unmount();
  expect(isAsked()).toBe(false);
});

it.each([
  ['another page of ours', '/account', null, false],
  ['a page of another site', 'https://other.example/', null, true],
  ['a download', '/raw/a', 'a.txt', true],
])('a leave guard for other sites and closing, before %s', (_where, address, downloadRequest, isExpected) => {
  const navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  render(<Page isNeeded isForOthersOnly />);
  expect(isAsked()).toBe(true);
  const url = new URL(address, location.href).href;
  navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination: { url }, downloadRequest }));
  expect(isAsked()).toBe(isExpected);
});
