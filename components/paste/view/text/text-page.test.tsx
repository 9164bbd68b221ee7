/** Choosing lines by their numbers, and large texts, which are not in the document as a whole. */
import { EditorView } from '@codemirror/view';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages } from '#components/messages/view-dialog';
import { CLAIMED, serve, text } from '#components/testing/fake-server';
import { addressOfLink } from '#components/testing/links';
import { button, openView } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { LONG_LINE_CHARACTERS, SMALL_MAX_CHARACTERS, SMALL_MAX_LINES } from '../model/view-limits';
import { parseLines } from '../ready/view-dialogs';

const small = viewedPaste({ content: 'one\ntwo\nthree\nfour\n' });
/** Large by its characters, with few lines: jsdom has no layout, so the editor renders every line. */
const LARGE = `${`${'x'.repeat(9_999)}\n`.repeat(SMALL_MAX_CHARACTERS / 10_000 + 1)}the last line\n`;

const marked = (container: HTMLElement) => [...container.querySelectorAll('[data-marked]')].map(({ textContent }) => textContent?.trim());
const largeText = () => screen.findByRole('textbox', { name: viewMessages.textLabel });

/** Clicks on the line's number, which the style sheet shows in the line's padding. */
function pressNumber(container: HTMLElement, line: number, shiftKey = false, pointerType = 'mouse'): void {
  const element = container.querySelector<HTMLElement>(`#L${line}`);
  element?.style.setProperty('padding-left', '40px');
  if (!element) return;
  const event = createEvent.click(element, { clientX: 10, shiftKey });
  // jsdom's clicks have no `pointerType`.
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  fireEvent(element, event);
}

it('the number of a line chooses it, and the address names it', () => {
  const { container } = openView(small);
  pressNumber(container, 2);
  expect(marked(container)).toEqual(['two']);
  expect(location.hash).toBe('#L2');
});

it('the number of another line with Shift chooses all between', () => {
  const { container } = openView(small, '#L3');
  pressNumber(container, 1, true);
  expect(marked(container)).toEqual(['one', 'two', 'three']);
  expect(location.hash).toBe('#L1-L3');
});

it('the number of a chosen line takes the choice back', () => {
  const { container } = openView(small, '#L2');
  pressNumber(container, 2);
  expect(marked(container)).toEqual([]);
  expect(location.hash).toBe('');
});

it('a second touched line number ends the selection, and one inside clears it', () => {
  const { container } = openView(small);
  pressNumber(container, 2, false, 'touch');
  pressNumber(container, 4, false, 'touch');
  expect(marked(container)).toEqual(['two', 'three', 'four']);
  expect(location.hash).toBe('#L2-L4');
  pressNumber(container, 3, false, 'touch');
  expect(location.hash).toBe('');
});

it('the key l asks for the numbers, and marks the lines of the text that they name', async () => {
  const { container, user } = openView(small);
  await user.keyboard('l');
  const dialog = within(await screen.findByRole('dialog', { name: viewDialogMessages.lines.title }));
  const field = dialog.getByRole('textbox', { name: viewDialogMessages.lines.label });
  await user.type(field, '9{Enter}');
  expect(dialog.getByRole('alert')).toHaveTextContent(viewDialogMessages.lines.wrong({ total: 4, example: 4 }));
  await user.clear(field);
  await user.type(field, '3-2{Enter}');
  await waitFor(() => expect(marked(container)).toEqual(['two', 'three']));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(location.hash).toBe('#L2-L3');
});

it.each([
  ['12', 20, { first: 12, last: 12 }],
  [' L12-L30 ', 20, { first: 12, last: 20 }],
  ['30 – 12', 40, { first: 12, last: 30 }],
  ['12:30', 40, { first: 12, last: 30 }],
  ['21', 20, null],
  ['0', 20, null],
  ['a', 20, null],
  ['', 20, null],
])('“%s” in a text of %i lines names %j', (text, total, lines) => {
  expect(parseLines(text, total)).toEqual(lines);
});

it('a click into the text chooses no line', () => {
  const { container } = openView(small);
  const line = container.querySelector<HTMLElement>('#L2');
  line?.style.setProperty('padding-left', '40px');
  if (line) fireEvent.click(line, { clientX: 100 });
  expect(marked(container)).toEqual([]);
});

it('lines that a text does not have mark nothing', () => {
  const { container } = openView(small, '#L9-L12');
  expect(marked(container)).toEqual([]);
});

