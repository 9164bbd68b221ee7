/** Extending and deleting a paste without owner on its own page. */

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { manageMessages } from '#components/messages/manage';
import { passwordMessages } from '#components/messages/password';
import { viewMessages } from '#components/messages/view';
import { json, serve, status, unreachable } from '#components/testing/fake-server';
import { button, heading, openView, queryButton, shownText, uncoveredText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { formatExpiry } from '#components/ui/times';
import { formatAbsolute, formatTime, formatUnit } from '#lib/locales/format.rules';

const DAY_MS = 86_400_000;
const EXTEND = `POST /api/v1/pastes/${PUBLIC_ID}/extend`;
const DELETE = `DELETE /api/v1/pastes/${PUBLIC_ID}`;
const paste = viewedPaste({ content: 'hello', isOpenToAll: true, expiresAt: DAY_MS });

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** Deletes the paste and confirms. */
async function deleteIt() {
  const opened = openView(paste);
  await opened.user.click(button(viewMessages.delete));
  await opened.user.click((await dialog(manageMessages.confirmTitle)).getByRole('button', { name: manageMessages.confirm }));
  return opened;
}

it('extending asks by how long, and shows the new expiry beside the text', async () => {
  const until = new Date(3 * DAY_MS);
  const server = serve({ [EXTEND]: json({ publicId: PUBLIC_ID, expiresAt: until.toISOString() }) });
  const { user } = openView(paste);
  await user.click(button(viewMessages.extend));
  const form = await dialog(manageMessages.extendTitle);
  await user.selectOptions(form.getByLabelText(manageMessages.extendBy), formatExpiry(86_400));
  await user.click(form.getByRole('button', { name: manageMessages.extend }));
  expect(await screen.findByText(manageMessages.extended(formatTime(until)))).toBeVisible();
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ ttlSeconds: 86_400 });
  expect(screen.getByRole('list', { name: viewMessages.details })).toHaveTextContent(formatAbsolute(3 * 86_400_000));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a paste that turns out never to expire offers nothing more to extend', async () => {
  serve({ [EXTEND]: json({ publicId: PUBLIC_ID, expiresAt: null }) });
  const { user } = openView(paste);
  await user.click(button(viewMessages.extend));
  await user.click((await dialog(manageMessages.extendTitle)).getByRole('button', { name: manageMessages.extend }));
  await waitFor(() => expect(queryButton(viewMessages.extend)).not.toBeInTheDocument());
  expect(screen.getByText(viewMessages.neverExpires)).toBeVisible();
});

it('deleting asks first, with the focus on keeping it, and sends nothing before', async () => {
  const server = serve({});
  const { user } = openView(paste);
  await user.click(button(viewMessages.delete));
  await dialog(manageMessages.confirmTitle);
  expect(button(manageMessages.keep)).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(server.requests).toEqual([]);
});

it('a deleted paste makes room for the words that say so, which take the focus', async () => {
  serve({ [DELETE]: json({ deleted: true }) });
  await deleteIt();
  expect(await heading(manageMessages.deletedTitle)).toBeVisible();
  expect(screen.getByText(manageMessages.deletedText)).toHaveFocus();
  expect(screen.queryByText('hello')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: commonMessages.errors.startOver })).not.toBeInTheDocument();
});

it('a paste that was gone already stays readable here, and says whose copy that is', async () => {
  serve({ [DELETE]: status(404) });
  await deleteIt();
  expect(await screen.findByRole('alert')).toHaveTextContent(viewMessages.stillHere);
  expect(await shownText()).toHaveTextContent('hello');
  expect(queryButton(viewMessages.delete)).not.toBeInTheDocument();
  expect(queryButton(viewMessages.extend)).not.toBeInTheDocument();
});

it.each([
  ['it was asked too often', status(429, { 'Retry-After': '7' }), manageMessages.tooMany(formatUnit(7, 'second'))],
  ['the server failed', status(500), manageMessages['server-error']],
  ['the server did not answer', unreachable, manageMessages.unreachable],
  ['it has an owner by now', status(403), manageMessages['wrong-token']],
])('a paste not deleted because %s says so, and can be deleted later', async (_, answer, sentence) => {
  serve({ [DELETE]: answer });
  await deleteIt();
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(button(viewMessages.delete)).toBeVisible();
  expect(await shownText()).toHaveTextContent('hello');
});

it('a permitted reader can delete a paste, by key proof if encrypted, not extend it', async () => {
  const sealed = await sealedPaste({ content: 'hello' });
  const locked = await sealedPaste({ content: 'hello' }, 'pass');
  const deletable = ({ inPage, burning }: typeof sealed) => ({ ...inPage, readerMayDelete: true, readHeader: burning.readHeader });
  for (const [shown, fragment, token] of [
    [viewedPaste({ content: 'hello', readerMayDelete: true }), '', null],
    [deletable(sealed), `#${sealed.key}`, sealed.readToken],
    [deletable(locked), `#${locked.key}`, locked.readToken],
  ] as const) {
    const server = serve({ [DELETE]: json({ deleted: true }) });
    const { user, unmount } = openView(shown, fragment);
    if (shown.hasPassword) await user.type(await screen.findByLabelText(passwordMessages.label), 'pass{Enter}');
    await (shown.hasPassword ? uncoveredText(user) : shownText());
    expect(queryButton(viewMessages.extend)).not.toBeInTheDocument();
    await user.click(button(viewMessages.delete));
    await user.click((await dialog(manageMessages.confirmTitle)).getByRole('button', { name: manageMessages.confirm }));
    await waitFor(() => expect(server.routes()).toEqual([DELETE]));
    expect(server.requests[0]?.headers.get('X-Service-Read-Token')).toBe(token);
    unmount();
  }
});
