import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { asksBeforeLeaving } from '#components/testing/fake-browser';
import { translatePage } from '#components/testing/translate-page';
import { formatExpiry } from '#components/ui/times';
import { languageLabel } from '#lib/languages/language.rules';
import { formatBytes } from '#lib/locales/format.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { Editor } from './editor';
import {
  burnSwitch,
  button,
  chooseFile,
  encryptSwitch,
  expiryField,
  languageField,
  openEditor,
  passwordField,
  status,
  textField,
  textFile,
  titleField,
  write,
} from './testing/editor-page';
import { fillIndexedDb, resetIndexedDb, storedFiles } from './testing/fake-indexed-db';
import { holdSealWorker, sealWorkerIsIdle } from './testing/seal-worker';
import { nextUpload, sentUploads } from './testing/upload';

const kept = () => JSON.stringify({ ...sessionStorage });
/** Leaves the page, as by a reload, closing the tab or going to another page. */
const leave = () => fireEvent(window, new Event('pagehide'));
const undoButton = () => screen.queryByRole('button', { name: messages.undo });
const clearButton = () => screen.queryByRole('button', { name: messages.clearDraft });

describe('a draft', () => {
  it('a draft comes back after a reload, without its password', async () => {
    const first = openEditor();
    await write(first.user, 'text');
    await first.user.type(titleField(), 'mine');
    await first.user.type(passwordField(), 'hunter2');
    await first.user.selectOptions(languageField(), 'rust');
    await first.user.selectOptions(expiryField(), formatExpiry(null));
    await first.user.click(burnSwitch());
    leave();
    expect(kept()).toContain('mine');
    expect(kept()).not.toContain('hunter2');
    first.unmount();

    openEditor();
    expect(status()).toHaveTextContent(messages.draftRestored);
    expect(textField()).toHaveValue('text');
    expect(titleField()).toHaveValue('mine');
    expect(passwordField()).toHaveValue('');
    expect(languageField()).toHaveValue('rust');
    expect(expiryField()).toHaveValue('never');
    expect(burnSwitch()).toBeChecked();
    expect(encryptSwitch()).toBeChecked();
    expect(screen.getByText(messages.size({ bytes: messages.bytes(4), limit: formatBytes(MAX_CONTENT_BYTES) }))).toBeVisible();
  });

  it('a draft with encryption turned off comes back with it turned off', async () => {
    const first = openEditor();
    await write(first.user, 'text');
    await first.user.click(encryptSwitch());
    leave();
    first.unmount();
    openEditor();
    expect(encryptSwitch()).not.toBeChecked();
  });

  it('a pause in typing keeps the draft and detects its language', async () => {
    const { user } = openEditor();
    await write(user, 'fn main() { println!("hi"); }');
    await waitFor(() => expect(kept()).toContain('println'));
    await waitFor(() => expect(languageField()).toHaveDisplayValue(messages.detected(languageLabel('rust'))));
  });

  it('a restored draft has its language detected again', async () => {
    const first = openEditor();
    await write(first.user, '#!/bin/sh\n');
    leave();
    first.unmount();
    openEditor();
    await waitFor(() => expect(languageField()).toHaveDisplayValue(messages.detected(languageLabel('bash'))));
  });

  it('a draft is gone from the tab when the link of its paste was taken', async () => {
    const { user } = openEditor();
    await write(user, 'my words');
    leave();
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    leave();
    expect(kept()).toContain('my words');
    await user.click(button(createdMessages.copyLink));
    leave();
    expect(kept()).not.toContain('my words');
  });

  it('a stored draft that can’t be parsed leaves an empty form', () => {
    sessionStorage.setItem('sealpaste-draft', '{"text":1');
    openEditor();
    expect(status()).toBeEmptyDOMElement();
    expect(textField()).toHaveValue('');
  });

  it('the page warns while the browser has no room for the draft', async () => {
    const { user } = openEditor();
    await write(user, 'first');
    leave();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await write(user, ', second');
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.unkept);
    expect(kept()).toContain('"first\\"');
    full.mockRestore();
    await write(user, ', third');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(kept()).toContain('first, second, third');
  });

  it('without storage the page warns about the draft and still sends it', async () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    const { user } = openEditor();
    leave();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await write(user, 'text');
    leave();
    expect(screen.getByRole('alert')).toHaveTextContent(messages.unkept);
    await user.click(button(messages.create));
    expect((await nextUpload()).method).toBe('POST');
  });

  it('a text typed before the program came replaces the stored draft', async () => {
    const first = openEditor();
    await write(first.user, 'older');
    await first.user.click(encryptSwitch());
    leave();
    const container = document.createElement('div');
    container.innerHTML = renderToString(<Editor data={null} />);
    first.unmount();
    document.body.append(container);
    textField().value = 'early';
    render(<Editor data={null} />, { container, hydrate: true });
    expect(textField()).toHaveValue('early');
    expect(encryptSwitch()).toBeChecked();
    expect(screen.getByText(messages.size({ bytes: messages.bytes(5), limit: formatBytes(MAX_CONTENT_BYTES) }))).toBeVisible();
  });

  it('closing the tab asks while a text is unsent, or its link not taken', async () => {
    const { user } = openEditor();
    expect(asksBeforeLeaving()).toBe(false);
    await write(user, 'text');
    expect(asksBeforeLeaving()).toBe(true);
    await user.click(button(messages.create));
    const upload = await nextUpload();
    expect(asksBeforeLeaving()).toBe(true);
    await upload.create();
    expect(asksBeforeLeaving()).toBe(true);
    await user.click(button(createdMessages.copyLink));
    expect(asksBeforeLeaving()).toBe(false);
  });
});

