import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { languageLabel } from '#lib/languages/language.rules';
import { formatBytes } from '#lib/locales/format.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { MAX_DRAFT_BYTES } from './model/draft-storage';
import {
  button,
  chooseFile,
  createdLink,
  drag,
  encryptSwitch,
  languageField,
  openEditor,
  status,
  textField,
  textFile,
  titleField,
  write,
} from './testing/editor-page';
import { holdSealWorker } from './testing/seal-worker';
import { nextUpload } from './testing/upload';

const attached = (name: string) => screen.findByRole('region', { name });
const LARGE = 'x'.repeat(MAX_DRAFT_BYTES);

async function sentContent({ user }: ReturnType<typeof openEditor>): Promise<string> {
  await user.click(encryptSwitch());
  await user.click(button(messages.create));
  return (await (await nextUpload()).json()).content;
}

describe('a small text file', () => {
  it('a small text file becomes text and title of an empty editor, and can be undone', async () => {
    const { user } = openEditor();
    await chooseFile(user, textFile('main.rs', 'fn main() {}\n'));
    await waitFor(() => expect(textField()).toHaveValue('fn main() {}\n'));
    expect(titleField()).toHaveValue('main.rs');
    expect(languageField()).toHaveDisplayValue(messages.detected(languageLabel('rust')));
    expect(screen.getAllByText(messages.inserted('main.rs'))).toHaveLength(2);
    await user.click(button(messages.undo));
    expect(textField()).toHaveValue('');
    expect(titleField()).toHaveValue('');
  });

  it.each([
    ['UTF-16', [0xff, 0xfe, 0x67, 0, 0xfc, 0, 0x0a, 0], 'gü\n'],
    ['UTF-16', [0xfe, 0xff, 0, 0x67, 0, 0xfc], 'gü'],
  ])('a text in %s is converted, which is said and can be undone', async (from, bytes, text) => {
    const { user } = openEditor();
    await chooseFile(user, textFile('old.txt', Uint8Array.from(bytes)));
    await waitFor(() => expect(textField()).toHaveValue(text));
    expect(screen.getAllByText(messages.converted({ name: 'old.txt', from }))).toHaveLength(2);
    await user.click(button(messages.undo));
    expect(textField()).toHaveValue('');
  });
});

it('a text in another encoding than UTF-8 is attached byte for byte', async () => {
  const { user } = openEditor();
  await chooseFile(user, textFile('a.txt', Uint8Array.from([0xcf, 0xf0, 0xe8])));
  expect(await screen.findByRole('button', { name: messages.renameFile('a.txt') })).toBeVisible();
  expect(textField()).toHaveValue('');
});

describe('a file', () => {
  it('the file button opens the browser’s own list of files', async () => {
    const { user } = openEditor();
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(button(messages.chooseFile));
    expect(opened.mock.contexts[0]).toHaveAttribute('type', 'file');
  });

  it('a file shows its name, size, beginning, title and language', async () => {
    const { user } = openEditor();
    await chooseFile(user, textFile('main.rs', 'fn main() {}\r\n'));
    const card = await attached('main.rs');
    expect(card).toHaveTextContent(formatBytes(14));
    expect(screen.getByRole('region', { name: messages.beginning })).toHaveTextContent('fn main() {}');
    expect(titleField()).toHaveValue('main.rs');
    expect(languageField()).toHaveDisplayValue(messages.detected(languageLabel('rust')));
    expect(status()).toHaveTextContent(messages.attached('main.rs'));
    expect(textField()).not.toBeVisible();
    expect(screen.getByText(messages.size({ bytes: messages.bytes(14), limit: formatBytes(MAX_CONTENT_BYTES) }))).toBeVisible();
  });

  it('a file is sent byte for byte', async () => {
    const page = openEditor();
    await chooseFile(page.user, textFile('data.txt', '\uFEFFä😀\r\n'));
    await attached('data.txt');
    expect(await sentContent(page)).toBe('\uFEFFä😀\r\n');
  });

  it('removing a file leaves the title as it was', async () => {
    const { user } = openEditor();
    await chooseFile(user, textFile('data.txt', 'file\r\n'));
    await attached('data.txt');
    await user.click(button(messages.removeFile('data.txt')));
    expect(textField()).toBeVisible();
    expect(textField()).toHaveValue('');
    expect(titleField()).toHaveValue('');
  });

  it('a file’s name does not replace a title', async () => {
    const { user } = openEditor();
    await user.type(titleField(), 'mine');
    await chooseFile(user, textFile('data.txt', 'file\r\n'));
    await attached('data.txt');
    expect(titleField()).toHaveValue('mine');
    await user.click(button(messages.removeFile('data.txt')));
    expect(titleField()).toHaveValue('mine');
  });

  it('the status says that a file is being read until it is attached', async () => {
    const { user } = openEditor();
    const release = holdSealWorker();
    await chooseFile(user, textFile('slow.txt', 'file\r\n'));
    expect(status()).toHaveTextContent(messages.reading('slow.txt'));
    release();
    expect(await attached('slow.txt')).toBeVisible();
  });

  it('a file can be chosen again after it was removed', async () => {
    const { user } = openEditor();
    const file = textFile('data.txt', 'file\r\n');
    await chooseFile(user, file);
    await attached('data.txt');
    await user.click(button(messages.removeFile('data.txt')));
    await chooseFile(user, file);
    expect(await attached('data.txt')).toBeVisible();
  });

  it('a file pasted from the clipboard is attached', async () => {
    openEditor();
    fireEvent.paste(textField(), { clipboardData: { files: [textFile('shot.txt', 'file\r\n')], getData: () => '' } });
    expect(await attached('shot.txt')).toBeVisible();
  });

  it('a clipboard with a file and a text pastes the text', async () => {
    openEditor();
    const isLeftToBrowser = fireEvent.paste(textField(), {
      clipboardData: { files: [textFile('cells.txt', 'x')], getData: () => 'cells' },
    });
    expect(isLeftToBrowser).toBe(true);
    expect(screen.queryByText(messages.reading('cells.txt'))).not.toBeInTheDocument();
  });
});

