import { render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { extensionMessages as messages } from '#components/messages/extension';
import { startUser } from '#components/testing/fake-browser';
import { SettingsPage } from './settings';

const rules = { getDynamicRules: async () => [{ id: 7 }], updateDynamicRules: vi.fn(async () => undefined) };

/** The browser's tabs, of which a page of the server is one. Reloading it ends at once, or never. */
function stubTabs(isReloading: boolean) {
  const listeners = new Set<(id: number, change: object) => void>();
  const onUpdated = { addListener: listeners.add.bind(listeners), removeListener: listeners.delete.bind(listeners) };
  const reload = vi.fn(async (id: number) => {
    if (isReloading) for (const listener of listeners) listener(id, { status: 'complete' });
  });
  return { query: vi.fn(async () => [{ id: 3 }]), reload, onUpdated, onRemoved: onUpdated };
}

/** Adds a server in a browser that allows it, or doesn't. @returns the function that keeps servers */
async function add(isAllowed: boolean, more: object = {}) {
  const set = vi.fn(async () => undefined);
  const request = vi.fn(async () => isAllowed);
  const runtime = { getManifest: () => ({ version: '1' }), getURL: (path: string) => `chrome-extension://abc/${path}` };
  vi.stubGlobal('chrome', { permissions: { request }, storage: { local: { set } }, declarativeNetRequest: rules, runtime, ...more });
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
  if (isAllowed) rules.updateDynamicRules.mockRejectedValueOnce(new Error('exceeded the 2KB memory limit'));
  const set = await add(isAllowed);
  expect(await screen.findByText(messages.refused('paste.example'))).toBeInTheDocument();
  expect(set).not.toHaveBeenCalled();
});

it('pages of an added server load anew without its service workers', async () => {
  const tabs = stubTabs(true);
  const remove = vi.fn(async () => undefined);
  await add(true, { tabs, browsingData: { remove } });
  expect(await screen.findByText(messages.workersRemoved('paste.example'))).toBeInTheDocument();
  expect(tabs.query).toHaveBeenCalledWith({ url: ['*://paste.example/*'] });
  expect(tabs.reload).toHaveBeenCalledWith(3, { bypassCache: true });
  expect(remove).toHaveBeenCalledWith({ origins: ['https://paste.example'] }, { serviceWorkers: true });
  expect(remove.mock.invocationCallOrder[0]).toBeGreaterThan(tabs.reload.mock.invocationCallOrder[0] ?? Infinity);
});

it('the settings say that a page of an added server did not load again', async () => {
  const tabs = stubTabs(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await add(true, { tabs, browsingData: { remove: async () => undefined } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText(messages.pagesLeft('paste.example'))).toBeInTheDocument();
});
