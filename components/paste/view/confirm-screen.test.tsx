/** The page of a paste with limited reads asks before it uses one. */

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readsMessages } from '#components/messages/reads';
import { readsNoticeMessages } from '#components/messages/reads-notice';
import { viewMessages } from '#components/messages/view';
import { viewReadsMessages as messages } from '#components/messages/view-reads';
import { serve, text } from '#components/testing/fake-server';
import { button, heading, openView, shownText, uncoveredText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { formatAbsolute } from '#lib/locales/format.rules';

const RAW = `GET /raw/${PUBLIC_ID}`;

it.each([2, 1])('says how many reads are left (%i), and asks the server nothing', async (left) => {
  const server = serve({});
  openView(viewedPaste({ readsLeft: left }));
  expect(await heading(messages.title(left))).toBeVisible();
  for (const said of [messages.text(left), messages.later]) expect(screen.getByText(said)).toBeVisible();
  expect(server.requests).toEqual([]);
});

it('is read once when somebody decides to, without a claim', async () => {
  const server = serve({ [RAW]: text('for three') });
  const { user } = openView(viewedPaste({ readsLeft: 3 }));
  await heading(messages.title(3));
  await user.click(button(messages.button));
  expect(await uncoveredText(user)).toHaveTextContent('for three');
  expect(server.routes()).toEqual([RAW]);
});

const READ_AT = Date.parse('2026-11-21T12:00:00.000Z');
const readsLeft = (left: number) => () => new Response('for three', { headers: { 'X-Service-Reads-Left': `${left}` } });

it('says how many reads were used, before and after it, and what a reload takes', async () => {
  serve({ [RAW]: readsLeft(1) });
  const { user } = openView(viewedPaste({ readsLeft: 2, maxReads: 3, viewCount: 1, lastReadAt: READ_AT, expiresAt: READ_AT }));
  await heading(messages.title(2));
  expect(screen.getByText(readsMessages.countedLast({ reads: 1, max: 3, when: formatAbsolute(READ_AT) }))).toBeVisible();
  await user.click(button(messages.button));
  await shownText();
  expect(screen.getByText(readsMessages.counted({ reads: 2, max: 3 }))).toBeVisible();
  expect(await screen.findByText(readsNoticeMessages.again(1))).toBeVisible();
  expect(screen.getByRole('link', { name: viewMessages.report })).toHaveAttribute('href', `/report/${PUBLIC_ID}`);
  expect(screen.getByText(viewMessages.expires, { exact: false })).toBeVisible();
});

it('says to the last reader that it is gone, and shows no expiry', async () => {
  serve({ [RAW]: readsLeft(0) });
  // Somebody else has read the paste since the page was loaded.
  const { user } = openView(viewedPaste({ readsLeft: 2, maxReads: 3, viewCount: 1, expiresAt: READ_AT }));
  await user.click(button(messages.button));
  await shownText();
  expect(screen.getByText(readsMessages.counted({ reads: 3, max: 3 }))).toBeVisible();
  expect(screen.getByText(viewMessages.burned)).toBeVisible();
  expect(screen.queryByText(viewMessages.expires, { exact: false })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: viewMessages.report })).not.toBeInTheDocument();
});

it.each(['', '-1', 'none', '1e3', '99999'])('a server that says %j of the reads left changes nothing', async (said) => {
  serve({ [RAW]: () => new Response('for three', { headers: { 'X-Service-Reads-Left': said } }) });
  const { user } = openView(viewedPaste({ readsLeft: 2, maxReads: 3, viewCount: 1 }));
  await user.click(button(messages.button));
  await shownText();
  expect(screen.getByText(readsMessages.counted({ reads: 1, max: 3 }))).toBeVisible();
});

it('that is encrypted is decrypted with the key of the link', async () => {
  const sealed = await sealedPaste({ content: 'sealed for three' });
  const server = serve({ [RAW]: text(sealed.envelope) });
  const { user } = openView({ ...sealed.inPage, content: null, readsLeft: 3 }, `#${sealed.key}`);
  await heading(messages.title(3));
  await user.click(button(messages.button));
  expect(await uncoveredText(user)).toHaveTextContent('sealed for three');
  expect(server.routes()).toEqual([RAW]);
});
