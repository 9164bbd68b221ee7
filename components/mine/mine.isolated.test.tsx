/** The page of what this browser keeps, and the way there. */

import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { localPastesMessages } from '#components/messages/local-pastes';
import { mineMessages as messages } from '#components/messages/mine';
import { forgetPaste, rememberPaste } from '#components/paste/local/local-pastes-store';
import { forgetSecretRequest, keepSecretRequest } from '#components/requests/kept-secret-requests';
import { OwnLink } from '#components/shell/own-link';
import { startUser } from '#components/testing/fake-browser';
import { stubIntersections } from '#components/testing/in-view';
import { Mine } from './mine';

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
const [STAGING, UNNAMED] = ['r'.repeat(24), 's'.repeat(24)] as const;
const KEY = 'k'.repeat(43);
const keep = (requestId: string, label: string) =>
  keepSecretRequest({
    requestId,
    inboxKey: KEY,
    link: `https://paste.example/request/${requestId}#${KEY}.${KEY}`,
    label,
    createdAt: AT,
    expiresAt: AT,
  });

beforeEach(() => {
  stubIntersections();
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
  keep(STAGING, 'Staging');
  render(<OwnLink />);
  expect(link()).toBeVisible();
  act(() => forgetSecretRequest(STAGING));
  expect(link()).not.toBeInTheDocument();
});

it('lists pastes and requests of this browser, and finds them by title or id', async () => {
  remember(FIRST);
  remember(SECOND);
  keep(STAGING, 'Staging');
  keep(UNNAMED, '');
  render(<Mine />);
  const user = startUser();
  const opens = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.keyboard('{Control>}');
  await user.click(await screen.findByRole('link', { name: 'Staging' }));
  await user.keyboard('{/Control}');
  expect(opens.mock.calls[0]?.[0]).toBe(`/inbox/${STAGING}#${KEY}`);
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

it('what another program wrote into the list of requests is left out', async () => {
  localStorage.setItem('sealpaste-requests', JSON.stringify([{ requestId: STAGING, label: 'Staging' }, null, 'x']));
  remember(FIRST);
  render(<Mine />);
  expect(await screen.findByText(FIRST)).toBeVisible();
  expect(screen.queryByText('Staging')).not.toBeInTheDocument();
});
