/** The actions of the toolbar, and the texts that they are offered for. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages } from '#components/messages/view-dialog';
import { MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/model/draft-storage';
import { watchDownloads, watchNavigation, withoutClipboard } from '#components/testing/fake-browser';
import { CLAIMED, json, serve, text } from '#components/testing/fake-server';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView, queryButton, shownText, uncoveredText } from '#components/testing/open-view';
import { translatePage } from '#components/testing/translate-page';
import { PUBLIC_ID, viewedPaste } from '#components/testing/viewed-paste';
import { formatAbsolute } from '#lib/locales/format.rules';

const CODE = 'fn main() {\n    hello();\n}\n';
const paste = viewedPaste({ content: CODE, title: 'main.rs', contentBytes: CODE.length });

/** The names of the toolbar's buttons and links. */
const offered = () => {
  const toolbar = within(screen.getByRole('group', { name: viewMessages.actions }));
  return [...toolbar.getAllByRole('button'), ...toolbar.queryAllByRole('link')].map(
    (element) => element.getAttribute('aria-label') ?? element.textContent,
  );
};

const READING = [viewMessages.search, viewMessages.wrap, viewMessages.moreActions, viewMessages.compare, viewMessages.duplicate];
const TAKING = [commonMessages.shortcuts, viewMessages.copyLink, viewMessages.download, viewMessages.copyText, viewMessages.raw];

it('text and title are kept from translators, and the page’s own words are not', async () => {
  openView(paste);
  expect((await shownText()).querySelector('pre')).toHaveAttribute('translate', 'no');
  expect(screen.getByRole('heading', { level: 1, name: 'main.rs' })).toHaveAttribute('translate', 'no');
  expect(screen.getByRole('group', { name: viewMessages.actions }).closest('[translate=no]')).toBeNull();
});

it('a paste of somebody else offers everything but to change it', () => {
  openView(paste);
  expect(offered()).toEqual([...READING, viewMessages.qrCode, ...TAKING]);
});

it('a paste without an owner that never expires can be deleted, but not extended', () => {
  openView({ ...paste, isOpenToAll: true });
  expect(offered()).toEqual([...READING, viewMessages.qrCode, viewMessages.delete, ...TAKING]);
});

it('a paste without an owner that expires can be extended as well', () => {
  openView({ ...paste, isOpenToAll: true, expiresAt: 86_400_000 });
  expect(offered()).toEqual([...READING, viewMessages.qrCode, viewMessages.extend, viewMessages.delete, ...TAKING]);
});

it('an opened burn paste offers no link, no raw text, no extending, no deleting', async () => {
  serve({
    [`POST /api/v1/pastes/${PUBLIC_ID}/claim`]: json(CLAIMED),
    [`GET /raw/${PUBLIC_ID}`]: text(CODE),
    [`POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`]: json({}),
  });
  const { user } = openView({ ...paste, content: null, burnAfterRead: true, isOpenToAll: true, expiresAt: 86_400_000 });
  await user.click(button(viewMessages.confirm.button));
  await uncoveredText(user);
  expect(offered()).toEqual([...READING, commonMessages.shortcuts, viewMessages.download, viewMessages.copyText]);
});

it('where a paste is read, its size, lines, views and times are told', () => {
  openView({ ...paste, viewCount: 1_234, expiresAt: 86_400_000 });
  const facts = within(screen.getByRole('list', { name: viewMessages.details })).getAllByRole('listitem');
  expect(facts.map(({ textContent }) => textContent)).toEqual([
    '27 bytes',
    viewMessages.lines(3),
    viewMessages.views(1_234),
    `${viewMessages.created} ${formatAbsolute(0)}`,
    `${viewMessages.expires} ${formatAbsolute(86_400_000)}`,
  ]);
});

describe('the language', () => {
  const select = () => screen.getByRole('combobox', { name: viewMessages.language });

  it.each([
    ['', 'import os\n\ndef main():\n    print(os.name)\n', 'Python'],
    ['main.rs', CODE, 'Rust'],
    ['', 'Dear Anna,\nsee you.\n', 'Plain text'],
  ])('of a text that nobody called anything is guessed (case %#)', async (title, content, guess) => {
    const { user } = openView({ ...paste, title, content });
    await waitFor(() => expect(select()).toHaveDisplayValue(viewMessages.detected(guess)));
    await user.selectOptions(select(), 'yaml');
    expect(select()).toHaveDisplayValue('YAML');
    await user.selectOptions(select(), viewMessages.detected(guess));
    expect(select()).toHaveValue('');
  });

  it.each([
    ['text', 'Plain text'],
    ['yaml', 'YAML'],
  ])('that the sender said is not guessed: %s', async (syntax, name) => {
    openView({ ...paste, syntax });
    expect(select()).toHaveDisplayValue(name);
    expect(within(select()).queryByText(/Auto/)).toBeNull();
  });
});

