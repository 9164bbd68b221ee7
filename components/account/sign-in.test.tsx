/** Signing in, and the frame of the account's pages. */

import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { Bans } from '#components/admin/bans';
import { Pastes } from '#components/admin/pastes';
import { CreateKey } from '#components/admin/users';
import { accountMessages as messages } from '#components/messages/account';
import { linkMessages } from '#components/messages/link';
import { startUser, watchForms } from '#components/testing/fake-browser';
import { serve } from '#components/testing/fake-server';
import { noticeText, titleWith } from '#lib/forms/notice.rules';
import { AccountFrame, AccountNotice } from './account-frame';
import { OwnData } from './keys';
import { Confirm, Register, SignIn } from './sign-in';

const KEY = 'sp_12345678_secret';

const NO_FILTER = { owner: '', anonymous: false, from: '', to: '', held: false };
const OPEN = { isRegistrationOpen: true, providerName: null };

it('the sign-in form sends the key and hides it on the screen', async () => {
  const sent = watchForms();
  render(<SignIn notice={null} ways={OPEN} />);
  const user = startUser();
  const field = screen.getByLabelText(messages.signIn.key);
  expect(field).toHaveAttribute('type', 'password');
  await user.type(field, `${KEY}{Enter}`);
  expect(sent).toEqual([{ action: formAddress('sign-in'), method: 'post', fields: { apiKey: KEY } }]);
});

it('an empty key is not sent', async () => {
  const sent = watchForms();
  render(<SignIn notice={null} ways={OPEN} />);
  await startUser().click(screen.getByRole('button', { name: messages.signIn.submit }));
  expect(sent).toEqual([]);
});

it('where accounts can be made, the way there is offered', () => {
  render(<SignIn notice={null} ways={OPEN} />);
  expect(screen.getByRole('link', { name: messages.signIn.register })).toHaveAttribute('href', '/account/register');
  expect(screen.queryByText(messages.signIn.closed)).not.toBeInTheDocument();
});

it('where accounts can’t be made, the command that makes a key is shown instead', () => {
  render(<SignIn notice={null} ways={{ isRegistrationOpen: false, providerName: null }} />);
  expect(screen.getByText(messages.signIn.closed)).toBeVisible();
  expect(screen.queryByRole('link', { name: messages.signIn.register })).not.toBeInTheDocument();
});

it('an account is made by a name alone', async () => {
  const sent = watchForms();
  render(<Register notice={null} newKey={null} />);
  await startUser().type(screen.getByLabelText(messages.register.name), 'anna{Enter}');
  expect(sent).toEqual([{ action: formAddress('register'), method: 'post', fields: { userName: 'anna' } }]);
});

it.each(['', 'with space', '-anna', 'x'.repeat(65)])('a name that can’t be is not sent: %j', async (name) => {
  const sent = watchForms();
  render(<Register notice={null} newKey={null} />);
  const user = startUser();
  const field = screen.getByLabelText(messages.register.name);
  if (name !== '') await user.type(field, name);
  await user.click(screen.getByRole('button', { name: messages.register.submit }));
  expect(sent).toEqual([]);
  expect(field).toHaveAccessibleDescription(messages.register.nameHint);
});

it.each([
  ['unknown-key', <SignIn key="1" notice="unknown-key" ways={OPEN} />],
  ['api-only-key', <SignIn key="2" notice="api-only-key" ways={OPEN} />],
  ['not-confirmed', <Confirm key="3" notice="not-confirmed" returnTo="/account/keys" providerName={null} />],
  ['name-taken', <Register key="4" notice="name-taken" newKey={null} />],
  ['account-name-wrong', <OwnData key="5" userName="anna" notice="account-name-wrong" />],
  ['key-refused', <CreateKey key="6" userName={null} notice="key-refused" />],
  ['paste-unknown', <Pastes key="7" pastes={[]} filter={NO_FILTER} turns={{ next: null, first: null }} notice="paste-unknown" />],
  ['ban-too-large', <Bans key="8" bans={[]} turns={{ next: null, first: null }} notice="ban-too-large" />],
] as const)('the notice %s stands at its field, which has the focus', (notice, page) => {
  render(page);
  const { activeElement } = document;
  expect(activeElement).toBeVisible();
  expect(activeElement).toBeInvalid();
  expect(activeElement).toHaveAccessibleDescription(noticeText(notice));
  expect(screen.getAllByText(noticeText(notice))).toHaveLength(1);
});

it('the title of a page says that a form was refused', () => {
  expect(titleWith('name-taken', 'Page')).toBe('Error: Page');
  expect([titleWith(null, 'Page'), titleWith('key-revoked', 'Page')]).toEqual(['Page', 'Page']);
});

it('the key of a new account is shown, focused and selected, without a request', async () => {
  const server = serve({});
  render(<Register notice={null} newKey={KEY} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: messages.keys.newLabel });
  expect(field).toHaveValue(KEY);
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, KEY.length]);
  expect(server.requests).toEqual([]);
});

it('the key of a new account is copied by its button', async () => {
  render(<Register notice={null} newKey={KEY} />);
  await startUser().click(screen.getByRole('button', { name: messages.keys.copyKey }));
  expect(await navigator.clipboard.readText()).toBe(KEY);
  expect(screen.getByRole('status')).toHaveTextContent(linkMessages.copied);
});

it('who has kept the key of a new account is signed in with it', async () => {
  const sent = watchForms();
  render(<Register notice={null} newKey={KEY} />);
  await startUser().click(screen.getByRole('button', { name: messages.register.continue }));
  expect(sent).toEqual([{ action: formAddress('sign-in'), method: 'post', fields: { apiKey: KEY } }]);
});

it.each([false, true])('an account page shows user, current page and sign-out (administrator, mail: %s)', async (isAdmin) => {
  const sent = watchForms();
  render(
    <AccountFrame userName="anna" isAdmin={isAdmin} hasMail={isAdmin} page="keys" notice={null}>
      the page
    </AccountFrame>,
  );
  expect(screen.getByText(messages.signedInAs('anna'))).toBeVisible();
  const navigation = within(screen.getByRole('navigation', { name: messages.navigation }));
  const { admin, mail, keys, ...pages } = messages.pages;
  expect(navigation.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...Object.values(pages),
    ...(isAdmin ? [mail, keys, admin] : [keys]),
  ]);
  expect(navigation.getByRole('link', { current: 'page' })).toHaveTextContent(messages.pages.keys);
  await startUser().click(screen.getByRole('button', { name: messages.signOut }));
  expect(sent).toEqual([{ action: formAddress('sign-out'), method: 'post', fields: {} }]);
});

it.each([
  ['key-revoked', 'status'],
  ['key-gone', 'alert'],
] as const)('the notice %s is a %s: good news interrupts nobody', (notice, role) => {
  render(<AccountNotice notice={notice} />);
  expect(screen.getByRole(role)).toHaveTextContent(noticeText(notice));
});
