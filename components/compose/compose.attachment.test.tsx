import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { languageLabel } from '../languages';
import { composeTexts as texts } from '../text/compose';
import { formatBytes } from '../text/format';
import { MAX_DRAFT_BYTES } from './draft-storage';
import {
  button,
  chooseFile,
  drag,
  encryptSwitch,
  languageField,
  openCompose,
  status,
  textField,
  textFile,
  titleField,
  write,
} from './testing/compose.page';
import { holdSealWorker } from './testing/seal-worker';
import { nextUpload } from './testing/upload';

const attached = (name: string) => screen.findByRole('region', { name });
const LARGE = 'x'.repeat(MAX_DRAFT_BYTES);

async function sentContent({ user }: ReturnType<typeof openCompose>): Promise<string> {
  await user.click(encryptSwitch());
  await user.click(button(texts.create));
  return (await (await nextUpload()).json()).content;
}

describe('a file', () => {
  it('is chosen by a button that opens the browser’s list', async () => {
    const { user } = openCompose();
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(button(texts.chooseFile));
    expect(opened.mock.contexts[0]).toHaveAttribute('type', 'file');
  });

  it('is shown with its name, size, beginning, title and language, and said to be attached', async () => {
    const { user } = openCompose();
    await chooseFile(user, textFile('main.rs', 'fn main() {}\n'));
    const card = await attached('main.rs');
    expect(card).toHaveTextContent(formatBytes(13));
    expect(screen.getByRole('region', { name: texts.beginning })).toHaveTextContent('fn main() {}');
    expect(titleField()).toHaveValue('main.rs');
    expect(languageField()).toHaveDisplayValue(texts.detected(languageLabel('rust')));
    expect(status()).toHaveTextContent(texts.attached('main.rs'));
    expect(textField()).not.toBeVisible();
    expect(screen.getByText(texts.size(texts.bytes(13), formatBytes(MAX_CONTENT_BYTES)))).toBeVisible();
  });

  it('is what is sent, byte for byte; what was typed is not and says so', async () => {
    const page = openCompose();
    await write(page.user, 'typed');
    await chooseFile(page.user, textFile('data.txt', '\uFEFFä😀\r\n'));
    await attached('data.txt');
    expect(screen.getByText(texts.fileInsteadOfText)).toBeVisible();
    expect(await sentContent(page)).toBe('\uFEFFä😀\r\n');
  });

  it('removed leaves the text and the title as they were', async () => {
    const { user } = openCompose();
    await write(user, 'typed');
    await chooseFile(user, textFile('data.txt', 'file'));
    await attached('data.txt');
    await user.click(button(texts.removeFile('data.txt')));
    expect(textField()).toBeVisible();
    expect(textField()).toHaveValue('typed');
    expect(titleField()).toHaveValue('');
  });

  it('does not take the place of a title', async () => {
    const { user } = openCompose();
    await user.type(titleField(), 'mine');
    await chooseFile(user, textFile('data.txt', 'file'));
    await attached('data.txt');
    expect(titleField()).toHaveValue('mine');
    await user.click(button(texts.removeFile('data.txt')));
    expect(titleField()).toHaveValue('mine');
  });

  it('is said to be read for as long as that takes', async () => {
    const { user } = openCompose();
    const release = holdSealWorker();
    await chooseFile(user, textFile('slow.txt', 'file'));
    expect(status()).toHaveTextContent(texts.reading('slow.txt'));
    release();
    expect(await attached('slow.txt')).toBeVisible();
  });

  it('can be chosen again after it was removed', async () => {
    const { user } = openCompose();
    const file = textFile('data.txt', 'file');
    await chooseFile(user, file);
    await attached('data.txt');
    await user.click(button(texts.removeFile('data.txt')));
    await chooseFile(user, file);
    expect(await attached('data.txt')).toBeVisible();
  });

  it('pasted from the clipboard is taken', async () => {
    openCompose();
    fireEvent.paste(textField(), { clipboardData: { files: [textFile('shot.txt', 'file')], getData: () => '' } });
    expect(await attached('shot.txt')).toBeVisible();
  });

  it('that comes with its text, as from an office program, is pasted as the text', async () => {
    openCompose();
    const isLeftToBrowser = fireEvent.paste(textField(), {
      clipboardData: { files: [textFile('cells.txt', 'x')], getData: () => 'cells' },
    });
    expect(isLeftToBrowser).toBe(true);
    expect(screen.queryByText(texts.reading('cells.txt'))).not.toBeInTheDocument();
  });
});