describe('what a reload takes', () => {
  const reload = (page: ReturnType<typeof openEditor>) => {
    leave();
    page.unmount();
    return openEditor();
  };
  beforeEach(resetIndexedDb);

  it('a restored draft is announced on the page', async () => {
    const first = openEditor();
    await write(first.user, 'text');
    reload(first);
    expect(screen.getAllByText(messages.draftRestored)).toHaveLength(2);
  });

  it('a lost password is marked, and creating without one needs a confirmation', async () => {
    const first = openEditor();
    await write(first.user, 'text');
    await first.user.type(passwordField(), 'hunter2');
    const { user } = reload(first);
    expect(passwordField()).toHaveAttribute('aria-invalid', 'true');
    expect(passwordField()).toHaveAccessibleDescription(expect.stringContaining(messages.setPasswordAgain));
    await user.click(button(messages.create));
    expect(screen.getByRole('alert')).toHaveTextContent(messages.problems['password-lost']);
    expect(sentUploads()).toHaveLength(0);
    await user.click(button(messages.createWithoutPassword));
    await (await nextUpload()).create();
    expect(screen.queryByLabelText(createdMessages.passwordLabel)).not.toBeInTheDocument();
  });

  it('a password set again is used, and nothing is asked', async () => {
    const first = openEditor();
    await write(first.user, 'text');
    await first.user.type(passwordField(), 'hunter2');
    // Two reloads lose the password like one.
    const { user } = reload(reload(first));
    await user.type(passwordField(), 'hunter3');
    expect(passwordField()).toHaveAttribute('aria-invalid', 'false');
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    expect(screen.getByLabelText(createdMessages.passwordLabel)).toHaveValue('hunter3');
  });

  it('a file is back after a reload, with its title and language, and is what is sent', async () => {
    const content = `fn main() {}\n${'// x\n'.repeat(200_000)}`;
    const first = openEditor();
    await chooseFile(first.user, textFile('main.rs', content));
    await screen.findByRole('region', { name: 'main.rs' });
    await waitFor(() => expect(kept()).toContain('\\"attachment\\"'));
    const { user } = reload(first);
    expect(await screen.findByRole('region', { name: 'main.rs' })).toBeVisible();
    expect(status()).toHaveTextContent(messages.draftRestored);
    expect(titleField()).toHaveValue('main.rs');
    expect(languageField()).toHaveDisplayValue(messages.detected(languageLabel('rust')));
    await user.click(encryptSwitch());
    await user.click(button(messages.create));
    expect((await (await nextUpload()).json()).content === content).toBe(true);
  });

  it('a file that is removed, cleared or pasted is removed from the browser’s store', async () => {
    const { user } = openEditor();
    const take = async () => {
      await chooseFile(user, textFile('data.bin.txt', 'x'.repeat(600_000)));
      await screen.findByRole('region', { name: 'data.bin.txt' });
      await waitFor(() => expect(storedFiles()).toHaveLength(1));
    };
    await take();
    await user.click(button(messages.removeFile('data.bin.txt')));
    await waitFor(() => expect(storedFiles()).toHaveLength(0));
    await take();
    await user.click(button(messages.clearDraft));
    await waitFor(() => expect(storedFiles()).toHaveLength(0));
    await take();
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    expect(storedFiles()).toHaveLength(1);
    await user.click(button(createdMessages.copyLink));
    await waitFor(() => expect(storedFiles()).toHaveLength(0));
  });

  it('a file that the browser has no room for is reported as not stored', async () => {
    fillIndexedDb();
    const { user } = openEditor();
    await chooseFile(user, textFile('data.txt', 'x'.repeat(600_000)));
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.unkept);
  });

  it('a file that the browser has lost is named', async () => {
    const first = openEditor();
    await chooseFile(first.user, textFile('data.txt', 'x'.repeat(600_000)));
    await waitFor(() => expect(kept()).toContain('\\"attachment\\"'));
    resetIndexedDb();
    reload(first);
    expect(await screen.findByText(messages.problems['file-lost']('data.txt'))).toBeVisible();
  });
});

