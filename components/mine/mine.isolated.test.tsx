/** The page of what this browser keeps, and the way there. */

import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { localPastesMessages } from '#components/messages/local-pastes';
import { mineMessages as messages } from '#components/messages/mine';
import { forgetPaste, rememberPaste } from '#components/paste/local/local-pastes-store';
import { OwnLink } from '#components/shell/own-link';
import { startUser } from '#components/testing/fake-browser';
import { stubIntersections } from '#components/testing/in-view';
import { noteSecretRequests } from '#components/ui/kept-here';
import { Mine } from './mine';

const { listSecretRequests } = vi.hoisted(() => ({ listSecretRequests: vi.fn() }));
vi.mock('#components/requests/keys/secret-request-keys', () => ({ listSecretRequests }));

const [FIRST, SECOND] = ['a'.repeat(24), 'b'.repeat(24)] as const;
const AT = '2131-01-01T00:00:00.000Z';
const remember = (publicId: string) =>
  rememberPaste({
    publicId,
    manageToken: 't',
    isE2ee: true,
    burnAfterRead: false,
    maxReads: null,
    createdAt: AT,
    expiresAt: null,
    ended: null,
  });
const request = (label: string) => ({ thumbprint: label, requestId: 'r'.repeat(24), label, createdAt: AT, expiresAt: AT });

beforeEach(() => {
  stubIntersections();
  listSecretRequests.mockResolvedValue([request('Staging'), request('')]);
});

const link = () => screen.queryByRole('link', { name: commonMessages.own });

it('the header leads to the list as soon as there is a paste, and no longer', () => {
  render(<OwnLink />);
  expect(link()).not.toBeInTheDocument();
  act(() => remember(FIRST));
  expect(link()).toHaveAttribute('href', '/mine');
  act(() => forgetPaste(FIRST));
  expect(link()).not.toBeInTheDocument();
});

it('the header leads to the list when there is only a request', () => {
  noteSecretRequests(true);
  render(<OwnLink />);
  expect(link()).toBeVisible();
});

it('lists pastes and requests of this browser, and finds them by title or id', async () => {
  remember(FIRST);
  remember(SECOND);
  render(<Mine />);
  const user = startUser();
  expect(await screen.findByRole('link', { name: 'Staging' })).toHaveAttribute('href', '/requests#inbox');
  expect(screen.getByRole('link', { name: messages.unnamed })).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: messages.search }), 'STAG');
  expect(screen.getByRole('link', { name: 'Staging' })).toBeVisible();
  expect(screen.queryByRole('link', { name: messages.unnamed })).not.toBeInTheDocument();
  expect(screen.getByText(localPastesMessages.noMatch)).toBeVisible();
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), FIRST.slice(0, 4));
  expect(screen.getByText(FIRST)).toBeVisible();
  expect(screen.queryByText(SECOND)).not.toBeInTheDocument();
});

it('where the browser forbids it, there is no list of requests, and the pastes stay', async () => {
  listSecretRequests.mockRejectedValue(new Error('forbidden'));
  remember(FIRST);
  render(<Mine />);
  expect(await screen.findByText(FIRST)).toBeVisible();
  expect(screen.queryByRole('heading', { name: messages.requests })).not.toBeInTheDocument();
});
