/** Files beside the text: which are taken, what the page says about them, and what is encrypted. The encryption is real. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { openPaste } from '#lib/envelope/envelope-open';
import { formatBytes } from '#lib/locales/format.rules';
import { MAX_TYPED_LINES } from './model/draft-storage';
import { FILES_FIT_BYTES } from './model/editor-draft';
import {
  button,
  chooseFile,
  createdLink,
  drag,
  encryptSwitch,
  openEditor,
  status,
  textField,
  textFile,
  write,
} from './testing/editor-page';
import { resetIndexedDb, storedFiles } from './testing/fake-indexed-db';
import { nextUpload } from './testing/upload';

beforeEach(resetIndexedDb);

const rows = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent);
const binary = (name: string, type = 'application/octet-stream') => new File([Uint8Array.of(0, 255, 1)], name, { type });
const drop = (...files: File[]) => drag('drop', document.body, files);
const hasRows = (...names: string[]) => waitFor(() => expect(rows()).toEqual(names));

/** A JPEG whose only metadata is a comment. */
const PHOTO = Uint8Array.of(0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x68, 0x69, 0xff, 0xda, 0, 2, 7, 0xff, 0xd9);

async function sealed({ user }: ReturnType<typeof openEditor>) {
  await user.click(button(messages.create));
  const upload = await nextUpload();
  await upload.create();
  return openPaste((await upload.json()).content, createdLink().split('#')[1] ?? '');
}

describe('files beside the text', () => {
  it('several files of any kind go with the text into one paste', async () => {
    const page = openEditor();
    await write(page.user, 'typed');
    drop(binary('a.bin'), textFile('b.rs', 'fn main() {}\r\n'));
    await hasRows('a.bin', 'b.rs');
    expect(textField()).toHaveValue('typed');
    expect(await sealed(page)).toEqual({
      title: '',
      syntax: 'plaintext',
      content: 'typed',
      files: [
        { name: 'a.bin', type: 'application/octet-stream', data: Uint8Array.of(0, 255, 1) },
        { name: 'b.rs', syntax: 'rust', content: 'fn main() {}\r\n' },
      ],
    });
  });

  it('files need no text', async () => {
    const page = openEditor();
    drop(textFile('a.txt', 'a'), textFile('b.txt', 'b'));
    await hasRows('a.txt', 'b.txt');
    expect(await sealed(page)).toMatchObject({ content: '', files: [{ name: 'a.txt' }, { name: 'b.txt' }] });
  });

  it('a file turns the encryption on, says so, and keeps it on until it is removed', async () => {
    const { user } = openEditor();
    await user.click(encryptSwitch());
    await chooseFile(user, binary('a.bin'));
    await hasRows('a.bin');
    expect(status()).toHaveTextContent(messages.addedAndEncrypted('a.bin'));
    expect(encryptSwitch()).toBeChecked();
    expect(encryptSwitch()).toBeDisabled();
    expect(screen.getByText(messages.encryptFiles)).toBeVisible();
    await user.click(button(messages.removeFile('a.bin')));
    expect(rows()).toEqual([]);
    expect(encryptSwitch()).toBeEnabled();
  });

  it('a screenshot from the clipboard is a file', async () => {
    openEditor();
    fireEvent.paste(textField(), { clipboardData: { files: [binary('image.png', 'image/png')], getData: () => '' } });
    await hasRows('image.png');
  });

  it('the size of all is shown beside what fits, before it is sealed', async () => {
    openEditor();
    drop(binary('a.bin'), textFile('b', 'b'.repeat(997)));
    await hasRows('a.bin', 'b');
    expect(screen.getByText(messages.filesSize({ count: 2, size: formatBytes(1000), limit: formatBytes(FILES_FIT_BYTES) }))).toBeVisible();
  });

  it('the twenty-first file is refused in words, and twenty stay', async () => {
    openEditor();
    drop(...Array.from({ length: 21 }, (_, index) => textFile(`${index}.txt`, 'x')));
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.problems.tooManyFiles(20));
    expect(rows()).toHaveLength(20);
  });

  it('names are cleaned and told apart', async () => {
    openEditor();
    drop(textFile('same.txt', '1'), textFile('SAME.txt', '2'), textFile('a\u202eb', '3'), textFile('CON', '4'));
    await hasRows('same.txt', 'SAME (2).txt', 'ab', '_CON');
  });

  it('a text file is edited in a dialog, and keeps its line ends', async () => {
    const page = openEditor();
    drop(textFile('a.txt', 'one\r\ntwo'), textFile('b.txt', 'b'));
    await hasRows('a.txt', 'b.txt');
    await page.user.click(button(messages.editFile('a.txt')));
    const dialog = await screen.findByRole('dialog');
    const field = await within(dialog).findByLabelText(messages.fileText);
    await page.user.type(field, '!');
    await page.user.click(within(dialog).getByRole('button', { name: messages.saveFile }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await sealed(page)).toMatchObject({ files: [{ content: 'one\r\ntwo!' }, { content: 'b' }] });
  });

  it('a text file of more lines than a text area takes is not opened for editing', async () => {
    const { user } = openEditor();
    drop(textFile('a.txt', '\n'.repeat(MAX_TYPED_LINES)), textFile('b.txt', 'b'));
    await hasRows('a.txt', 'b.txt');
    await user.click(button(messages.editFile('a.txt')));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(messages.tooLongToEdit(MAX_TYPED_LINES))).toBeVisible();
    expect(within(dialog).queryByLabelText(messages.fileText)).not.toBeInTheDocument();
  });

  it('files added together are one sentence, and a refused one is still told', async () => {
    openEditor();
    drop(binary('a.bin'), textFile('empty.txt', ''), textFile('b.txt', 'b'));
    await hasRows('a.bin', 'b.txt');
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.problems['empty-file']('empty.txt'));
    await waitFor(() => expect(status()).toHaveTextContent(messages.addedSeveral(2)));
  });

  it('Undo brings a removed file back; the focus goes to the next row, or the text', async () => {
    const { user } = openEditor();
    drop(binary('a.bin'), binary('b.bin'));
    await hasRows('a.bin', 'b.bin');
    await user.click(button(messages.removeFile('a.bin')));
    await hasRows('b.bin');
    expect(status()).toHaveTextContent(messages.removed('a.bin'));
    expect(button(messages.removeFile('b.bin'))).toHaveFocus();
    await user.click(button(messages.undo));
    await hasRows('a.bin', 'b.bin');
    await user.click(button(messages.removeFile('b.bin')));
    expect(button(messages.removeFile('a.bin'))).toHaveFocus();
    await user.click(button(messages.removeFile('a.bin')));
    expect(textField()).toHaveFocus();
  });

  it('files are renamed and reordered, and stay so after a reload', async () => {
    const page = openEditor();
    drop(textFile('a.txt', 'x = 1'), textFile('b.txt', 'b'), binary('c.bin'));
    await hasRows('a.txt', 'b.txt', 'c.bin');
    await page.user.click(button(messages.editFile('a.txt')));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByLabelText(messages.fileName);
    await page.user.clear(name);
    await page.user.type(name, '../b.TXT');
    await page.user.click(within(dialog).getByRole('button', { name: messages.saveFile }));
    await hasRows('b (2).TXT', 'b.txt', 'c.bin');
    await page.user.click(button(messages.moveUp('c.bin')));
    expect(button(messages.moveUp('c.bin'))).toHaveFocus();
    await page.user.keyboard('{Enter}{Enter}');
    await hasRows('c.bin', 'b (2).TXT', 'b.txt');
    await waitFor(() => expect(sessionStorage.getItem('sealpaste-draft')).toMatch(/c\.bin.*b \(2\)\.TXT.*b\.txt/));
    page.unmount();
    const again = openEditor();
    await hasRows('c.bin', 'b (2).TXT', 'b.txt');
    expect(await sealed(again)).toMatchObject({ files: [{ name: 'c.bin' }, { name: 'b (2).TXT', content: 'x = 1' }, { content: 'b' }] });
  });

  it('a text file that is renamed gets the language of its new name', async () => {
    const page = openEditor();
    drop(textFile('a.txt', 'x'), textFile('b.txt', 'b'));
    await hasRows('a.txt', 'b.txt');
    await page.user.click(button(messages.editFile('a.txt')));
    await page.user.type(await screen.findByLabelText(messages.fileName), '{Backspace}{Backspace}{Backspace}rs{Enter}');
    await hasRows('a.rs', 'b.txt');
    expect(await sealed(page)).toMatchObject({ files: [{ name: 'a.rs', syntax: 'rust' }, { syntax: 'plaintext' }] });
  });

  it('files come back after a reload, and leave the store when a new paste is started', async () => {
    const first = openEditor();
    drop(binary('a.bin'), textFile('b.txt', 'b'));
    await hasRows('a.bin', 'b.txt');
    await waitFor(() => expect(sessionStorage.getItem('sealpaste-draft')).toMatch(/a\.bin.*b\.txt/));
    first.unmount();
    const again = openEditor();
    await hasRows('a.bin', 'b.txt');
    expect(await sealed(again)).toMatchObject({ files: [{ data: Uint8Array.of(0, 255, 1) }, { content: 'b' }] });
    await again.user.click(button(createdMessages.another));
    await waitFor(() => expect(storedFiles()).toEqual([]));
  });
});

