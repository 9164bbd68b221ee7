import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { twoChannelsMessages as messages } from '#components/messages/two-channels';
import { startUser, withoutClipboard } from '#components/testing/fake-browser';
import { TwoChannels } from './two-channels';

const KEY = 'm2OIJiffvcK74Zrvt882sumj6YXVx5blCLG9vw_RLx4';
const ADDRESS = `https://paste.example/view/${'a'.repeat(24)}`;

it('link and key are copied one by one, and both together are the link', async () => {
  const user = startUser();
  const onTaken = vi.fn();
  render(<TwoChannels link={`${ADDRESS}#${KEY}`} onTaken={onTaken} />);
  await user.click(screen.getByText(messages.title));
  await user.click(screen.getByRole('button', { name: messages.copyLink }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  expect(screen.getByRole('status')).toHaveTextContent(messages.said.link);
  expect(onTaken).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: messages.copyKey }));
  expect(await navigator.clipboard.readText()).toBe(KEY);
  expect(onTaken).toHaveBeenCalledOnce();
});

it('without HTTPS the key is copied, and not what is selected on the page', async () => {
  const user = startUser();
  render(<TwoChannels link={`${ADDRESS}#${KEY}`} />);
  const copied = withoutClipboard(true);
  await user.click(screen.getByText(messages.title));
  await user.click(screen.getByRole('button', { name: messages.copyKey }));
  expect(await screen.findByText(messages.said.key)).toBeVisible();
  expect(copied()).toBe(KEY);
});
