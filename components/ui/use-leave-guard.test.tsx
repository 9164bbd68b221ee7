import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useLeaveGuard } from './use-leave-guard';

function Page({ isNeeded }: { isNeeded: boolean }) {
  const release = useLeaveGuard(isNeeded);
  return (
    <button type="button" onClick={release}>
      Release
    </button>
  );
}

/** Whether the browser would ask before the page is left. */
const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

it('asks before the page is left while there is something to lose', () => {
  render(<Page isNeeded />);
  expect(isAsked()).toBe(true);
});

it('asks nothing where there is nothing to lose', () => {
  render(<Page isNeeded={false} />);
  expect(isAsked()).toBe(false);
});

it('follows whether there is something to lose', () => {
  const { rerender } = render(<Page isNeeded={false} />);
  rerender(<Page isNeeded />);
  expect(isAsked()).toBe(true);
  rerender(<Page isNeeded={false} />);
  expect(isAsked()).toBe(false);
});

it('asks nothing once it is released, also on a way that is taken at once', () => {
  render(<Page isNeeded />);
  fireEvent.click(screen.getByRole('button', { name: 'Release' }));
  expect(isAsked()).toBe(false);
});

it('asks nothing when what needed it is gone', () => {
  const { unmount } = render(<Page isNeeded />);
  unmount();
  expect(isAsked()).toBe(false);
});
