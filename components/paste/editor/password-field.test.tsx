/** The password of a new paste, as it is typed or suggested. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { linkMessages } from '#components/messages/link';
import { button, openEditor, passwordField, titleField } from './testing/editor-page';

const said = () => document.querySelector('fieldset [aria-live=polite]')?.textContent?.trim();

it('an empty password has no strength', () => {
  openEditor();
  expect(said()).toBe('');
});

it('the strength of a password is announced after typing, not at every key', async () => {
  const { user } = openEditor();
  await user.type(passwordField(), 'stove');
  await waitFor(() => expect(said()).toBe(messages.strength.weak));
  const live = document.querySelector('fieldset [aria-live=polite]') as Element;
  let changes = 0;
  const observer = new MutationObserver((records) => (changes += records.length));
  observer.observe(live, { childList: true, characterData: true, subtree: true });
  await user.type(passwordField(), ' lamp quiet river ochre');
  expect(said()).toBe(messages.strength.strong);
  observer.disconnect();
  expect(changes).toBeLessThanOrEqual(4);
  await user.clear(passwordField());
  expect(said()).toBe('');
});

it('a suggested password is in the field, readable and strong', async () => {
  const { user } = openEditor();
  await user.click(button(messages.suggest));
  expect(passwordField().value).toMatch(/^[0-9a-z]{5}(-[0-9a-z]{5}){3}$/);
  expect(passwordField()).toHaveAttribute('type', 'text');
  expect(said()).toBe(messages.strength.strong);
  expect(screen.getByRole('button', { name: new RegExp(`^${messages.options}`) })).toHaveTextContent(messages.withPassword);
  const first = passwordField().value;
  await user.click(button(messages.suggest));
  expect(passwordField().value).not.toBe(first);
  await user.type(passwordField(), 'x');
  await waitFor(() => expect(said()).toBe(messages.strength.strong));
});

it('the password can be copied where it is typed or suggested', async () => {
  const { user } = openEditor();
  expect(screen.queryByRole('button', { name: messages.copyPassword })).toBeNull();
  await user.click(button(messages.suggest));
  await user.click(button(messages.copyPassword));
  expect(await navigator.clipboard.readText()).toBe(passwordField().value);
  expect(button(linkMessages.copied)).toBeVisible();
});

it('title and password are not spell-checked or autofilled', () => {
  openEditor();
  expect(titleField()).toHaveAttribute('spellcheck', 'false');
  expect(titleField()).toHaveAttribute('autocomplete', 'off');
  expect(passwordField()).toHaveAttribute('spellcheck', 'false');
  expect(passwordField()).toHaveAttribute('autocomplete', 'new-password');
});