describe('a large pasted text', () => {
  it('is held as a whole with what was typed around it, and undone by removing it', async () => {
    const page = openCompose();
    await write(page.user, 'beforeafter');
    textField().setSelectionRange(6, 6);
    await page.user.paste(LARGE);
    expect(await attached(texts.pastedText)).toBeVisible();
    expect(textField()).not.toBeVisible();
    expect(titleField()).toHaveValue('');
    expect(screen.queryByText(texts.fileInsteadOfText)).not.toBeInTheDocument();
    await page.user.click(button(texts.removeFile(texts.pastedText)));
    expect(textField()).toHaveValue('beforeafter');

    await page.user.click(textField());
    textField().setSelectionRange(6, 6);
    await page.user.paste(LARGE);
    await attached(texts.pastedText);
    expect((await sentContent(page)) === `before${LARGE}after`).toBe(true);
  });

  it('takes the place of what was selected', async () => {
    const page = openCompose();
    await write(page.user, 'old');
    textField().setSelectionRange(0, 3);
    await page.user.paste(`${LARGE}new`);
    await attached(texts.pastedText);
    expect((await sentContent(page)) === `${LARGE}new`).toBe(true);
  });

  it('that just fits is pasted into the text', () => {
    openCompose();
    expect(fireEvent.paste(textField(), { clipboardData: { files: [], getData: () => LARGE } })).toBe(true);
    expect(screen.queryByText(texts.reading(texts.pastedText))).not.toBeInTheDocument();
  });
});

describe('dropping', () => {
  const overlay = () => screen.queryByText(texts.dropHere);

  it('a file anywhere on the page attaches it', async () => {
    openCompose();
    drag('dragEnter', document.body);
    expect(overlay()).toBeInTheDocument();
    drag('drop', document.body, [textFile('main.rs', 'fn main() {}\n')]);
    expect(overlay()).not.toBeInTheDocument();
    expect(await attached('main.rs')).toBeVisible();
  });

  it('is offered for as long as the file is over anything of the page', () => {
    openCompose();
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

  it('is offered again after a drop within the page', () => {
    openCompose();
    drag('dragEnter', document.body);
    drag('dragEnter', textField());
    drag('drop', textField());
    drag('dragEnter', document.body);
    expect(overlay()).toBeInTheDocument();
    drag('dragLeave', document.body);
    expect(overlay()).not.toBeInTheDocument();
  });

  it('is the page’s, so that the browser does not open the file', () => {
    openCompose();
    expect(drag('dragOver', document.body)).toBe(false);
    expect(drag('drop', document.body)).toBe(false);
  });

  it('of a piece of text is the browser’s', () => {
    openCompose();
    const dataTransfer = { types: ['text/plain'], files: [] };
    fireEvent.dragEnter(textField(), { dataTransfer });
    expect(overlay()).not.toBeInTheDocument();
    expect(fireEvent.dragOver(textField(), { dataTransfer })).toBe(true);
    expect(fireEvent.drop(textField(), { dataTransfer })).toBe(true);
  });

  it('while a paste is sent takes nothing', async () => {
    const { user } = openCompose();
    await write(user, 'text');
    await user.click(button(texts.create));
    await nextUpload();
    drag('drop', document.body, [textFile('late.txt', 'late')]);
    expect(button(texts.sending)).toBeVisible();
    expect(screen.queryByText(texts.reading('late.txt'))).not.toBeInTheDocument();
  });
});