it('what is needed less often unfolds', async () => {
  const { user } = openView(paste);
  expect(button(viewMessages.moreActions)).toHaveAttribute('aria-expanded', 'false');
  await user.click(button(viewMessages.moreActions));
  expect(button(viewMessages.moreActions)).toHaveAttribute('aria-expanded', 'true');
});

it('copying takes the text to the byte, and says that it did', async () => {
  const { user } = openView(paste);
  await user.click(button(viewMessages.copyText));
  expect(await navigator.clipboard.readText()).toBe(CODE);
  expect(screen.getByRole('status')).toHaveTextContent(viewMessages.copied);
  expect(button(viewMessages.copied)).toBeVisible();
});

it('marked lines are copied alone, and the whole text by the button beside', async () => {
  const { user } = openView(paste, '#&L2-L9');
  await user.click(button(viewMessages.copyLines(2)));
  expect(await navigator.clipboard.readText()).toBe('    hello();\n}');
  expect(screen.getByRole('status')).toHaveTextContent(viewMessages.copied);
  await user.click(button(viewMessages.copyAll));
  expect(await navigator.clipboard.readText()).toBe(CODE);
});

it('marked lines are saved alone, and the whole text by the button beside', async () => {
  const saved = watchDownloads();
  const { user } = openView(paste, '#&L2-L3');
  await user.click(button(viewMessages.downloadLines(2)));
  await user.click(button(viewMessages.downloadAll));
  expect(saved.map(({ name }) => name)).toEqual(['main.rs', 'main.rs']);
  expect(await Promise.all(saved.map(({ blob }) => blob.text()))).toEqual(['    hello();\n}', CODE]);
});

it('the mark is removed from the text and from the address', async () => {
  const { user } = openView(paste, '#&L2-L3');
  await user.click(button(viewMessages.unmark));
  expect(location.hash).toBe('');
  expect(queryButton(viewMessages.unmark)).toBeNull();
  expect(button(viewMessages.copyText)).toBeVisible();
});

it('marked lines that the text doesn’t have leave one button, which copies all', () => {
  openView(paste, '#&L9');
  expect(queryButton(viewMessages.copyAll)).toBeNull();
  expect(button(viewMessages.copyText)).toBeVisible();
});

it('a browser that forbids copying is reported, and no button says “Copied”', async () => {
  const { user } = openView(paste);
  withoutClipboard(false);
  await user.click(button(viewMessages.copyText));
  expect(await screen.findByText(viewMessages.copyFailed)).toBeVisible();
  expect(button(viewMessages.copyText)).toHaveTextContent(viewMessages.copy);
});

it('the text is saved to the byte, under its title', async () => {
  const saved = watchDownloads();
  const { user } = openView(paste);
  await user.click(button(viewMessages.download));
  expect(saved.map(({ name }) => name)).toEqual(['main.rs']);
  expect(await saved[0]?.blob.text()).toBe(CODE);
});

it('the name of a saved text follows the language that was chosen', async () => {
  runWorkers();
  const saved = watchDownloads();
  const { user } = openView({ ...paste, title: '' });
  await user.selectOptions(screen.getByLabelText(viewMessages.language), 'python');
  await user.click(button(viewMessages.download));
  expect(saved.map(({ name }) => name)).toEqual([`${PUBLIC_ID}.py`]);
});

it('colours that could not be loaded are said, until plain text is chosen', async () => {
  runWorkers({ colour: null });
  const { user } = openView({ ...paste, syntax: 'rust' });
  expect(await screen.findByText(viewMessages.colour.failed)).toBeVisible();
  expect(await shownText()).toHaveTextContent('hello();');
  await user.selectOptions(screen.getByLabelText(viewMessages.language), 'plaintext');
  expect(screen.queryByText(viewMessages.colour.failed)).not.toBeInTheDocument();
});

it('a language that is not known stands in the list as it is', () => {
  runWorkers();
  openView({ ...paste, syntax: 'klingon' });
  expect(screen.getByLabelText(viewMessages.language)).toHaveValue('klingon');
});

it('the next text is wrapped as the last one was', async () => {
  const { user, unmount } = openView(viewedPaste({ content: 'one' }));
  await user.click(button(viewMessages.wrap));
  unmount();
  openView(viewedPaste({ content: 'two' }));
  expect(button(viewMessages.wrap)).toHaveAttribute('aria-pressed', 'true');
});

it('only a text with hidden direction controls comes with a warning', () => {
  const { unmount } = openView(viewedPaste({ content: 'if (\u202E admin)' }));
  expect(screen.getByText(viewMessages.hiddenDirection)).toBeVisible();
  unmount();
  openView(viewedPaste({ content: 'if (admin)' }));
  expect(screen.queryByText(viewMessages.hiddenDirection)).not.toBeInTheDocument();
});

it('Ctrl+A in the text selects the text, and nothing around it', async () => {
  const { user } = openView(viewedPaste({ content: 'one\ntwo' }));
  (await shownText()).focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(getSelection()?.toString()).toBe('one\ntwo\n');
});

