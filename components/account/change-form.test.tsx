/** Every change on an account page: its states, and what is said of a problem. */

import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { pageClient } from '#components/client/page.client';
import { accountMessages } from '#components/messages/account';
import { commonMessages } from '#components/messages/common';
import { problemMessages } from '#components/messages/problem';
import { startUser, watchForms, watchNavigation } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { held, json, serve, status, unreachable } from '#components/testing/fake-server';
import { TextField } from '#components/ui/field';
import { createLinkingToken } from '#lib/client/operations.generated';
import { ChangeForm } from './change-form';
import { OwnData } from './own-data';

const ROUTE = 'POST /api/v1/messenger/tokens';
const TOKEN = { token: 'a'.repeat(32), instructions: 'send it', expiresInMinutes: 15 };
const error = (code: string, message = '') => ({ error: 'Error', code, ...(message && { details: [{ path: ['name'], message }] }) });

function show(shownAt: readonly string[] = []) {
  render(
    <ChangeForm
      shownAt={shownAt}
      onSend={async ({ name = '' }) => {
        await pageClient.call(createLinkingToken, {});
        return `Saved ${name}`;
      }}
      problem={({ code }) => (code === 'too_many_chats' ? 'You have too many.' : null)}
    >
      {(refused) => (
        <>
          <TextField id="name" name="name" label="Name" problem={refused?.detail ?? null} />
          <button type="submit">Save</button>
        </>
      )}
    </ChangeForm>,
  );
  return {
    field: screen.getByLabelText<HTMLInputElement>('Name'),
    press: () => startUser().click(screen.getByRole('button', { name: 'Save' })),
  };
}

beforeEach(() => {
  router.refresh.mockClear();
});

it('a change is said where it was made, and the page loads its data again', async () => {
  serve({ [ROUTE]: json(TOKEN) });
  const { field, press } = show();
  await startUser().type(field, 'laptop');
  await press();
  expect(await screen.findByText('Saved laptop')).toHaveRole('status');
  expect(router.refresh).toHaveBeenCalledOnce();
});

it('a second press while the change is under way sends nothing', async () => {
  const waiting = held(json(TOKEN));
  const server = serve({ [ROUTE]: waiting.handler });
  const { press } = show();
  await press();
  await press();
  waiting.release();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['a lost connection', unreachable, problemMessages.unreachable, null],
  ['a server that fails', status(500), problemMessages.serverError, null],
  ['too many requests', status(429, { 'Retry-After': '9' }), problemMessages.tooMany('9 seconds'), null],
  ['what is gone', status(404), problemMessages.gone, null],
  ['an ended session', status(401), problemMessages.signedOut, [commonMessages.signIn, '/account']],
  [
    'an old sign-in',
    status(403, {}, error('confirmation_required')),
    problemMessages.confirm,
    [accountMessages.confirm.title, '/account/confirm'],
  ],
  ['a refused field', status(400, {}, error('validation', 'expected more')), problemMessages.refused('name expected more'), null],
  ['a problem of this change', status(400, {}, error('too_many_chats')), 'You have too many.', null],
] as const)('%s is said in a sentence, and what was typed stays', async (_, response, sentence, link) => {
  serve({ [ROUTE]: response });
  const { field, press } = show();
  await startUser().type(field, 'laptop');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(field).toHaveValue('laptop');
  expect(router.refresh).not.toHaveBeenCalled();
  if (link === null) expect(screen.queryByRole('link')).not.toBeInTheDocument();
  else {
    expect(screen.getByRole('link', { name: link[0] })).toHaveAttribute('href', link[1]);
    // In another tab, so that what was typed stays.
    expect(screen.getByRole('link')).toHaveAttribute('target', '_blank');
  }
});

it('a field that shows its own problem has the focus, and nothing else says it', async () => {
  serve({ [ROUTE]: status(400, {}, error('validation', 'expected more')) });
  const { field, press } = show(['name']);
  await press();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription('expected more');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

const data = accountMessages.data;

it('one’s own data are saved by the browser itself', async () => {
  const sent = watchForms();
  render(<OwnData userName="a.b" />);
  await startUser().click(screen.getByRole('button', { name: data.download }));
  expect(sent).toEqual([{ action: '/api/v1/account/export', method: 'post', fields: {} }]);
});

it('an account is deleted by who types its name, and the page leads to signing in', async () => {
  const visited = watchNavigation();
  const server = serve({ 'DELETE /api/v1/account': json({ deleted: true }) });
  render(<OwnData userName="a.b" />);
  const user = startUser();
  await user.click(screen.getByText(data.open));
  const field = screen.getByLabelText(data.nameLabel('a.b'));
  await user.type(field, 'axb');
  await user.click(screen.getByRole('button', { name: data.confirm }));
  expect(field).toBeInvalid();
  expect(server.requests).toEqual([]);
  await user.clear(field);
  await user.type(field, 'a.b');
  await user.click(screen.getByRole('button', { name: data.confirm }));
  await waitFor(() => expect(visited).toEqual(['/account?notice=account-deleted']));
});
