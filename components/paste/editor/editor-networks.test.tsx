/** Networks to read a paste from: the field, its limits and the requests. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { networksMessages } from '#components/messages/networks';
import { check, EMPTY_DRAFT } from './model/editor-draft';
import { button, openEditor, showMore, write } from './testing/editor-page';
import { nextUpload, sentUploads } from './testing/upload';

const networksField = () => screen.findByLabelText<HTMLInputElement>(networksMessages.label);

it.each([
  [9, { code: 'too-many-networks', count: 9 }],
  [8, null],
])('a paste can be read from so many networks: %i', (count, problem) => {
  const readableFrom = Array.from({ length: count }, (_, at) => `10.0.${at}.0/24`);
  expect(check({ ...EMPTY_DRAFT, text: 'text', readableFrom })).toEqual(problem);
});

it('networks are sent as a list, and the visitor’s own is suggested', async () => {
  const { user } = openEditor({ network: '192.0.2.7/32' });
  await write(user, 'text');
  await showMore(user);
  await user.click(await screen.findByRole('button', { name: networksMessages.fromMine('192.0.2.7/32') }));
  expect(screen.queryByRole('button', { name: networksMessages.fromMine('192.0.2.7/32') })).toBeNull();
  await user.type(await networksField(), ', 2001:db8::/64');
  await user.click(button(messages.create));
  const upload = await nextUpload();
  expect(await upload.json()).toMatchObject({ readableFrom: ['192.0.2.7/32', '2001:db8::/64'] });
  await upload.create();
  expect(screen.getByText(createdMessages.onlyFrom('192.0.2.7/32, 2001:db8::/64'))).toBeVisible();
});

it('a wrong network is named beside its field', async () => {
  const { user } = openEditor();
  await write(user, 'text');
  await showMore(user);
  await user.click(await networksField());
  await user.paste('10.0.0.0/8 2001:db8::/129');
  await user.click(button(messages.create));
  const said = messages.problems['network-wrong']('2001:db8::/129');
  expect(screen.getByRole('alert')).toHaveTextContent(said);
  expect(await networksField()).toHaveAccessibleDescription(expect.stringContaining(said));
  expect(sentUploads()).toHaveLength(0);
});

it('a network that the server alone refuses is named beside its field', async () => {
  const { user } = openEditor();
  await write(user, 'text');
  await showMore(user);
  await user.click(await networksField());
  await user.paste('::ffff:1.2.3.4/8');
  await user.click(button(messages.create));
  const details = [{ path: ['readableFrom', '0'], message: 'expected a network' }];
  await (await nextUpload()).respond(400, { error: 'Invalid request', code: 'validation_failed', details });
  expect(await networksField()).toHaveAccessibleDescription(expect.stringContaining('expected a network'));
});

it('networks survive a reload, with their field open', async () => {
  const first = openEditor();
  await write(first.user, 'text');
  await showMore(first.user);
  await first.user.click(await networksField());
  await first.user.paste('10.0.0.0/8');
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  openEditor();
  expect(await networksField()).toHaveValue('10.0.0.0/8');
});