it('the chosen lines of an encrypted paste stand behind its key in the address', async () => {
  const { inPage, key } = await sealedPaste({ content: 'one\ntwo\n' });
  const { container } = openView(inPage, `#${key}`);
  await screen.findByRole('region', { name: viewMessages.textLabel });
  pressNumber(container, 2);
  expect(location.hash).toBe(`#${key}&L2`);
  await waitFor(() => expect(marked(container)).toEqual(['two']));
  expect(addressOfLink(screen.getByRole('link', { name: viewMessages.raw }))).toBe(`/view/${PUBLIC_ID}?raw#${key}`);
});

it('a text over the limit of lines is shown by the editor', async () => {
  openView(viewedPaste({ content: 'x\n'.repeat(SMALL_MAX_LINES + 1) }));
  expect(await largeText()).toHaveAttribute('aria-readonly', 'true');
  expect(screen.getByRole('heading', { name: new RegExp(viewMessages.lines(SMALL_MAX_LINES + 1)) })).toBeVisible();
  expect(button(viewMessages.copyText)).toBeEnabled();
});

it('a text at the limit of lines is still an element for each line', () => {
  const { container } = openView(viewedPaste({ content: 'x\n'.repeat(SMALL_MAX_LINES) }));
  expect(container.querySelectorAll('[id^=L]')).toHaveLength(SMALL_MAX_LINES);
});

it('a large text stays where it is when lines of it are chosen', async () => {
  const { container } = openView(viewedPaste({ content: LARGE }));
  const editor = await largeText();
  location.hash = '#L2';
  await waitFor(() => expect(marked(container)).toHaveLength(1));
  expect(editor).toBeInTheDocument();
});

it('a large text is copied whole', async () => {
  const { user } = openView(viewedPaste({ content: LARGE }));
  await largeText();
  await user.click(button(viewMessages.copyText));
  expect((await navigator.clipboard.readText()) === LARGE).toBe(true);
});

it('only a text with a very long line is wrapped, until the reader turns that off', async () => {
  const { user, unmount } = openView(viewedPaste({ content: `${LARGE}${'y'.repeat(LONG_LINE_CHARACTERS + 1)}` }));
  await waitFor(async () => expect(await largeText()).toHaveClass('cm-lineWrapping'));
  expect(button(viewMessages.wrap)).toHaveAttribute('aria-pressed', 'true');
  await user.click(button(viewMessages.wrap));
  await waitFor(async () => expect(await largeText()).not.toHaveClass('cm-lineWrapping'));
  expect((await largeText()).textContent).toContain('x');
  unmount();
  openView(viewedPaste({ content: LARGE }));
  expect(await largeText()).not.toHaveClass('cm-lineWrapping');
  expect(button(viewMessages.wrap)).toHaveAttribute('aria-pressed', 'false');
});

it.each([
  ['short', `${'x\n'.repeat(SMALL_MAX_LINES)}the end`],
  ['long', `${LARGE}the end`],
])('wrapping keeps what is selected in a large text of %s lines', async (_, content) => {
  const { user } = openView(viewedPaste({ content }));
  const editor = await largeText();
  const selected = () => EditorView.findFromDOM(editor)?.state.selection.main;
  editor.focus();
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(selected()).toMatchObject({ from: 0, to: content.length }));
  await user.keyboard('w');
  await waitFor(() => expect(editor).toHaveClass('cm-lineWrapping'));
  expect(selected()).toMatchObject({ from: 0, to: content.length });
});

it('a second press unwraps a large text, even before the first was drawn', async () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  onTestFinished(() => frames.mockRestore());
  const { user } = openView(viewedPaste({ content: 'x\n'.repeat(SMALL_MAX_LINES + 1) }));
  const editor = await largeText();
  await user.keyboard('w');
  await waitFor(() => expect(editor).toHaveClass('cm-lineWrapping'));
  await user.keyboard('w');
  await waitFor(() => expect(editor).not.toHaveClass('cm-lineWrapping'));
});

it.each([
  ['{PageDown}', true],
  ['{Control>}{End}{/Control}', true],
  [' ', true],
  ['{Control>}a{/Control}', true],
  ['a', false],
  ['{Tab}', false],
])('with nothing focused, %s gives the focus to a large text: %s', async (keys, isTaken) => {
  const { user } = openView(viewedPaste({ content: LARGE }));
  const editor = await largeText();
  expect(document.body).toHaveFocus();
  await user.keyboard(keys);
  // The editor is in the document a moment before it takes keys; those that come earlier act then.
  if (isTaken) await waitFor(() => expect(editor).toHaveFocus());
  else expect(editor).not.toHaveFocus();
});

