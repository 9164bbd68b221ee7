import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { linkMessages } from '#components/messages/link';
import { asksBeforeLeaving } from '#components/testing/fake-browser';
import { serveFetch } from '#components/testing/fetch';
import { openPaste } from '#lib/envelope/envelope-open';
import {
  button,
  createdLink,
  encryptSwitch,
  languageField,
  openEditor,
  optionsGroup,
  passwordField,
  status,
  textField,
  titleField,
  write,
} from './testing/editor-page';
import { holdSealWorker, openCalls } from './testing/seal-worker';
import { CREATED, nextUpload, sentUploads } from './testing/upload';

describe('creating', () => {
  it('the link’s key opens the envelope that was sent, and is never sent itself', async () => {
    const { user } = openEditor();
    expect(textField()).toHaveFocus();
    await user.keyboard('secret');
    await user.type(titleField(), 'mine');
    await user.click(button(messages.create));
    const upload = await nextUpload();
    await upload.create();
    const [url, key = ''] = createdLink().split('#');
    expect(url).toBe(CREATED.url);
    expect(key).toHaveLength(43);
    const sent = await upload.json();
    expect(sent).toMatchObject({ isE2ee: true, protect: true, ttlSeconds: 604_800, readProof: null });
    expect(sent).not.toHaveProperty('title');
    expect(sent).not.toHaveProperty('burnAfterRead');
    expect(JSON.stringify([sent, ...upload.headers])).not.toContain(key);
    expect(await openPaste(sent.content, key)).toEqual({ content: 'secret', title: 'mine', syntax: 'plaintext' });
  });

  it.each([
    ['the text', '', 'typescript'],
    ['the title’s ending', 'style.css', 'css'],
  ])('pressed before any pause, the language is that of %s', async (_what, title, language) => {
    const { user } = openEditor();
    await user.click(encryptSwitch());
    if (title !== '') await user.type(titleField(), title);
    await write(user, 'interface A {\n  b: string;\n}\nexport const c: number = 1;\n');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await (await nextUpload()).json()).toMatchObject({ syntax: language, title });
  });

  it('a paste is sent as JSON to the API for pastes', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(button(messages.create));
    const { method, path, headers } = await nextUpload();
    expect([method, path, headers.get('Content-Type')]).toEqual(['POST', '/api/v1/pastes', 'application/json']);
  });

  it('the browser remembers a paste with its manage token, never with its key', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    const [, key = 'no key'] = createdLink().split('#');
    const remembered = JSON.stringify({ ...localStorage });
    expect(remembered).toContain(CREATED.publicId);
    expect(remembered).toContain(CREATED.manageToken);
    expect(remembered).not.toContain(key);
  });

  it('the browser remembers a signed-in person’s paste without its manage token', async () => {
    const { user } = openEditor({ isSignedIn: true });
    await write(user, 'text');
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    const remembered = JSON.stringify({ ...localStorage });
    expect(remembered).toContain(CREATED.publicId);
    expect(remembered).not.toContain(CREATED.manageToken);
  });

  it('a user whose session ended is told so, and no paste becomes anonymous unasked', async () => {
    const { user } = openEditor({ isSignedIn: true });
    await write(user, 'mine');
    await user.type(passwordField(), 'p');
    await user.click(button(messages.create));
    const refused = await nextUpload();
    expect(refused.headers.get('X-Service-Account')).toBe('needed');
    await refused.respond(401, { error: 'Unauthorized', code: 'unauthorized' });
    expect(screen.getByRole('alert')).toHaveTextContent(messages.problems['signed-out']);
    expect(screen.getByRole('link', { name: messages.signInAgain })).toHaveAttribute('target', '_blank');
    expect([textField().value, passwordField().value]).toEqual(['mine', 'p']);
    // Somebody signed in again in another tab.
    await user.click(button(messages.create));
    const again = await nextUpload(1);
    expect(again.headers.get('X-Service-Account')).toBe('needed');
    await again.respond(401, { error: 'Unauthorized', code: 'unauthorized' });
    await user.click(button(messages.createAnonymously));
    const upload = await nextUpload(2);
    expect(upload.headers.has('X-Service-Account')).toBe(false);
    await upload.create();
    expect(JSON.stringify({ ...localStorage })).toContain(CREATED.manageToken);
  });

  it('“Another paste” opens an empty form with the focus on the text', async () => {
    const { user } = openEditor();
    await write(user, 'first');
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    await user.click(button(createdMessages.another));
    expect(textField()).toHaveValue('');
    expect(textField()).toHaveFocus();
    await user.keyboard('second');
    await user.click(encryptSwitch());
    await user.click(button(messages.create));
    expect(await (await nextUpload(1)).json()).toMatchObject({ content: 'second', isE2ee: false });
  });

  it.each(['Control', 'Meta'])('%s and Enter within the text create the link', async (modifier) => {
    const { user } = openEditor();
    await user.keyboard(`a{${modifier}>}{Enter}{/${modifier}}`);
    await (await nextUpload()).create();
    expect(screen.getByLabelText(createdMessages.link)).toHaveFocus();
  });

  it.each(['Control', 'Meta'])('%s, Shift and Enter create the link and copy it, and the button says so', async (modifier) => {
    const { user } = openEditor();
    await user.keyboard(`a{${modifier}>}{Shift>}{Enter}{/Shift}{/${modifier}}`);
    await (await nextUpload()).create();
    expect(await screen.findByRole('button', { name: linkMessages.copied })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(createdLink());
    expect(asksBeforeLeaving()).toBe(false);
    await user.click(button(createdMessages.another));
    await user.keyboard('b{Control>}{Enter}{/Control}');
    await (await nextUpload(1)).create();
    expect(button(createdMessages.copyLink)).toBeVisible();
  });

  it('a link that the browser does not let the page copy is said so', async () => {
    const { user } = openEditor();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    document.execCommand = () => false;
    onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
    await user.keyboard('a{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await (await nextUpload()).create();
    expect(await screen.findByText(linkMessages.copyFailed)).toBeVisible();
    expect(asksBeforeLeaving()).toBe(true);
  });

  it('a paste that is refused leaves the clipboard as it was', async () => {
    const { user } = openEditor();
    await navigator.clipboard.writeText('mine');
    await user.keyboard('a{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await (await nextUpload()).respond(500, {});
    expect(screen.getByRole('alert')).toHaveTextContent(messages.problems.serverError);
    expect(await navigator.clipboard.readText()).toBe('mine');
  });

  it('Enter alone is a new line of the text', async () => {
    const { user } = openEditor();
    await user.keyboard('a{Enter}b');
    expect(textField()).toHaveValue('a\nb');
    expect(button(messages.create)).toBeVisible();
  });

  it('a double click sends one request', async () => {
    const { user } = openEditor();
    await write(user, 'once');
    await user.dblClick(button(messages.create));
    const upload = await nextUpload();
    await user.click(button(messages.sending));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await upload.create();
    expect(createdLink()).toContain(CREATED.url);
    expect(sentUploads()).toHaveLength(1);
  });

  it('pressed again while it is encrypted, a paste is not encrypted again', async () => {
    const { user } = openEditor();
    const release = holdSealWorker();
    await write(user, 'once');
    await user.dblClick(button(messages.create));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(openCalls('seal')).toBe(1);
    release();
    await (await nextUpload()).create();
    expect(createdLink()).toContain(CREATED.url);
  });

  it('the button shows Ctrl and Enter as its keys', () => {
    openEditor();
    expect(button(messages.create)).toHaveTextContent('Ctrl ↵');
    expect(button(messages.create)).toHaveAttribute('aria-keyshortcuts', 'Control+Enter Meta+Enter');
  });

  it('the button shows the Command key on an Apple machine', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
    openEditor();
    expect(button(messages.create)).toHaveTextContent('⌘ ↵');
  });
});