describe('clearing', () => {
  it('an empty form offers no Undo, and nothing to clear', () => {
    openEditor();
    expect(clearButton()).toBeDisabled();
    expect(undoButton()).not.toBeInTheDocument();
  });

  it('Clear empties the form and the tab, and focuses the text', async () => {
    const { user } = openEditor();
    await write(user, 'something to lose');
    await user.type(titleField(), 'mine');
    leave();
    await user.click(button(messages.clearDraft));
    expect(status()).toHaveTextContent(messages.cleared);
    expect(textField()).toHaveValue('');
    expect(titleField()).toHaveValue('');
    expect(textField()).toHaveFocus();
    expect(sessionStorage).toHaveLength(0);
  });

  it('Undo brings the whole draft back, in the tab as well', async () => {
    const { user } = openEditor();
    await write(user, 'something to lose');
    await user.type(titleField(), 'mine');
    await user.click(encryptSwitch());
    await user.click(button(messages.clearDraft));
    expect(encryptSwitch()).toBeChecked();
    await user.click(button(messages.undo));
    expect(status()).toHaveTextContent(messages.draftRestored);
    expect(textField()).toHaveValue('something to lose');
    expect(textField()).toHaveFocus();
    expect(titleField()).toHaveValue('mine');
    expect(encryptSwitch()).not.toBeChecked();
    expect(kept()).toContain('something to lose');
    expect(undoButton()).not.toBeInTheDocument();
    expect(clearButton()).toBeInTheDocument();
  });

  it('Undo goes when another text is begun', async () => {
    const { user } = openEditor();
    await write(user, 'first');
    await user.click(button(messages.clearDraft));
    await write(user, 'second');
    expect(undoButton()).not.toBeInTheDocument();
    expect(clearButton()).toBeInTheDocument();
  });

  it('Clear removes a file as well, and Undo brings it back', async () => {
    const { user } = openEditor();
    await chooseFile(user, textFile('data.txt', 'file\r\n'));
    await screen.findByRole('region', { name: 'data.txt' });
    await user.click(button(messages.clearDraft));
    expect(screen.queryByRole('region', { name: 'data.txt' })).not.toBeInTheDocument();
    expect(textField()).toBeVisible();
    await user.click(button(messages.undo));
    expect(screen.getByRole('region', { name: 'data.txt' })).toBeVisible();
  });

  it('a file that is still read when the draft is cleared is ignored', async () => {
    const { user } = openEditor();
    const release = holdSealWorker();
    await write(user, 'text');
    await chooseFile(user, textFile('photo.png', Uint8Array.from([0x89, 0x50, 0])));
    await user.click(button(messages.clearDraft));
    release();
    await sealWorkerIsIdle();
    expect(screen.queryByText(messages.reading('photo.png'))).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(status()).toHaveTextContent(messages.cleared);
  });
});

it('under a browser’s translation the form says what is chosen, and is cleared', async () => {
  const { user } = openEditor();
  await write(user, 'something to lose');
  const hint = () => document.querySelector('#encryption')?.textContent;
  const encrypted = hint();
  translatePage();
  await user.click(encryptSwitch());
  expect(hint()).not.toBe(encrypted);
  for (let round = 0; round < 2; round++) {
    translatePage();
    await user.click(button(messages.clearDraft));
    expect(status()).toHaveTextContent(messages.cleared);
    expect(hint()).toBe(encrypted);
    translatePage();
    await user.click(button(messages.undo));
    expect(status()).toHaveTextContent(messages.draftRestored);
    expect(hint()).not.toBe(encrypted);
  }
});
