import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { languageLabel } from '../languages';
import { composeTexts as texts } from '../text/compose';
import { formatBytes } from '../text/format';
import { Compose } from './compose';
import {
  burnSwitch,
  button,
  chooseFile,
  encryptSwitch,
  expiryField,
  languageField,
  openCompose,
  passwordField,
  status,
  textField,
  textFile,
  titleField,
  write,
} from './testing/compose.page';
import { holdSealWorker } from './testing/seal-worker';
import { nextUpload } from './testing/upload';

const kept = () => JSON.stringify({ ...sessionStorage });
/** The tab is reloaded, closed, or shows another page. */
const leave = () => fireEvent(window, new Event('pagehide'));
const undoButton = () => screen.queryByRole('button', { name: texts.undo });
const clearButton = () => screen.queryByRole('button', { name: texts.clearDraft });

describe('a draft', () => {
  it('comes back as it was after a reload, without its password', async () => {
    const first = openCompose();
    await write(first.user, 'text');
    await first.user.type(titleField(), 'mine');
    await first.user.type(passwordField(), 'hunter2');
    await first.user.selectOptions(languageField(), 'rust');
    await first.user.selectOptions(expiryField(), texts.expiries.never);
    await first.user.click(burnSwitch());
    leave();
    expect(kept()).toContain('mine');
    expect(kept()).not.toContain('hunter2');
    first.unmount();

    openCompose();
    expect(status()).toHaveTextContent(texts.draftRestored);
    expect(textField()).toHaveValue('text');
    expect(titleField()).toHaveValue('mine');
    expect(passwordField()).toHaveValue('');
    expect(languageField()).toHaveValue('rust');
    expect(expiryField()).toHaveValue('never');
    expect(burnSwitch()).toBeChecked();
    expect(encryptSwitch()).toBeChecked();
    expect(screen.getByText(texts.size(texts.bytes(4), formatBytes(MAX_CONTENT_BYTES)))).toBeVisible();
  });

  it('that was not to be encrypted comes back so', async () => {
    const first = openCompose();
    await write(first.user, 'text');
    await first.user.click(encryptSwitch());
    leave();
    first.unmount();
    openCompose();
    expect(encryptSwitch()).not.toBeChecked();
  });

  it('is kept when typing pauses, and its language detected', async () => {
    const { user } = openCompose();
    await write(user, 'fn main() { println!("hi"); }');
    await waitFor(() => expect(kept()).toContain('println'));
    await waitFor(() => expect(languageField()).toHaveDisplayValue(texts.detected(languageLabel('rust'))));
  });

  it('that comes back has its language detected again', async () => {
    const first = openCompose();
    await write(first.user, '#!/bin/sh\n');
    leave();
    first.unmount();
    openCompose();
    await waitFor(() => expect(languageField()).toHaveDisplayValue(texts.detected(languageLabel('bash'))));
  });

  it('is gone from the tab when its paste exists', async () => {
    const { user } = openCompose();
    await write(user, 'text');
    leave();
    await user.click(button(texts.create));
    await (await nextUpload()).create();
    expect(sessionStorage).toHaveLength(0);
    leave();
    expect(sessionStorage).toHaveLength(0);
  });

  it('that can’t be read as one leaves an empty form', () => {
    sessionStorage.setItem('sealpaste-draft', '{"text":1');
    openCompose();
    expect(status()).toBeEmptyDOMElement();
    expect(textField()).toHaveValue('');
  });

  it('the browser has no room for is said not to be kept, until it is', async () => {
    const { user } = openCompose();
    await write(user, 'first');
    leave();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await write(user, ', second');
    expect(await screen.findByRole('alert')).toHaveTextContent(texts.unkept);
    expect(kept()).toContain('"first\\"');
    full.mockRestore();
    await write(user, ', third');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(kept()).toContain('first, second, third');
  });

  it('in a browser that forbids storage is said not to be kept, and can be sent', async () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    const { user } = openCompose();
    leave();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await write(user, 'text');
    leave();
    expect(screen.getByRole('alert')).toHaveTextContent(texts.unkept);
    await user.click(button(texts.create));
    expect((await nextUpload()).method).toBe('POST');
  });

  it('typed before the program came stays, and counts instead of what was kept', async () => {
    const first = openCompose();
    await write(first.user, 'older');
    leave();
    const container = document.createElement('div');
    container.innerHTML = renderToString(<Compose isSignedIn={false} maxTtlSeconds={null} />);
    first.unmount();
    document.body.append(container);
    textField().value = 'early';
    render(<Compose isSignedIn={false} maxTtlSeconds={null} />, { container, hydrate: true });
    expect(textField()).toHaveValue('early');
    expect(screen.getByText(texts.size(texts.bytes(5), formatBytes(MAX_CONTENT_BYTES)))).toBeVisible();
  });

  it('does not keep the page from being left: no state of it asks', async () => {
    const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
    const { user } = openCompose();
    await write(user, 'text');
    expect(isAsked()).toBe(false);
    await user.click(button(texts.create));
    const upload = await nextUpload();
    expect(isAsked()).toBe(false);
    await upload.create();
    expect(isAsked()).toBe(false);
  });
});

