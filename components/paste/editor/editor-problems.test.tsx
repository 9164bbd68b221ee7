import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { formatBytes, formatUnit } from '#lib/locales/format.rules';
import { MAX_CONTENT_BYTES, MAX_TITLE_CHARACTERS } from '#lib/pastes/paste.rules';
import { button, chooseFile, createdLink, encryptSwitch, openEditor, textField, textFile, titleField, write } from './testing/editor-page';
import { loseSealWorker } from './testing/seal-worker';
import { nextUpload, sentUploads } from './testing/upload';

const problems = messages.problems;
const LIMIT = formatBytes(MAX_CONTENT_BYTES);

const alertText = async () => (await screen.findByRole('alert')).textContent;

/** Expects the problem beside the field where it can be solved, as that field's description; the other fields stay valid. */
async function expectProblemAt(field: 'text' | 'title', words: string): Promise<void> {
  expect(await alertText()).toBe(words);
  const [wrong, right] = field === 'text' ? [textField(), titleField()] : [titleField(), textField()];
  expect(wrong).toHaveAttribute('aria-invalid', 'true');
  expect(wrong).toHaveAccessibleDescription(expect.stringContaining(words));
  expect(right).toHaveAttribute('aria-invalid', 'false');
}

/** Expects the problem beside the button, because no field can solve it. */
async function expectProblemOfForm(words: string): Promise<void> {
  expect(await alertText()).toBe(words);
  expect(textField()).toHaveAttribute('aria-invalid', 'false');
  expect(titleField()).toHaveAttribute('aria-invalid', 'false');
  expect(textField()).toHaveValue('kept');
  expect(textField()).not.toHaveAttribute('readonly');
}

async function send(user: UserEvent, text = 'kept') {
  const sent = sentUploads().length;
  await write(user, text);
  await user.click(button(messages.create));
  return nextUpload(sent);
}

describe('at the text', () => {
  it('an empty text is a problem of the text until something is written', async () => {
    const { user } = openEditor();
    await user.click(button(messages.create));
    await expectProblemAt('text', problems.empty);
    await user.type(titleField(), 't');
    await expectProblemAt('text', problems.empty);
    await write(user, 'x');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(textField()).toHaveAttribute('aria-invalid', 'false');
  });

  it('an empty file is a problem of the text', async () => {
    const { user } = openEditor();
    await chooseFile(user, textFile('empty.txt', ''));
    await expectProblemAt('text', problems['empty-file']('empty.txt'));
  });

  it('a file over the limit is refused with its size and the limit', async () => {
    const { user } = openEditor();
    await write(user, 'mine');
    await chooseFile(user, textFile('big.log', new Uint8Array(MAX_CONTENT_BYTES + 1).fill(97)));
    await expectProblemAt('text', problems.tooLarge({ name: 'big.log', size: formatBytes(MAX_CONTENT_BYTES + 1), limit: LIMIT }));
    expect(textField()).toHaveValue('mine');
  });

  it('a pasted text over the limit is refused with its size and the limit', async () => {
    const { user } = openEditor();
    await write(user, 'a'.repeat(MAX_CONTENT_BYTES + 1));
    await expectProblemAt('text', problems.textTooLarge({ size: formatBytes(MAX_CONTENT_BYTES + 1), limit: LIMIT }));
  });

  it('a 413 of the server is a problem of the text', async () => {
    const { user } = openEditor();
    await (await send(user)).respond(413, { error: 'Payload Too Large', code: 'body_too_large' });
    await expectProblemAt('text', problems['too-large-for-server'](LIMIT));
    expect(textField()).toHaveValue('kept');
  });

  it('a file that can’t be read is refused by its name', async () => {
    const { user } = openEditor();
    const moved = textFile('moved.txt', 'a');
    vi.spyOn(moved, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('moved')) }));
    await chooseFile(user, moved);
    await expectProblemAt('text', problems.unreadable('moved.txt'));
  });

  it('a file that was moved after it was attached is refused by its name', async () => {
    const { user } = openEditor();
    const file = textFile('moved.txt', 'a\r\n');
    await chooseFile(user, file);
    await screen.findByRole('region', { name: 'moved.txt' });
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('moved'));
    await user.click(button(messages.create));
    // The draft may be kept only now, and say likewise that it couldn't be.
    expect(await screen.findByText(problems.unreadable('moved.txt'))).toHaveRole('alert');
  });
});

it('a problem away from the button is scrolled to each time', async () => {
  const { user } = openEditor();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(button(messages.create));
  await user.click(button(messages.create));
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('alert'), screen.getByRole('alert')]);
  await (await send(user)).lose();
  expect(scrolled.mock.contexts.at(-1)).toBe(button(messages.create));
});

