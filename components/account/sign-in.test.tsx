/** Signing in, and the frame of the account's pages. */

import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { accountMessages as messages } from '#components/messages/account';
import { linkMessages } from '#components/messages/link';
import { noticeMessages } from '#components/messages/notice';
import { startUser, watchForms } from '#components/testing/fake-browser';
import { json, serve, status } from '#components/testing/fake-server';
import { noticeText, titleWith } from '#lib/api/notice.rules';
import { AccountFrame, AccountNotice } from './account-frame';
import { Register } from './register';
import { Confirm, SignIn } from './sign-in';

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

const REGISTER = 'POST /api/v1/accounts';

async function register(name: string): Promise<HTMLInputElement> {
  render(<Register />);
  const field = screen.getByLabelText<HTMLInputElement>(messages.register.name);
  const user = startUser();
  if (name !== '') await user.type(field, name);
  await user.click(screen.getByRole('button', { name: messages.register.submit }));
  return field;
}

it.each(['', 'with space', '-anna', 'x'.repeat(65)])('a name that can’t be is not sent: %j', async (name) => {
  const server = serve({});
  const field = await register(name);
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(noticeMessages.failed['name-invalid']);
  expect(server.requests).toEqual([]);
});

it.each([
  [409, 'name_taken', noticeMessages.failed['name-taken']],
  [400, 'validation', noticeMessages.failed['name-invalid']],
])('a name that is refused with %i stays in its field, with the reason', async (code, name, sentence) => {
  serve({ [REGISTER]: status(code, {}, { error: '', code: name, details: [{ path: ['userName'], message: 'm' }] }) });
  const field = await register('anna');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(sentence);
  expect(field).toHaveValue('anna');
});

it('the key of a new account is shown, copied, and signs in whoever has kept it', async () => {
  const sent = watchForms();
  const server = serve({ [REGISTER]: json({ apiKey: KEY }) });
  await register('anna');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: messages.keys.newLabel });
  expect(server.requests.map(({ body }) => body)).toEqual([JSON.stringify({ userName: 'anna' })]);
  expect(field).toHaveValue(KEY);
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, KEY.length]);
  await startUser().click(screen.getByRole('button', { name: messages.keys.copyKey }));
  expect(await navigator.clipboard.readText()).toBe(KEY);
  expect(screen.getByText(linkMessages.copied, { selector: '[role=status]' })).toBeInTheDocument();
  await startUser().click(screen.getByRole('button', { name: messages.register.continue }));
  expect(sent).toEqual([{ action: formAddress('sign-in'), method: 'post', fields: { apiKey: KEY } }]);
});

it.each([
  ['unknown-key', <SignIn key="1" notice="unknown-key" ways={OPEN} />],
  ['api-only-key', <SignIn key="2" notice="api-only-key" ways={OPEN} />],
  ['not-confirmed', <Confirm key="3" notice="not-confirmed" returnTo="/account/settings" providerName={null} />],
] as const)('the notice %s stands at its field, which has the focus', (notice, page) => {
  render(page);
  const { activeElement } = document;
  expect(activeElement).toBeVisible();
  expect(activeElement).toBeInvalid();
  expect(activeElement).toHaveAccessibleDescription(noticeText(notice));
  expect(screen.getAllByText(noticeText(notice))).toHaveLength(1);
});

it('the title of a page says that a form was refused', () => {
  expect(titleWith('unknown-key', 'Page')).toBe('Error: Page');
  expect([titleWith(null, 'Page'), titleWith('key-revoked', 'Page')]).toEqual(['Page', 'Page']);
});

it.each([false, true])('an account page shows user, current page and sign-out (administrator, mail: %s)', async (isAdmin) => {
  const sent = watchForms();
  render(
    <AccountFrame isAdmin={isAdmin} hasMail={isAdmin} page="settings" notice={null}>
      the page
    </AccountFrame>,
  );
  const navigation = within(screen.getByRole('navigation', { name: messages.navigation }));
  const { admin, mail, ...pages } = messages.pages;
  expect(navigation.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...Object.values(pages),
    ...(isAdmin ? [mail, admin] : []),
  ]);
  expect(navigation.getByRole('link', { current: 'page' })).toHaveTextContent(messages.pages.settings);
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
