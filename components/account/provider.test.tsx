/** Signing in at a provider and returning to the page from before. */

import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import { startUser, watchForms } from '#components/testing/fake-browser';
import { json, serve } from '#components/testing/fake-server';
import { keepFragment, takeFragment } from './return';
import { SignIn } from './sign-in';
import { Identities } from './sign-ins';

const { gate, identities: messages, provider, signIn } = accountMessages;
const WAYS = { isRegistrationOpen: false, providerName: 'Corp' };
const LINKED = {
  id: 'first',
  issuer: 'https://id.example',
  name: 'anna@corp.example',
  createdAt: '2031-01-01T00:00:00.000Z',
  lastUsedAt: null,
};

afterEach(() => {
  window.history.replaceState(null, '', '/');
  sessionStorage.clear();
});

const show = (path = '/view/abc') => render(<SignIn ways={WAYS} returnTo={path} title={gate.title} text={gate.text} />);

it('signing in by provider or by key leads back to the page that asked for it', async () => {
  const sent = watchForms();
  show();
  const user = startUser();
  await user.click(screen.getByRole('button', { name: provider.button('Corp') }));
  await user.type(screen.getByLabelText(signIn.key), 'sp_key');
  await user.click(screen.getByRole('button', { name: signIn.submit }));
  expect(sent).toEqual([
    { action: formAddress('sign-in-at-provider'), method: 'post', fields: { returnTo: '/view/abc' } },
    { action: formAddress('sign-in'), method: 'post', fields: { returnTo: '/view/abc', apiKey: 'sp_key' } },
  ]);
});

it('what stands behind # stays in the tab, and no form sends it', async () => {
  const sent = watchForms();
  window.history.replaceState(null, '', '/view/abc#the-key');
  show();
  await startUser().click(screen.getByRole('button', { name: provider.button('Corp') }));
  expect(sent.map(({ fields }) => fields)).toEqual([{ returnTo: '/account/return?to=%2Fview%2Fabc' }]);
  expect(takeFragment('/view/abc')).toBe('/view/abc#the-key');
  // The second call finds no fragment.
  expect(takeFragment('/view/abc')).toBe('/view/abc');
});

it('a fragment returns to its own address only, and tampered storage is ignored', () => {
  keepFragment('/view/abc', '#the-key');
  expect(takeFragment('/view/other')).toBe('/view/other');
  for (const stored of ['{', '1', '{"path":"/view/abc","fragment":"https://evil.example"}', '{"path":"/view/abc","fragment":7}']) {
    sessionStorage.setItem('sealpaste-return', stored);
    expect(takeFragment('/view/abc')).toBe('/view/abc');
  }
});

it('a tab without storage leads back without the fragment', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  keepFragment('/view/abc', '#the-key');
  refused.mockRestore();
  expect(takeFragment('/view/abc')).toBe('/view/abc');
});

it('accounts are listed, linked and unlinked, with a warning for the last way in', async () => {
  const sent = watchForms();
  const server = serve({ 'DELETE /api/v1/account/identities/first?made=keep': json({ ended: 1 }) });
  const list = (hasKeyToSignIn: boolean) => (
    <Identities providerName="Corp" identities={[LINKED]} made={[]} ownIdentityId="first" hasKeyToSignIn={hasKeyToSignIn} />
  );
  const { rerender } = render(list(true));
  const row = screen.getByRole('listitem');
  expect(within(row).getByRole('heading')).toHaveTextContent('anna@corp.example');
  expect(within(row).getByText(messages.here)).toBeVisible();
  const user = startUser();
  await user.click(within(row).getByText(messages.unlink));
  expect(row).not.toHaveTextContent(messages.unlinkLastHint);
  await user.click(within(row).getByRole('button', { name: messages.confirmUnlink }));
  expect(await screen.findByText(noticeMessages.done['identity-unlinked'])).toBeVisible();
  expect(server.requests).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: messages.link('Corp') }));
  expect(sent).toEqual([{ action: formAddress('link-identity'), method: 'post', fields: {} }]);
  rerender(list(false));
  expect(screen.getByRole('listitem')).toHaveTextContent(messages.unlinkLastHint);
});