describe('a photo', () => {
  it('loses what it tells about its maker, and the page says what that was', async () => {
    const page = openEditor();
    await chooseFile(page.user, new File([PHOTO], 'p.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText(messages.removedMetadata(messages.metadata.comment))).toBeVisible();
    expect(await sealed(page)).toMatchObject({ files: [{ name: 'p.jpg', type: 'image/jpeg', data: { length: PHOTO.length - 6 } }] });
  });

  it('that can’t be cleaned is pasted only when somebody wants that', async () => {
    const page = openEditor();
    await chooseFile(page.user, new File(['\0\0\0\x18ftypheic\0\0'], 'p.heic', { type: 'image/heic' }));
    expect(await screen.findByText(messages.uncleaned)).toBeVisible();
    await page.user.click(button(messages.create));
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.problems['photo-uncleaned']('p.heic'));
    await page.user.click(screen.getByLabelText(messages.keepMetadata));
    expect(screen.queryByText(messages.problems['photo-uncleaned']('p.heic'))).toBeNull();
    expect(await sealed(page)).toMatchObject({ files: [{ name: 'p.heic', data: { length: 14 } }] });
  });

  it('is pasted as it is when somebody wants that', async () => {
    const page = openEditor();
    await chooseFile(page.user, new File([PHOTO], 'p.jpg', { type: 'image/jpeg' }));
    await page.user.click(await screen.findByLabelText(messages.keepMetadata));
    expect(screen.getByText(messages.keptMetadata(messages.metadata.comment))).toBeVisible();
    expect(await sealed(page)).toMatchObject({ files: [{ data: { length: PHOTO.length } }] });
  });
});