describe('while a paste is under way', () => {
  it('while encrypting, the button says so and keeps the focus; the bar has no value', async () => {
    const { user } = openEditor();
    holdSealWorker();
    await write(user, 'text');
    await user.click(button(messages.create));
    expect(button(messages.encrypting)).toHaveFocus();
    expect(button(messages.encrypting)).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('progressbar', { name: messages.encrypting })).not.toHaveAttribute('value');
    expect(status()).toHaveTextContent(messages.encrypting);
  });

  it('without encryption the button says “Preparing”, not “Encrypting”', async () => {
    const { user } = openEditor();
    holdSealWorker();
    await write(user, 'text');
    await user.click(encryptSwitch());
    await user.click(button(messages.create));
    expect(button(messages.preparing)).toHaveAttribute('aria-disabled', 'true');
    expect(status()).toHaveTextContent(messages.preparing);
  });

  it('the bar shows the bytes sent, and the status says them in quarters', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(button(messages.create));
    const upload = await nextUpload();
    const bar = screen.getByRole('progressbar', { name: messages.sending });
    expect(status()).toHaveTextContent(messages.sendingPercent(0));
    upload.progress(498, 1000);
    expect(bar).toHaveAttribute('value', '498');
    expect(bar).toHaveAttribute('max', '1000');
    expect(status()).toHaveTextContent(messages.sendingPercent(25));
    upload.progress(500, 1000);
    expect(status()).toHaveTextContent(messages.sendingPercent(50));
    upload.progress(1000, 1000);
    expect(status()).toHaveTextContent(messages.sendingPercent(100));
  });

  it('no field can be changed while a paste is sent', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(button(messages.create));
    await nextUpload();
    expect(textField()).toHaveAttribute('readonly');
    expect(titleField()).toHaveAttribute('readonly');
    expect(languageField()).toBeDisabled();
    expect(optionsGroup()).toBeDisabled();
    expect(button(messages.chooseFile)).toBeDisabled();
    expect(button(messages.clearDraft)).toBeDisabled();
  });

  it('after a failure every field can be changed, and the paste be sent again', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(button(messages.create));
    await (await nextUpload()).lose();
    expect(textField()).not.toHaveAttribute('readonly');
    expect(optionsGroup()).toBeEnabled();
    expect(screen.queryByRole('button', { name: messages.cancel })).not.toBeInTheDocument();
    await user.click(button(messages.create));
    await (await nextUpload(1)).create();
    expect(createdLink()).toContain(CREATED.url);
  });
});

