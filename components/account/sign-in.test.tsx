/** Signing in, and the frame of the account's pages. */

import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { accountMessages as messages } from '#components/messages/account';
import { linkMessages } from '#components/messages/links';
import { notices } from '#components/messages/notices';
import { startUser, watchForms } from '#components/testing/fake-browser';
import { serve } from '#components/testing/fake-server';
import { AccountFrame, AccountNotice } from './account-frame';
import { Register } from './register';
import { SignIn } from './sign-in';

const KEY = 'sp_12345678_secret';

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

it('a refused key is announced', () => {
  render(<SignIn notice="unknown-key" ways={OPEN} />);
  expect(screen.getByRole('alert')).toHaveTextContent(notices['unknown-key']);
});

it('a key that can’t sign in is announced as a key for scripts', () => {
  render(<SignIn notice="api-only-key" ways={OPEN} />);
  expect(screen.getByRole('alert')).toHaveTextContent(notices['api-only-key']);
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

it('a taken name is announced', () => {
  render(<Register notice="name-taken" newKey={null} />);
  expect(screen.getByRole('alert')).toHaveTextContent(notices['name-taken']);
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

it.each([false, true])('an account page shows user, current page and sign-out (administrator: %s)', async (isAdmin) => {
  const sent = watchForms();
  render(
    <AccountFrame userName="anna" isAdmin={isAdmin} page="keys" notice={null}>
      the page
    </AccountFrame>,
  );
  expect(screen.getByText(messages.signedInAs('anna'))).toBeVisible();
  const navigation = within(screen.getByRole('navigation', { name: messages.navigation }));
  const { admin, ...pages } = messages.pages;
  expect(navigation.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...Object.values(pages),
    ...(isAdmin ? [admin] : []),
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
  expect(screen.getByRole(role)).toHaveTextContent(notices[notice]);
});
