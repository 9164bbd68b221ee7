import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { lazyPart } from './lazy-part';

const Part = () => <p>loaded</p>;

it('code that does not load is said, and loaded again for what is rendered anew', async () => {
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(Part);
  const Lazy = lazyPart(load);
  const first = render(<Lazy />);
  expect(await screen.findByRole('alert')).toHaveTextContent(commonMessages.partNotLoaded);
  first.rerender(<Lazy />);
  expect(load).toHaveBeenCalledTimes(1);
  first.unmount();
  render(<Lazy />);
  expect(await screen.findByText('loaded')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
