/** A paste with files, from its link to what a person sees and saves. The envelopes are real. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages } from '#components/messages/view-dialog';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { installIndexedDb, resetIndexedDb, storedFiles } from '#components/paste/editor/testing/fake-indexed-db';
import { watchDownloads, watchNavigation } from '#components/testing/fake-browser';
import { addressOfLink } from '#components/testing/links';
import { button, openView, queryButton, shownText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste } from '#components/testing/viewed-paste';
import type { TextToSeal } from '#lib/envelope/envelope-encode';
import type { SealedFile } from '#lib/envelope/envelope-files';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const PNG = bytes('\x89PNG\r\n\x1a\n and so on');
const binary = (name: string, data: Uint8Array): SealedFile => ({ name, type: 'image/png', data });
const text = (name: string, content: string): SealedFile => ({ name, syntax: 'plaintext', content });

async function open(document: TextToSeal, fragment = '') {
  const { inPage, key } = await sealedPaste(document);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const saved = watchDownloads();
  const view = openView(inPage, `#${key}${fragment}`);
  const list = await screen.findByRole('navigation', { name: messages.list });
  return { ...view, key, list, saved, rows: () => within(list).getAllByRole('listitem') };
}

const picture = (name: string) => screen.queryByRole('img', { name: messages.pictureOf(name) });
const choose = (name: string) => button(new RegExp(`^${name}`));

it('the list names the files with their sizes; the text of the paste comes first', async () => {
  const { rows } = await open({ content: 'hello', files: [text('a.txt', 'in a'), binary('b.png', PNG)] });
  expect(rows().map(({ textContent }) => textContent)).toEqual(['Text5 bytes', 'a.txt4 bytes', 'b.png18 bytes']);
  expect(screen.getByRole('list', { name: viewMessages.details })).not.toHaveTextContent('bytes');
  await waitFor(async () => expect(await shownText()).toHaveTextContent('hello'));
});

it('without a text of its own, the paste shows its first file', async () => {
  const { rows } = await open({ content: '', files: [text('a.txt', 'in a')] });
  expect(rows()).toHaveLength(1);
  await waitFor(async () => expect(await shownText()).toHaveTextContent('in a'));
  expect(queryButton(messages.downloadAll)).toBeNull();
});

it('a link names a file and a line in it, and choosing another file names that', async () => {
  const { container, key, user } = await open({ content: 'own', files: [text('a', 'a1\na2'), text('b', 'b1\nb2\nb3')] }, '&F2&L3');
  await waitFor(() => expect(container.querySelector('[data-marked]')).toHaveTextContent('b3'));
  await user.click(choose('a'));
  await waitFor(async () => expect(await shownText()).toHaveTextContent('a1'));
  expect(location.hash).toBe(`#${key}&F1`);
});

it('the list scrolls to the row of the file in the link, unless it is in view', async () => {
  // Seven rows of 30 px are in view.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const row = this instanceof HTMLLIElement ? [...(this.parentElement?.children ?? [])].indexOf(this) * 30 : 0;
    return new DOMRect(0, row, 100, this instanceof HTMLLIElement ? 30 : 210);
  });
  const files = Array.from({ length: 9 }, (_, index) => text(`${index + 1}.txt`, 'x'));
  const { list, user } = await open({ content: '', files }, '&F9');
  const scroller = within(list).getByRole('list');
  await waitFor(() => expect(scroller.scrollTop).toBe(150));
  scroller.scrollTop = 0;
  await user.click(choose('2.txt'));
  expect(scroller.scrollTop).toBe(0);
});

it('a picture is one by its bytes, whatever its name says', async () => {
  const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const html = bytes('<!doctype html><script>alert(1)</script>');
  const { user } = await open({ content: '', files: [binary('real.txt', PNG), binary('svg.png', svg), binary('html.jpg', html)] });
  await waitFor(() => expect(picture('real.txt')).toBeVisible());
  for (const name of ['svg.png', 'html.jpg']) {
    await user.click(choose(name));
    expect(await screen.findByText(messages.notShown(name))).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  }
  expect(document.querySelector('svg[onload], script, iframe, object, embed')).toBeNull();
});

it('a picture fits at first, and grows by buttons, keys and a click', async () => {
  const { user } = await open({ content: '', files: [binary('a.png', PNG)] });
  await waitFor(() => expect(picture('a.png')).toBeVisible());
  const bar = within(screen.getByRole('group', { name: messages.zoom }));
  const fits = () => bar.getByRole('button', { name: messages.fit }).getAttribute('aria-pressed') === 'true';
  const shown = () => [bar.getByRole('status').textContent, fits()];
  expect(bar.getAllByText(messages.fit)).toHaveLength(1);
  expect(shown()).toEqual(['100 %', true]);
  await user.click(button(messages.zoomIn));
  expect(shown()).toEqual(['150 %', false]);
  await user.click(picture('a.png') as HTMLElement);
  expect(shown()).toEqual(['100 %', true]);
  await user.click(picture('a.png') as HTMLElement);
  expect(shown()).toEqual(['100 %', false]);
  screen.getByRole('region', { name: messages.pictureOf('a.png') }).focus();
  await user.keyboard('-');
  expect(shown()).toEqual(['75 %', false]);
  await user.keyboard('0');
  expect(shown()).toEqual(['100 %', true]);
});

it('a file has no raw text, and no key that leads to one is listed', async () => {
  const { user } = await open({ content: '', files: [text('a.txt', 'in a')] });
  await waitFor(async () => expect(await shownText()).toHaveTextContent('in a'));
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: commonMessages.shortcuts }));
  expect(dialog.getByText('w')).toBeVisible();
  expect(dialog.queryByText('r')).not.toBeInTheDocument();
});

it('a picture says at which size it fits its window', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(1000);
  const width = vi.spyOn(HTMLImageElement.prototype, 'clientWidth', 'get').mockReturnValue(430);
  await open({ content: '', files: [binary('a.png', PNG)] });
  fireEvent.load(await screen.findByRole('img', { name: messages.pictureOf('a.png') }));
  const size = within(screen.getByRole('group', { name: messages.zoom })).getByRole('status');
  expect(size).toHaveTextContent('43 %');
  width.mockReturnValue(250);
  fireEvent(window, new Event('resize'));
  expect(size).toHaveTextContent('25 %');
});

it('what is no text has no actions of one', async () => {
  await open({ content: '', files: [binary('a.png', PNG)] });
  expect(button(viewMessages.download)).toBeVisible();
  for (const name of [viewMessages.copyText, viewMessages.wrap, viewMessages.search]) expect(queryButton(name)).toBeNull();
});

it('files are saved under clean names, as bytes that no browser opens', async () => {
  const { user, saved } = await open({ content: '', files: [binary('../../x', bytes('<script>')), binary('CON', PNG)] });
  await user.click(button(messages.downloadOne('x')));
  await user.click(button(messages.downloadOne('_CON')));
  expect(saved.map(({ name, blob }) => [name, blob.type, blob.size])).toEqual([
    ['x', 'application/octet-stream', 8],
    ['_CON', 'application/octet-stream', 18],
  ]);
});

it('all files are saved as one archive, in which every name is there once', async () => {
  const { user, saved } = await open({ title: 'trip', content: 'own', files: [text('trip.txt', '1'), text('TRIP.TXT', '2')] });
  await user.click(button(messages.downloadAll));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('trip.zip');
  const archive = unzipSync(new Uint8Array(await (saved[0] as { blob: Blob }).blob.arrayBuffer()));
  expect(Object.keys(archive)).toEqual(['trip.txt', 'trip (2).txt', 'TRIP (2) (2).TXT']);
});

it('an archive and what is in it begin with no dot and no dash', async () => {
  const { user, saved } = await open({ title: '.ssh', content: '', files: [text('.bashrc', '1'), text('-rf', '2')] });
  await user.click(button(messages.downloadAll));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('ssh.zip');
  expect(Object.keys(unzipSync(new Uint8Array(await (saved[0] as { blob: Blob }).blob.arrayBuffer())))).toEqual(['bashrc', 'rf']);
});

it('a right-to-left file name is isolated, and override marks are removed from it', async () => {
  const { rows } = await open({ content: '', files: [text('\u202egnp.exe', ''), text('שלום.txt', '')] });
  expect(rows().map((row) => row.querySelector('bdi')?.textContent)).toEqual(['gnp.exe', 'שלום.txt']);
});

it('an empty file is a file', async () => {
  const { user, saved } = await open({ content: '', files: [binary('empty.png', new Uint8Array(0))] });
  expect(await screen.findByText(messages.notShown('empty.png'))).toBeVisible();
  await user.click(button(messages.downloadOne('empty.png')));
  expect(saved[0]?.blob.size).toBe(0);
});

it('the raw page of a paste with files leads to its page', async () => {
  const { inPage, key } = await sealedPaste({ content: 'own', files: [text('a', 'b')] });
  const { RawPage } = await import('../raw-page');
  const { render } = await import('@testing-library/react');
  history.replaceState(null, '', `/view/${PUBLIC_ID}?raw#${key}`);
  vi.stubGlobal('isSecureContext', true);
  render(<RawPage paste={inPage} />);
  expect(addressOfLink(await screen.findByRole('link', { name: messages.openPage }))).toBe(`/view/${PUBLIC_ID}#${key}`);
});

it('duplicating keeps the text and the files for the page for new pastes', async () => {
  const { stored, user } = await openToDuplicate();
  const visited = watchNavigation();
  await user.click(button(viewMessages.duplicate));
  await waitFor(() => expect(visited).toEqual(['/']));
  const draft = JSON.parse(sessionStorage.getItem('sealpaste-draft') ?? '');
  expect(draft).toMatchObject({ text: 'own', title: 'trip', encrypt: true, keepsMetadata: true });
  expect(draft.files).toMatchObject([
    { name: 'a.rs', syntax: 'rust', kind: 'text' },
    { name: 'b.png', kind: 'other', type: 'image/png' },
  ]);
  expect(stored()).toHaveLength(2);
});

it('duplicating asks before it replaces a draft', async () => {
  sessionStorage.setItem('sealpaste-draft', JSON.stringify({ text: 'mine', title: '' }));
  const { stored, user } = await openToDuplicate();
  await user.click(button(viewMessages.duplicate));
  // The text is there a moment before its dialog opens.
  await waitFor(() => expect(screen.getByText(viewDialogMessages.duplicating.draftText)).toBeVisible());
  expect(stored()).toHaveLength(0);
});

async function openToDuplicate() {
  resetIndexedDb();
  installIndexedDb();
  const files: SealedFile[] = [{ name: 'a.rs', syntax: 'rust', content: 'fn main() {}' }, binary('b.png', PNG)];
  return { ...(await open({ title: 'trip', content: 'own', files })), stored: storedFiles };
}