describe('clearing', () => {
  it('is not offered where there is nothing', () => {
    openCompose();
    expect(clearButton()).not.toBeInTheDocument();
    expect(undoButton()).not.toBeInTheDocument();
  });

  it('empties the form and the tab at once, and one writes on', async () => {
    const { user } = openCompose();
    await write(user, 'something to lose');
    await user.type(titleField(), 'mine');
    leave();
    await user.click(button(texts.clearDraft));
    expect(status()).toHaveTextContent(texts.cleared);
    expect(textField()).toHaveValue('');
    expect(titleField()).toHaveValue('');
    expect(textField()).toHaveFocus();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is undone as a whole, in the tab as well', async () => {
    const { user } = openCompose();
    await write(user, 'something to lose');
    await user.type(titleField(), 'mine');
    await user.click(burnSwitch());
    await user.click(button(texts.clearDraft));
    expect(burnSwitch()).not.toBeChecked();
    await user.click(button(texts.undo));
    expect(status()).toHaveTextContent(texts.draftRestored);
    expect(textField()).toHaveValue('something to lose');
    expect(textField()).toHaveFocus();
    expect(titleField()).toHaveValue('mine');
    expect(burnSwitch()).toBeChecked();
    expect(kept()).toContain('something to lose');
    expect(undoButton()).not.toBeInTheDocument();
    expect(clearButton()).toBeInTheDocument();
  });

  it('can’t be undone when something else was begun', async () => {
    const { user } = openCompose();
    await write(user, 'first');
    await user.click(button(texts.clearDraft));
    await write(user, 'second');
    expect(undoButton()).not.toBeInTheDocument();
    expect(clearButton()).toBeInTheDocument();
  });

  it('takes a file as well, and undoing brings it back', async () => {
    const { user } = openCompose();
    await chooseFile(user, textFile('data.txt', 'file'));
    await screen.findByRole('region', { name: 'data.txt' });
    await user.click(button(texts.clearDraft));
    expect(screen.queryByRole('region', { name: 'data.txt' })).not.toBeInTheDocument();
    expect(textField()).toBeVisible();
    await user.click(button(texts.undo));
    expect(screen.getByRole('region', { name: 'data.txt' })).toBeVisible();
  });

  it('while a file is read leaves that file out', async () => {
    const { user } = openCompose();
    const release = holdSealWorker();
    await write(user, 'text');
    await chooseFile(user, textFile('slow.txt', 'file'));
    await user.click(button(texts.clearDraft));
    await act(async () => release());
    await waitFor(() => expect(screen.queryByText(texts.reading('slow.txt'))).not.toBeInTheDocument());
    await chooseFile(user, textFile('next.txt', 'file'));
    expect(await screen.findByRole('region', { name: 'next.txt' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'slow.txt' })).not.toBeInTheDocument();
  });
});
