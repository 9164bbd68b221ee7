import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createdTexts, composeTexts as texts } from '#components/messages/compose';
import { openPaste } from '#lib/envelope/envelope.open';
import {
  burnSwitch,
  button,
  createdLink,
  encryptSwitch,
  expiryField,
  languageField,
  openCompose,
  passwordField,
  textField,
  titleField,
  write,
} from './testing/compose.page';
import { nextUpload, sentUploads } from './testing/upload';

const optionsButton = () => screen.getByRole('button', { name: new RegExp(`^${texts.options}`) });

describe('with encryption', () => {
  it('a password opens the paste only together with the link', async () => {
    const { user } = openCompose();
    await write(user, 'secret');
    await user.click(passwordField());
    await user.paste('pässwörd');
    await user.click(button(texts.create));
    const upload = await nextUpload();
    await upload.create();
    const { content } = await upload.json();
    const key = createdLink().split('#')[1] ?? '';
    await expect(openPaste(content, key, 'password')).rejects.toThrow('wrong-key');
    expect((await openPaste(content, key, 'pässwörd')).content).toBe('secret');
    expect(screen.getByText(createdTexts.passwordTitle)).toBeVisible();
  });

  it('a password is shown and hidden by its button', async () => {
    const { user } = openCompose();
    expect(passwordField()).toHaveAttribute('type', 'password');
    await user.click(button(texts.showPassword));
    expect(passwordField()).toHaveAttribute('type', 'text');
    await user.click(button(texts.hidePassword));
    expect(passwordField()).toHaveAttribute('type', 'password');
    expect(passwordField()).toHaveAccessibleDescription(texts.passwordHint);
  });

  it('an encrypted burn paste is sent with a read proof and without a title', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
    const { user } = openCompose();
    await write(user, 'once');
    await user.click(burnSwitch());
    await user.click(button(texts.create));
    const upload = await nextUpload();
    const sent = await upload.json();
    expect(sent).toMatchObject({ burnAfterRead: true, isE2ee: true, readProof: expect.stringMatching(/^[\w-]{43}$/) });
    expect(sent).not.toHaveProperty('title');
    await upload.create();
    expect(screen.getByText(createdTexts.burnTitle)).toBeVisible();
  });
});

describe('without encryption', () => {
  it('without encryption text, title, language and expiry are sent as they are', async () => {
    const { user } = openCompose();
    await write(user, 'for all');
    await user.type(titleField(), 'mine');
    await user.selectOptions(languageField(), 'rust');
    await user.selectOptions(expiryField(), texts.expiries.never);
    await user.click(encryptSwitch());
    await user.click(button(texts.create));
    const upload = await nextUpload();
    expect(await upload.json()).toEqual({
      content: 'for all',
      title: 'mine',
      syntax: 'rust',
      ttlSeconds: null,
      burnAfterRead: false,
      isE2ee: false,
      protect: true,
    });
    await upload.create({ isE2ee: false });
    expect(createdLink()).not.toContain('#');
  });

  it('turning encryption off says who can read it and removes the password field', async () => {
    const { user } = openCompose();
    expect(encryptSwitch()).toHaveAccessibleDescription(texts.encryptOn);
    await user.click(encryptSwitch());
    expect(encryptSwitch()).toHaveAccessibleDescription(texts.encryptOff);
    expect(screen.queryByLabelText(new RegExp(`^${texts.password}`))).not.toBeInTheDocument();
  });

  it('a password typed before encryption was turned off is not used', async () => {
    const { user } = openCompose();
    await write(user, 'text');
    await user.type(passwordField(), 'p');
    await user.click(encryptSwitch());
    await user.click(button(texts.create));
    const upload = await nextUpload();
    expect(await upload.json()).toMatchObject({ isE2ee: false, content: 'text' });
    await upload.create({ isE2ee: false });
    expect(screen.queryByText(createdTexts.passwordTitle)).not.toBeInTheDocument();
  });
});

describe('where the browser can’t encrypt', () => {
  function openInsecure() {
    vi.stubGlobal('crypto', { getRandomValues: () => new Uint8Array() });
    return openCompose();
  }

  it('a browser that can’t encrypt is told so in place of switch and password', () => {
    openInsecure();
    expect(screen.getByText(texts.cannotEncryptTitle)).toBeVisible();
    expect(screen.queryByRole('switch', { name: texts.encrypt })).not.toBeInTheDocument();
    expect(screen.queryByLabelText(new RegExp(`^${texts.password}`))).not.toBeInTheDocument();
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'true');
    expect(optionsButton()).toHaveTextContent(texts.notEncrypted);
  });

  it('in a browser that can’t encrypt Ctrl+Enter creates nothing and says so', async () => {
    const { user } = openInsecure();
    await write(user, 'for all');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toHaveTextContent(texts.problems.encryptionUnavailable);
    expect(screen.getByRole('group', { name: texts.options })).toContainElement(screen.getByRole('alert'));
    expect(sentUploads()).toHaveLength(0);
    expect(textField()).toHaveValue('for all');
  });

  it('a browser that can’t encrypt creates only by the button that says so', async () => {
    const { user } = openInsecure();
    expect(screen.queryByRole('button', { name: texts.create })).not.toBeInTheDocument();
    await write(user, 'for all');
    await user.click(button(texts.createUnencrypted));
    const upload = await nextUpload();
    expect(await upload.json()).toMatchObject({ isE2ee: false, content: 'for all' });
    await upload.create({ isE2ee: false });
    expect(createdLink()).not.toContain('#');
    expect(screen.getByText(createdTexts.plain, { exact: false })).toBeVisible();
  });
});