describe('at the title', () => {
  it('a title stays one line, and Enter leads on to the text', async () => {
    const { user } = openEditor();
    await user.type(titleField(), 'two{Enter}');
    expect(textField()).toHaveFocus();
    await user.click(titleField());
    await user.paste(' words\nand more');
    await write(user, 'text');
    await user.click(encryptSwitch());
    await user.click(button(messages.create));
    expect(await (await nextUpload()).json()).toMatchObject({ title: 'two words and more' });
  });

  it('a title of 256 characters is a problem of the title until it changes', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(titleField());
    await user.paste('😀'.repeat(MAX_TITLE_CHARACTERS + 1));
    await user.click(button(messages.create));
    await expectProblemAt('title', problems['title-too-long']);
    await write(user, ' and more');
    await expectProblemAt('title', problems['title-too-long']);
    await user.clear(titleField());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(titleField());
    await user.paste('😀'.repeat(MAX_TITLE_CHARACTERS));
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    expect(createdLink()).not.toBe('');
  });
});

describe('at the encryption', () => {
  it('a text too large when encrypted is a problem of the encryption switch', async () => {
    // The envelope is known at once to be too large when nothing compresses it.
    vi.stubGlobal('CompressionStream', undefined);
    const { user } = openEditor();
    await chooseFile(user, textFile('large.txt', new Uint8Array(MAX_CONTENT_BYTES).fill(97)));
    await screen.findByRole('region', { name: 'large.txt' });
    await user.click(button(messages.create));
    expect(await alertText()).toBe(problems['sealed-too-large'](LIMIT));
    expect(encryptSwitch()).toHaveAccessibleDescription(expect.stringContaining(problems['sealed-too-large'](LIMIT)));
    expect(screen.getByRole('button', { name: new RegExp(`^${messages.options}`) })).toHaveAttribute('aria-expanded', 'true');
    await user.click(encryptSwitch());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(sentUploads()).toHaveLength(0);
  });
});

describe('beside the button', () => {
  it.each([
    ['demands a key', 401, {}, {}, problems['key-needed']],
    ['reports a full storage', 507, {}, {}, problems['storage-full']],
    ['limits the rate', 429, {}, { 'Retry-After': '7' }, problems.tooManyRequests(formatUnit(7, 'second'))],
    ['limits the rate for one second', 429, {}, { 'Retry-After': '1' }, problems.tooManyRequests(formatUnit(1, 'second'))],
    ['limits the rate without a time', 429, {}, {}, problems.tooManyRequests(formatUnit(60, 'second'))],
    [
      'refuses a field',
      400,
      { error: 'x', code: 'validation', details: [{ path: ['content'], message: 'wrong' }] },
      {},
      problems.refused('the text: wrong'),
    ],
    ['refuses in one word', 403, { error: 'Forbidden', code: 'forbidden' }, {}, problems.refused('Forbidden')],
    ['refuses without a word', 400, null, {}, problems.rejected],
    [
      'finds the expiry too long',
      400,
      { error: 'x', code: 'ttl_too_long', details: [{ path: ['ttlSeconds'], message: 'at most 60 seconds' }] },
      {},
      'The server rejected the paste: the expiry is too long.',
    ],
    ['reports a failure', 500, {}, {}, problems.serverError],
    ['reports a failure with a request id', 500, {}, { 'X-Request-Id': 'abc-123' }, problems.serverErrorWithId('abc-123')],
    ['is created but not JSON', 201, null, {}, problems.serverError],
  ])('a response that %s (%i) is a problem beside the button', async (_what, status, body, headers, words) => {
    const { user } = openEditor();
    await (await send(user)).respond(status, body, headers);
    await expectProblemOfForm(words);
    await user.type(textField(), '!');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('where only accounts create pastes, a refusal comes with the way in', async () => {
    const { user } = openEditor();
    await (await send(user)).respond(401, {});
    expect(screen.getByRole('link', { name: messages.signInAgain })).toHaveAttribute('href', '/account');
    expect(screen.queryByRole('button', { name: messages.createAnonymously })).not.toBeInTheDocument();
  });

  it('a missing response is a problem beside the button', async () => {
    const { user } = openEditor();
    await (await send(user)).lose();
    await expectProblemOfForm(problems.unreachable);
  });

  it('being offline is reported, and a retry online creates the paste', async () => {
    const { user } = openEditor();
    const upload = await send(user);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await upload.lose();
    await expectProblemOfForm(problems.offline);
    await user.click(button(messages.create));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await (await nextUpload(1)).create();
    expect(createdLink()).not.toBe('');
  });

  it('a missing program loses nothing, and another press creates the paste', async () => {
    const { user } = openEditor();
    loseSealWorker();
    await write(user, 'kept');
    await user.click(button(messages.create));
    await expectProblemOfForm(problems.unreachable);
    loseSealWorker(false);
    await user.click(button(messages.create));
    await (await nextUpload()).create();
    expect(createdLink()).not.toBe('');
  });
});