it('only scrolling keys pressed on a button, not in a field, go to a large text', async () => {
  const { user } = openView(viewedPaste({ content: LARGE }));
  const editor = await largeText();
  await user.click(button(viewMessages.wrap));
  await user.keyboard(' ');
  expect(button(viewMessages.wrap)).toHaveFocus();
  await user.keyboard('/');
  await user.keyboard('{End}{ArrowUp}');
  expect(editor).not.toHaveFocus();
  button(viewMessages.wrap).focus();
  await user.keyboard('{PageDown}');
  expect(editor).toHaveFocus();
});

/** Opens a text whose last line arrives only when the test says so. */
function openArriving() {
  let finish = () => {};
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`${'x'.repeat(999)}\n`.repeat(100)));
      finish = () => {
        controller.enqueue(encoder.encode('the end\n'));
        controller.close();
      };
    },
  });
  serve({ [`GET /raw/${PUBLIC_ID}`]: () => new Response(body) });
  return { ...openView(viewedPaste()), finish };
}

it('a text that is still arriving can be read, but not be duplicated yet', async () => {
  const { finish } = openArriving();
  await largeText();
  expect(button(viewMessages.duplicate)).toBeDisabled();
  expect(screen.getByRole('progressbar', { name: viewMessages.loading.fetching })).toBeVisible();
  finish();
  await waitFor(() => expect(button(viewMessages.duplicate)).toBeEnabled());
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: new RegExp(viewMessages.lines(101)) })).toBeVisible();
});

it.each([
  ['everything', 100_000, 100_008],
  ['a part', 99_000, 99_000],
])('a selection of %s stays a selection of that when the rest of the text arrives', async (_, before, after) => {
  const { user, finish } = openArriving();
  const editor = await largeText();
  const view = EditorView.findFromDOM(editor);
  await waitFor(() => expect(view?.state.doc.length).toBe(100_000));
  editor.focus();
  await user.keyboard('{Control>}a{/Control}');
  if (before < 100_000) view?.dispatch({ selection: { anchor: 0, head: before } });
  expect(view?.state.selection.main).toMatchObject({ from: 0, to: before });
  finish();
  await waitFor(() => expect(view?.state.doc.length).toBe(100_008));
  expect(view?.state.selection.main).toMatchObject({ from: 0, to: after });
});

it('a large burn paste takes the focus when it is opened', async () => {
  serve({
    [`POST /api/v1/pastes/${PUBLIC_ID}/claim`]: () => Response.json(CLAIMED),
    [`GET /raw/${PUBLIC_ID}`]: text(LARGE),
    [`POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`]: () => Response.json({}),
  });
  const { user } = openView(viewedPaste({ burnAfterRead: true }));
  await user.click(button(viewMessages.confirm.button));
  const editor = await largeText();
  await waitFor(() => expect(editor).toHaveFocus());
});

it('a large text prints with all lines and numbers, and the screen stays as it was', async () => {
  const { container } = openView(viewedPaste({ content: LARGE }));
  await largeText();
  const printed = container.querySelector('pre[aria-hidden]');
  expect(printed).toBeEmptyDOMElement();
  fireEvent(window, new Event('beforeprint'));
  const paper = printed?.textContent?.split('\n') ?? [];
  expect(paper.map((line) => line.slice(4)).join('\n') === LARGE.trimEnd()).toBe(true);
  expect([paper[0]?.slice(0, 5), paper.at(-1)]).toEqual([' 1  x', `${paper.length}  the last line`]);
  fireEvent(window, new Event('afterprint'));
  expect(printed).toBeEmptyDOMElement();
});

const HIDDEN = 'pay\u200bpal \u202eevil\n';
const markedCharacters = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>('[data-character]')].map(({ dataset }) => dataset.character);

it('hidden characters of a small text are marked where they stand, and stay in it', async () => {
  const { container } = openView(viewedPaste({ content: HIDDEN }));
  expect(markedCharacters(container)).toEqual(['U+200B', 'U+202E']);
  expect(container.querySelector('code')?.textContent).toBe(HIDDEN);
});

it('hidden characters of a large text are marked where they stand', async () => {
  const content = HIDDEN + LARGE;
  const { container } = openView(viewedPaste({ content, contentBytes: content.length }));
  await largeText();
  expect(markedCharacters(container)).toEqual(['U+200B', 'U+202E']);
});
