import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { extensionMessages as messages } from '#components/messages/extension';
import { startUser } from '#components/testing/fake-browser';
import { SettingsPage } from './settings';

const rules = { getDynamicRules: async () => [{ id: 7 }], updateDynamicRules: vi.fn(async () => undefined) };

/** Adds a server in a browser that allows it, or doesn't. @returns the function that keeps servers */
async function add(isAllowed: boolean) {
  const set = vi.fn(async () => undefined);
  const request = vi.fn(async () => isAllowed);
  const runtime = { getManifest: () => ({ version: '1' }), getURL: (path: string) => `chrome-extension://abc/${path}` };
  vi.stubGlobal('chrome', { permissions: { request }, storage: { local: { set } }, declarativeNetRequest: rules, runtime });
  const user = startUser();
  render(<SettingsPage kept={[]} />);
  await user.type(screen.getByLabelText(messages.address), 'paste.example');
  await user.click(screen.getByRole('button', { name: messages.add }));
  expect(request).toHaveBeenCalledWith({ origins: ['*://paste.example/*'] });
  return set;
}

it('an allowed server is kept once the browser has its rules', async () => {
  const set = await add(true);
  expect(await screen.findByText('https://paste.example')).toBeInTheDocument();
  expect(rules.updateDynamicRules).toHaveBeenCalledWith(expect.objectContaining({ removeRuleIds: [7] }));
  expect(set).toHaveBeenCalledWith({ instances: [{ address: 'https://paste.example', apiKey: '' }] });
});

it.each([
  ['does not allow', false],
  ['has no room for', true],
])('a server that the browser %s is not kept, and the page says so', async (_, isAllowed) => {
  rules.updateDynamicRules.mockRejectedValueOnce(new Error('exceeded the 2KB memory limit'));
  const set = await add(isAllowed);
  expect(await screen.findByText(messages.refused('paste.example'))).toBeInTheDocument();
  expect(set).not.toHaveBeenCalled();
});
