import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { revealMessages } from '#components/messages/reveal';
import { formatExpiry } from '#components/ui/times';
import { openPaste } from '#lib/envelope/envelope-open';
import {
  burnSwitch,
  button,
  createdLink,
  encryptSwitch,
  expiryField,
  languageField,
  openEditor,
  passwordField,
  textField,
  titleField,
  write,
} from './testing/editor-page';
import { nextUpload, sentUploads } from './testing/upload';

const optionsButton = () => screen.getByRole('button', { name: new RegExp(`^${messages.options}`) });

describe('with encryption', () => {
  it('a password opens the paste only together with the link', async () => {
    const { user } = openEditor();
    await write(user, 'secret');
    await user.click(passwordField());
    await user.paste('pässwörd');
    await user.click(button(messages.create));
    const upload = await nextUpload();
    await upload.create();
    const { content } = await upload.json();
    const key = createdLink().split('#')[1] ?? '';
    await expect(openPaste(content, key, 'password')).rejects.toThrow('wrong-key');
    expect((await openPaste(content, key, 'pässwörd')).content).toBe('secret');
    expect(screen.getByLabelText(createdMessages.passwordLabel)).toHaveValue('pässwörd');
  });

  it('a password is shown and hidden by its button', async () => {
    const { user } = openEditor();
    expect(passwordField()).toHaveAttribute('type', 'password');
    await user.click(button(revealMessages.show(messages.password)));
    expect(passwordField()).toHaveAttribute('type', 'text');
    await user.click(button(revealMessages.hide(messages.password)));
    expect(passwordField()).toHaveAttribute('type', 'password');
    await user.type(passwordField(), 'p');
    expect(passwordField()).toHaveAccessibleDescription(messages.passwordHint);
  });

  it('an encrypted burn paste is sent with a read proof and without a title', async () => {
    const { user } = openEditor();
    await write(user, 'once');
    await user.click(burnSwitch());
    await user.click(button(messages.create));
    const upload = await nextUpload();
    const sent = await upload.json();
    expect(sent).toMatchObject({ burnAfterRead: true, isE2ee: true, readProof: expect.stringMatching(/^[\w-]{43}$/) });
    expect(sent).not.toHaveProperty('title');
    await upload.create();
    expect(screen.getByText(createdMessages.burnTitle)).toBeVisible();
  });
});

describe('without encryption', () => {
  it('without encryption text, title, language and expiry are sent as they are', async () => {
    const { user } = openEditor();
    await write(user, 'for all');
    await user.type(titleField(), 'mine');
    await user.selectOptions(languageField(), 'rust');
    await user.selectOptions(expiryField(), formatExpiry(null));
    await user.click(encryptSwitch());
    await user.click(button(messages.create));
    const upload = await nextUpload();
    expect(await upload.json()).toEqual({
      content: 'for all',
      title: 'mine',
      syntax: 'rust',
      ttlSeconds: null,
      isE2ee: false,
      protect: true,
    });
    await upload.create({ isE2ee: false });
    expect(createdLink()).not.toContain('#');
  });

  it('turning encryption off says who can read the text and removes the password', async () => {
    const { user } = openEditor();
    expect(encryptSwitch()).toHaveAccessibleDescription(messages.encryptOn);
    await user.click(encryptSwitch());
    expect(encryptSwitch()).toHaveAccessibleDescription(messages.encryptOff);
    expect(screen.queryByLabelText(new RegExp(`^${messages.password}`))).not.toBeInTheDocument();
  });

  it('a password typed before encryption was turned off is not used', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.type(passwordField(), 'p');
    await user.click(encryptSwitch());
    await user.click(button(messages.create));
    const upload = await nextUpload();
    expect(await upload.json()).toMatchObject({ isE2ee: false, content: 'text' });
    await upload.create({ isE2ee: false });
    expect(screen.queryByText(createdMessages.passwordTitle)).not.toBeInTheDocument();
  });
});

describe('where the browser can’t encrypt', () => {
  function openInsecure() {
    vi.stubGlobal('crypto', { getRandomValues: () => new Uint8Array() });
    return openEditor();
  }

  it('a browser that can’t encrypt shows a notice instead of switch and password', () => {
    openInsecure();
    expect(screen.getByText(messages.cannotEncryptTitle)).toBeVisible();
    expect(screen.queryByRole('switch', { name: messages.encrypt })).not.toBeInTheDocument();
    expect(screen.queryByLabelText(new RegExp(`^${messages.password}`))).not.toBeInTheDocument();
    // Folded, so that on a phone nothing lies over the text.
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'false');
    expect(optionsButton()).toHaveTextContent(messages.notEncrypted);
  });

  it('in a browser that can’t encrypt Ctrl+Enter creates nothing and says so', async () => {
    const { user } = openInsecure();
    await write(user, 'for all');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.problems['encryption-unavailable']);
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'false');
    expect(sentUploads()).toHaveLength(0);
    expect(textField()).toHaveValue('for all');
  });

  it('a browser that can’t encrypt creates only by the button that says so', async () => {
    const { user } = openInsecure();
    expect(screen.queryByRole('button', { name: messages.create })).not.toBeInTheDocument();
    await write(user, 'for all');
    await user.click(button(messages.createUnencrypted));
    const upload = await nextUpload();
    expect(await upload.json()).toMatchObject({ isE2ee: false, content: 'for all' });
    await upload.create({ isE2ee: false });
    expect(createdLink()).not.toContain('#');
    expect(screen.getByText(createdMessages.plainInsecure, { exact: false })).toBeVisible();
  });
});