describe('a large pasted text', () => {
  it('a large pasted text is attached with the text around it; removal undoes that', async () => {
    const page = openEditor();
    await write(page.user, 'beforeafter');
    textField().setSelectionRange(6, 6);
    await page.user.paste(LARGE);
    expect(await attached(messages.pastedText)).toBeVisible();
    expect(textField()).not.toBeVisible();
    expect(titleField()).toHaveValue('');
    await page.user.click(button(messages.removeFile(messages.pastedText)));
    expect(textField()).toHaveValue('beforeafter');

    await page.user.click(textField());
    textField().setSelectionRange(6, 6);
    await page.user.paste(LARGE);
    await attached(messages.pastedText);
    expect((await sentContent(page)) === `before${LARGE}after`).toBe(true);
  });

  it('a large pasted text replaces the selected text', async () => {
    const page = openEditor();
    await write(page.user, 'old');
    textField().setSelectionRange(0, 3);
    await page.user.paste(`${LARGE}new`);
    await attached(messages.pastedText);
    expect((await sentContent(page)) === `${LARGE}new`).toBe(true);
  });

  it('a pasted text of exactly the editor’s limit goes into the text', () => {
    openEditor();
    expect(fireEvent.paste(textField(), { clipboardData: { files: [], getData: () => LARGE } })).toBe(true);
    expect(screen.queryByText(messages.reading(messages.pastedText))).not.toBeInTheDocument();
  });
});

describe('dropping', () => {
  const overlay = () => screen.queryByText(messages.dropHere);

  it('a file dropped anywhere on the page is attached', async () => {
    openEditor();
    drag('dragEnter', document.body);
    expect(overlay()).toBeInTheDocument();
    drag('drop', document.body, [textFile('main.rs', 'fn main() {}\r\n')]);
    expect(overlay()).not.toBeInTheDocument();
    expect(await attached('main.rs')).toBeVisible();
  });

  it('the drop area stays while the file moves over children of the page', () => {
    openEditor();
    drag('dragEnter', document.body);
    drag('dragEnter', textField());
    drag('dragLeave', document.body);
    expect(overlay()).toBeInTheDocument();
    drag('dragEnter', titleField());
    drag('dragLeave', textField());
    expect(overlay()).toBeInTheDocument();
    drag('dragLeave', titleField());
    expect(overlay()).not.toBeInTheDocument();
  });

  it('the drop area appears and goes again after an earlier drop', () => {
    openEditor();
    drag('dragEnter', document.body);
    drag('dragEnter', textField());
    drag('drop', textField());
    drag('dragEnter', document.body);
    expect(overlay()).toBeInTheDocument();
    drag('dragLeave', document.body);
    expect(overlay()).not.toBeInTheDocument();
  });

  it('the browser does not open a file that is dropped on the page', () => {
    openEditor();
    expect(drag('dragOver', document.body)).toBe(false);
    expect(drag('drop', document.body)).toBe(false);
  });

  it('a dragged piece of text is left to the browser', () => {
    openEditor();
    const dataTransfer = { types: ['text/plain'], files: [] };
    fireEvent.dragEnter(textField(), { dataTransfer });
    expect(overlay()).not.toBeInTheDocument();
    expect(fireEvent.dragOver(textField(), { dataTransfer })).toBe(true);
    expect(fireEvent.drop(textField(), { dataTransfer })).toBe(true);
  });

  it('files dropped while a paste is sent are ignored', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(button(messages.create));
    const upload = await nextUpload();
    drag('drop', document.body, [textFile('late.txt', 'late'), textFile('later.txt', 'later')]);
    expect(button(messages.sending)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await upload.create();
    expect(createdLink()).not.toBe('');
  });
});
