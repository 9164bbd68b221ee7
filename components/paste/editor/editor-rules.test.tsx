/** The form where the operator has house rules: what they ask for is set, can't be changed, and says why. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { burnSwitch, button, encryptSwitch, openEditor, passwordField, showMore, write } from './testing/editor-page';
import { nextUpload, sentUploads } from './testing/upload';

it('switches that a rule sets are on and fixed, and say why', async () => {
  const { user } = openEditor({ rules: ['e2ee', 'burn'] });
  await showMore(user);
  expect(encryptSwitch()).toBeChecked();
  expect(encryptSwitch()).toBeDisabled();
  expect(encryptSwitch()).toHaveAccessibleDescription(messages.rules.e2ee);
  expect(burnSwitch()).toBeChecked();
  expect(burnSwitch()).toBeDisabled();
  expect(burnSwitch()).toHaveAccessibleDescription(messages.rules.burn);
  expect(screen.queryByLabelText(messages.pasteOptions.maxReads.label)).toBeNull();
});

it('a paste is sent as the rules ask', async () => {
  const { user } = openEditor({ rules: ['e2ee', 'burn'] });
  await write(user, 'text');
  await user.click(button(messages.create));
  const upload = await nextUpload();
  expect(await upload.json()).toMatchObject({ isE2ee: true, burnAfterRead: true });
});

it('a password that is asked for is required, and nothing is sent without it', async () => {
  const { user } = openEditor({ rules: ['password'] });
  await showMore(user);
  expect(encryptSwitch()).toBeDisabled();
  expect(passwordField()).toBeRequired();
  expect(passwordField()).toHaveAccessibleDescription(messages.rules.password);
  await write(user, 'text');
  await user.click(button(messages.create));
  expect(screen.getByRole('alert')).toHaveTextContent(messages.problems['password-needed']);
  expect(screen.queryByRole('button', { name: messages.createWithoutPassword })).toBeNull();
  await user.click(passwordField());
  await user.paste('secret');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button(messages.create));
  expect((await (await nextUpload()).json()).isE2ee).toBe(true);
  expect(sentUploads()).toHaveLength(1);
});

it('without rules the form is as it always was', async () => {
  const { user } = openEditor();
  await showMore(user);
  for (const field of [encryptSwitch(), burnSwitch()]) expect(field).toBeEnabled();
  expect(passwordField()).not.toBeRequired();
});
