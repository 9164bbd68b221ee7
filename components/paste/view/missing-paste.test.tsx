/** Visitors of a paste that is gone or opened. */

import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { openedMessages } from '#components/messages/opened';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { CLAIMED, json, serve, status, text, unreachable } from '#components/testing/fake-server';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { formatTime } from '#lib/locales/format.rules';
import { findEnding } from './find-ending';
import { PasteNotFound } from './missing-paste';
import { keepClaim, rememberOpened } from './reader/burn-claim-storage';

const messages = commonMessages.errors;
const RECEIPT = `GET /api/v1/pastes/${PUBLIC_ID}/receipt`;
const AT = '2031-01-01T00:00:00.000Z';

let sealed: Awaited<ReturnType<typeof sealedPaste>>;
beforeAll(async () => {
  sealed = await sealedPaste({ content: 'hello' });
});

function visit(fragment = ''): void {
  vi.stubGlobal('isSecureContext', true);
  history.replaceState(null, '', `/view/${PUBLIC_ID}${fragment}`);
  render(<PasteNotFound />);
}

it('a visitor with the key of an opened paste learns when it was opened', async () => {
  const server = serve({ [RECEIPT]: json({ publicId: PUBLIC_ID, state: 'opened', createdAt: AT, at: AT }) });
  visit(`#${sealed.key}`);
  expect(await screen.findByRole('heading', { name: openedMessages.title })).toBeVisible();
  expect(screen.getByText(openedMessages.text(formatTime(new Date(AT))))).toBeVisible();
  // A stranger came to read, not to write.
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(server.requests[0]?.headers.get('X-Service-Read-Token')).toBe(sealed.readToken);
  expect(server.sent()).not.toContain(sealed.key);
  expect(location.hash).toBe('');
});

it.each([
  ['has another key', status(404)],
  ['comes to one that expired', json({ publicId: PUBLIC_ID, state: 'expired', createdAt: AT, at: AT })],
  ['can’t reach the server', unreachable],
  ['asks too often', status(429)],
])('a visitor who %s sees the page for everybody', async (_, answer) => {
  const server = serve({ [RECEIPT]: answer });
  visit(`#${sealed.key}`);
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), 20_000);
  // Called a second time here, to know that the response has been handled.
  expect(await findEnding(PUBLIC_ID).catch(() => null)).toBeNull();
  expect(screen.getByText(messages.notFoundTitle)).toBeVisible();
});

it.each(['', '#x'])('who has no key of our form asks nothing: %j', async (fragment) => {
  const server = serve({});
  visit(fragment);
  expect(await findEnding(PUBLIC_ID)).toBeNull();
  expect(server.requests).toEqual([]);
  expect(screen.getByText(messages.notFoundTitle)).toBeVisible();
});

it('who has claimed the paste in this tab goes on reading it', async () => {
  serve({
    [`POST /api/v1/pastes/${PUBLIC_ID}/claim`]: json(CLAIMED),
    [`GET /raw/${PUBLIC_ID}`]: text('hello'),
    [`POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`]: json({}),
  });
  keepClaim({ claim: 'mine', paste: viewedPaste({ burnAfterRead: true }) });
  visit();
  expect(await screen.findByRole('region', { name: viewMessages.textLabel })).toBeVisible();
  expect(screen.queryByText(messages.notFoundTitle)).not.toBeInTheDocument();
});

it('the tab that opened the paste says so and sends no request', async () => {
  const server = serve({});
  rememberOpened(PUBLIC_ID);
  visit(`#${sealed.key}`);
  expect(await screen.findByRole('heading', { name: viewProblemMessages['opened-here'].title })).toBeVisible();
  expect(server.requests).toEqual([]);
});