it.each(['a', 'A'])('Ctrl+A selects the text when nothing has the focus, as %s (Caps Lock)', async (key) => {
  const { user } = openView(viewedPaste({ content: 'one\ntwo' }));
  await shownText();
  expect(document.body).toHaveFocus();
  await user.keyboard(`{Control>}${key}{/Control}`);
  expect(getSelection()?.toString()).toBe('one\ntwo\n');
});

it('lines are wrapped and unwrapped by the button, which says so', async () => {
  const { user } = openView(paste);
  const lines = (await shownText()).firstElementChild;
  await user.click(button(viewMessages.wrap));
  expect(button(viewMessages.wrap)).toHaveAttribute('aria-pressed', 'true');
  expect(lines).toHaveClass('wrapped');
  await user.click(button(viewMessages.wrap));
  expect(button(viewMessages.wrap)).toHaveAttribute('aria-pressed', 'false');
  expect(lines).not.toHaveClass('wrapped');
});

it('the link is shown as a code for another device', async () => {
  const { user } = openView(paste);
  await user.click(button(viewMessages.qrCode));
  const dialog = within(await screen.findByRole('dialog', { name: viewMessages.qrCode }));
  expect(await dialog.findByRole('img', { name: viewDialogMessages.qr.title })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: commonMessages.close }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('duplicating hands title, language and text to a new paste that is encrypted', async () => {
  const visited = watchNavigation();
  const { user } = openView(paste);
  await user.click(button(viewMessages.duplicate));
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(restoreDraft(sessionStorage)).toMatchObject({ text: CODE, title: 'main.rs', encrypt: true, chosenSyntax: null });
});

it('duplicating asks before a begun draft is replaced, and keeps it if told so', async () => {
  const visited = watchNavigation();
  sessionStorage.setItem('sealpaste-draft', JSON.stringify({ text: 'mine', title: '' }));
  const { user } = openView(paste);
  await user.click(button(viewMessages.duplicate));
  await user.click(await screen.findByRole('button', { name: viewDialogMessages.duplicating.keep }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(restoreDraft(sessionStorage)?.text).toBe('mine');
  expect(visited).toEqual([]);
  await user.click(button(viewMessages.duplicate));
  await user.click(await screen.findByRole('button', { name: viewDialogMessages.duplicating.replace }));
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(restoreDraft(sessionStorage)?.text).toBe(CODE);
});

it('a browser without room for the duplicate is reported, and its draft stays', async () => {
  watchNavigation();
  sessionStorage.setItem('sealpaste-draft', JSON.stringify({ text: 'mine', title: '' }));
  const { user } = openView(paste);
  await user.click(button(viewMessages.duplicate));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await user.click(await screen.findByRole('button', { name: viewDialogMessages.duplicating.replace }));
  expect(await screen.findByRole('dialog', { name: viewDialogMessages.duplicating.noRoomTitle })).toBeVisible();
  expect(restoreDraft(sessionStorage)?.text).toBe('mine');
});

it('a browser that stores no drafts is reported', async () => {
  const forbidden = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  const { user } = openView(paste);
  await user.click(button(viewMessages.duplicate));
  expect(await screen.findByRole('dialog', { name: viewDialogMessages.duplicating.forbiddenTitle })).toBeVisible();
  forbidden.mockRestore();
});

it('a text too large for the editor can be downloaded from the dialog that says so', async () => {
  const saved = watchDownloads();
  const { user } = openView({ ...paste, content: 'x'.repeat(MAX_DRAFT_BYTES + 1) });
  await screen.findByRole('textbox', { name: viewMessages.textLabel });
  await user.click(button(viewMessages.duplicate));
  const dialog = within(await screen.findByRole('dialog', { name: viewDialogMessages.duplicating.tooLargeTitle }));
  expect(dialog.getByText(viewDialogMessages.duplicating.tooLargeText('512 KiB'))).toBeVisible();
  await user.click(dialog.getByRole('button', { name: viewMessages.download }));
  expect(saved.map(({ name }) => name)).toEqual(['main.rs']);
  expect(queryButton(viewMessages.copyText)).toBeVisible();
});

it('under a browser’s translation the actions work, once and again', async () => {
  const { user } = openView(paste);
  await shownText();
  for (const name of [viewMessages.wrap, viewMessages.search, viewMessages.copyLink, viewMessages.copyText, viewMessages.moreActions])
    for (let press = 0; press < 2; press++) {
      translatePage();
      const [control] = within(screen.getByRole('group', { name: viewMessages.actions })).queryAllByRole('button', { name });
      if (control) await user.click(control);
    }
  expect(await shownText()).toHaveTextContent('hello();');
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent === viewMessages.copied)).toBe(true);
});

it('a narrow window wraps lines until its reader chooses otherwise', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: media === '(max-width: 52rem)', media }));
  const { user, unmount } = openView(paste);
  expect(button(viewMessages.wrap)).toHaveAttribute('aria-pressed', 'true');
  await user.click(button(viewMessages.wrap));
  unmount();
  openView(paste);
  expect(button(viewMessages.wrap)).toHaveAttribute('aria-pressed', 'false');
});