describe('cancelling', () => {
  it('Cancel while encrypting sends nothing and keeps the text', async () => {
    const { user } = openEditor();
    const release = holdSealWorker();
    await write(user, 'kept');
    await user.click(button(messages.create));
    await user.click(button(messages.cancel));
    expect(status()).toHaveTextContent(messages.cancelled);
    expect(button(messages.create)).toHaveFocus();
    expect(textField()).toHaveValue('kept');
    release();
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    expect(createdLink()).toContain(CREATED.url);
    expect(sentUploads()).toHaveLength(1);
  });

  it('Cancel aborts the upload, deletes by idempotency key, and keeps the text', async () => {
    const { user } = openEditor();
    await write(user, 'kept');
    await user.click(button(messages.create));
    const upload = await nextUpload();
    let answer: (response: Response) => void = () => undefined;
    const asked = serveFetch(() => new Promise((resolve) => (answer = resolve)));
    await user.click(button(messages.cancel));
    expect(upload.isAborted).toBe(true);
    expect(status()).toHaveTextContent(messages.callingOff);
    expect(asked).toMatchObject([{ method: 'DELETE', path: '/api/v1/pastes' }]);
    expect(asked[0]?.headers.get('Idempotency-Key')).toBe(upload.headers.get('Idempotency-Key'));
    answer(Response.json({ deleted: true }));
    await waitFor(() => expect(status()).toHaveTextContent(messages.cancelledDeleted));
    // The notice is announced and visible.
    expect(screen.getAllByText(messages.cancelledDeleted)).toHaveLength(2);
    expect(textField()).toHaveValue('kept');
    expect(textField()).not.toHaveAttribute('readonly');
    upload.progress(1, 2);
    expect(button(messages.create)).toBeVisible();
    await user.click(button(messages.create));
    await (await nextUpload(1)).create();
    expect(createdLink()).toContain(CREATED.url);
  });

  it('a cancel without a response does not claim that nothing was created', async () => {
    const { user } = openEditor();
    await write(user, 'kept');
    await user.click(button(messages.create));
    await nextUpload();
    serveFetch(() => Promise.reject(new TypeError('no network')));
    await user.click(button(messages.cancel));
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.problems['outcome-unknown']);
    expect(screen.queryByText(messages.cancelled)).not.toBeInTheDocument();
    expect(sessionStorage.getItem('sealpaste-unsettled')).not.toBeNull();
  });

  it('a paste that was being sent when the tab was reloaded is called off', async () => {
    const first = openEditor();
    await write(first.user, 'kept');
    await first.user.click(button(messages.create));
    const { headers } = await nextUpload();
    first.unmount();
    const asked = openEditor().asked;
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.headers.get('Idempotency-Key')).toBe(headers.get('Idempotency-Key'));
    await waitFor(() => expect(sessionStorage.getItem('sealpaste-unsettled')).toBeNull());
  });

  it('leaving the page stops the request', async () => {
    const { user, unmount } = openEditor();
    await write(user, 'text');
    await user.click(button(messages.create));
    const upload = await nextUpload();
    unmount();
    expect(upload.isAborted).toBe(true);
  });
});

it('without its program the form puts no text into an address', () => {
  openEditor();
  expect(textField().form).toHaveAttribute('method', 'dialog');
  expect(fireEvent.submit(textField().form ?? document.body)).toBe(false);
});
