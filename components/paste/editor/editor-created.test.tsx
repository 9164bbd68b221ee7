/** The created page as an entry of the tab's history. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { languageLabel } from '#lib/languages/language.rules';
import { CREATED_FRAGMENT } from './model/created-paste';
import {
  button,
  chooseFile,
  createdLink,
  languageField,
  openEditor,
  passwordField,
  textField,
  textFile,
  write,
} from './testing/editor-page';
import { resetIndexedDb, storedFiles } from './testing/fake-indexed-db';
import { sealWorkerIsIdle } from './testing/seal-worker';
import { nextUpload, sentUploads } from './testing/upload';

async function create(user: UserEvent, text: string): Promise<string> {
  await write(user, text);
  await user.click(button(messages.create));
  await (await nextUpload()).create();
  return createdLink();
}

/** Navigates like Back and Forward, without jsdom's delay. */
function goTo(address: string): void {
  history.replaceState(null, '', address);
  fireEvent.popState(window);
}

it('the created page is back after a reload, with link, key and manage link', async () => {
  const first = openEditor();
  const link = await create(first.user, 'text');
  const manageLink = screen.getByLabelText<HTMLInputElement>(createdMessages.manageLink).value;
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  openEditor();
  expect(createdLink()).toBe(link);
  expect(screen.getByLabelText(createdMessages.manageLink)).toHaveValue(manageLink);
});

it('the created page has an entry of its own, which names neither key nor id', async () => {
  const before = history.length;
  const { user } = openEditor();
  const link = await create(user, 'text');
  expect(history.length).toBe(before + 1);
  expect(location.hash).toBe(CREATED_FRAGMENT);
  const [url = '', key = 'none'] = link.split('#');
  expect(JSON.stringify([location.href, history.state])).not.toContain(key);
  expect(location.href).not.toContain(url.slice(url.lastIndexOf('/') + 1));
});

it('Back from an untaken link leads to the text, and Forward to the link', async () => {
  const { user } = openEditor();
  const link = await create(user, 'my words');
  goTo('/');
  expect(textField()).toHaveValue('my words');
  expect(screen.getByRole('link', { name: messages.showLastLink })).toHaveAttribute('href', CREATED_FRAGMENT);
  goTo(`/${CREATED_FRAGMENT}`);
  expect(createdLink()).toBe(link);
});

it('after Back, the same text pressed again shows its link, and nothing is sent', async () => {
  const { user } = openEditor();
  const link = await create(user, 'my words');
  goTo('/');
  await user.click(button(messages.create));
  expect(createdLink()).toBe(link);
  expect(location.hash).toBe(CREATED_FRAGMENT);
  expect(sentUploads()).toHaveLength(1);
  await user.click(button(createdMessages.copyLink));
  goTo('/');
  await write(user, 'my words');
  await user.click(button(messages.create));
  await nextUpload(1);
});

it('the created page hands over the password until a reload or another paste', async () => {
  const first = openEditor();
  await first.user.type(passwordField(), 'hunter2');
  await create(first.user, 'text');
  const password = () => screen.queryByLabelText(createdMessages.passwordLabel);
  await first.user.click(button(createdMessages.copyPassword));
  expect(await navigator.clipboard.readText()).toBe('hunter2');
  await first.user.click(button(createdMessages.copyLink));
  expect(password()).toHaveValue('hunter2');
  goTo('/');
  goTo(`/${CREATED_FRAGMENT}`);
  expect(password()).toHaveValue('hunter2');
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('hunter2');
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  openEditor();
  expect(password()).toBeNull();
  expect(screen.getByText(createdMessages.passwordTitle)).toBeVisible();
});

it('a new visit to the form offers the last link, until another paste is begun', async () => {
  const first = openEditor();
  const link = await create(first.user, 'text');
  await first.user.click(button(createdMessages.copyLink));
  first.unmount();
  history.replaceState(null, '', '/');
  const second = openEditor();
  expect(textField()).toHaveValue('');
  expect(screen.getByText(messages.lastLink, { exact: false })).toBeVisible();
  goTo(`/${CREATED_FRAGMENT}`);
  expect(createdLink()).toBe(link);
  await second.user.click(button(createdMessages.another));
  expect(location.hash).toBe('');
  expect(sessionStorage).toHaveLength(0);
  expect(screen.queryByText(messages.lastLink, { exact: false })).not.toBeInTheDocument();
});

it('text restored from a reloaded created page has its language detected again', async () => {
  const first = openEditor();
  await create(first.user, 'fn main() { println!("hi"); }');
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  openEditor();
  await sealWorkerIsIdle();
  goTo('/');
  await waitFor(() => expect(languageField()).toHaveDisplayValue(messages.detected(languageLabel('rust'))));
});

it('the skip link leaves the created page where it is', async () => {
  const { user } = openEditor();
  const link = await create(user, 'text');
  goTo('/#content');
  expect(createdLink()).toBe(link);
});

it('a file behind a reloaded created page is in the form again by Back', async () => {
  resetIndexedDb();
  const first = openEditor();
  await chooseFile(first.user, textFile('data.txt', 'x'.repeat(600_000)));
  await screen.findByRole('region', { name: 'data.txt' });
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('\\"attachment\\"'));
  await first.user.click(button(messages.create));
  await (await nextUpload()).create();
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  openEditor();
  expect(createdLink()).not.toBe('');
  // Leaving the page before the file is restored keeps the stored file.
  fireEvent(window, new Event('pagehide'));
  await sealWorkerIsIdle();
  goTo('/');
  expect(await screen.findByRole('region', { name: 'data.txt' })).toBeVisible();
  expect(storedFiles()).toHaveLength(1);
});

it('an entry whose link is not kept any more shows the form', () => {
  history.replaceState(null, '', `/${CREATED_FRAGMENT}`);
  openEditor();
  expect(textField()).toBeVisible();
  expect(location.hash).toBe('');
});

it('invalid stored data shows the form', () => {
  sessionStorage.setItem('sealpaste-created', '{"paste":{"link":"javascript:alert(1)"}}');
  history.replaceState(null, '', `/${CREATED_FRAGMENT}`);
  openEditor();
  expect(textField()).toBeVisible();
});
