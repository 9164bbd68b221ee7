/** Shortcut keys and the search in an opened text, and where keys do nothing. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { searchMessages } from '#components/messages/search';
import { viewMessages } from '#components/messages/view';
import { watchNavigation } from '#components/testing/fake-browser';
import { CLAIMED, json, serve, text } from '#components/testing/fake-server';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView, uncoveredText } from '#components/testing/open-view';
import { PUBLIC_ID, viewedPaste } from '#components/testing/viewed-paste';
import { NEW_PASTE_ID } from '#components/ui/site-name';
import { SMALL_MAX_CHARACTERS } from '../model/view-limits';
import { findMatches } from '../text/find-matches';

beforeEach(() => void runWorkers({ search: findMatches }));

const CODE = 'const name = 1;\nnothing\nreturn name;\n';
const paste = viewedPaste({ content: CODE });
const LARGE = `${`${'x'.repeat(9_999)}\n`.repeat(SMALL_MAX_CHARACTERS / 10_000 + 1)}the needle\n`;

const searchField = () => screen.findByRole<HTMLInputElement>('textbox', { name: searchMessages.label });
const isWrapped = () => button(viewMessages.wrap).getAttribute('aria-pressed') === 'true';

it('the key r leads to the raw text', async () => {
  const visited = watchNavigation();
  const { user } = openView(paste);
  await user.keyboard('r');
  expect(visited).toEqual([`/raw/${PUBLIC_ID}`]);
});

it('the key n leads to a new paste where the header does, not a stranger', async () => {
  const visited = watchNavigation();
  const { user } = openView(paste);
  await user.keyboard('n');
  expect(visited).toEqual([]);
  const link = document.body.appendChild(document.createElement('a'));
  link.id = NEW_PASTE_ID;
  await user.keyboard('n');
  link.remove();
  expect(visited).toEqual(['/']);
});

it('the key d hands the text to a new paste', async () => {
  const visited = watchNavigation();
  const { user } = openView(paste);
  await user.keyboard('d');
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(sessionStorage.getItem('sealpaste-draft')).toContain('nothing');
});

it('the key y copies the link', async () => {
  const { user } = openView(paste, '#L2');
  await user.keyboard('y');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/view/${PUBLIC_ID}#L2`);
  expect(screen.getByRole('status')).toHaveTextContent(viewMessages.linkCopied);
});

it('the key w wraps lines, and unwraps them again', async () => {
  const { user } = openView(paste);
  await user.keyboard('w');
  expect(isWrapped()).toBe(true);
  await user.keyboard('w');
  expect(isWrapped()).toBe(false);
});

it('the key ? lists all keys', async () => {
  const { user } = openView(paste);
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: commonMessages.shortcuts });
  expect(
    within(dialog)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
    // `m` is for Markdown.
  ).toEqual(['/', 'l', 'f', 'w', 'r', 'y', 'd', '?']);
});

it('the keys for a link do nothing to a burned paste, and are not listed', async () => {
  serve({
    [`POST /api/v1/pastes/${PUBLIC_ID}/claim`]: json(CLAIMED),
    [`GET /raw/${PUBLIC_ID}`]: text(CODE),
    [`POST /api/v1/pastes/${PUBLIC_ID}/acknowledge`]: json({}),
  });
  const visited = watchNavigation();
  const { user } = openView({ ...paste, content: null, burnAfterRead: true });
  await user.click(button(viewMessages.confirm.button));
  await uncoveredText(user);
  const copying = vi.spyOn(navigator.clipboard, 'writeText');
  await user.keyboard('ry');
  expect(visited).toEqual([]);
  expect(copying).not.toHaveBeenCalled();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: commonMessages.shortcuts }));
  expect(dialog.getByText('w')).toBeVisible();
  expect(dialog.queryByText('y')).not.toBeInTheDocument();
});

it.each([
  ['Alt', { altKey: true }],
  ['AltGr', { altKey: true, ctrlKey: true }],
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['an input method that composes', { isComposing: true }],
])('a key together with %s is left to the browser', (_, modifiers) => {
  openView(paste);
  expect(fireEvent.keyDown(document.body, { key: 'w', ...modifiers })).toBe(true);
  expect(isWrapped()).toBe(false);
});

it('a key that somebody else has taken does nothing more', () => {
  openView(paste);
  const take = (event: KeyboardEvent) => event.preventDefault();
  document.body.addEventListener('keydown', take);
  fireEvent.keyDown(document.body, { key: 'w' });
  document.body.removeEventListener('keydown', take);
  expect(isWrapped()).toBe(false);
});

it('keys in the list of languages choose languages', async () => {
  openView(paste);
  fireEvent.keyDown(screen.getByLabelText(viewMessages.language), { key: 'w' });
  expect(isWrapped()).toBe(false);
});

it('keys in a dialog don’t reach the text under it', async () => {
  const { user } = openView(paste);
  await user.keyboard('?');
  const close = within(await screen.findByRole('dialog')).getByRole('button', { name: commonMessages.close });
  close.focus();
  await user.keyboard('w');
  expect(isWrapped()).toBe(false);
});

it('a key that opens nothing is left to the browser', () => {
  openView(paste);
  expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false);
});

it('the key / opens the search, whose field takes the keys from then on', async () => {
  const { user } = openView(paste);
  await user.keyboard('/');
  expect(await searchField()).toHaveFocus();
  await user.keyboard('w');
  expect(await searchField()).toHaveValue('w');
  expect(isWrapped()).toBe(false);
});

it('matches are counted, and gone through round their ends by keys and buttons', async () => {
  const { user } = openView(paste);
  await user.click(button(viewMessages.search));
  await user.type(await searchField(), 'name');
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 2 }))).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.getByText(searchMessages.count({ at: 2, total: 2 }))).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.getByText(searchMessages.count({ at: 1, total: 2 }))).toBeVisible();
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(screen.getByText(searchMessages.count({ at: 2, total: 2 }))).toBeVisible();
  await user.click(button(searchMessages.previous));
  expect(screen.getByText(searchMessages.count({ at: 1, total: 2 }))).toBeVisible();
  await user.click(button(searchMessages.next));
  expect(screen.getByText(searchMessages.count({ at: 2, total: 2 }))).toBeVisible();
});

it('a text without a match says so, and the buttons do nothing', async () => {
  const { user } = openView(paste);
  await user.click(button(viewMessages.search));
  await user.type(await searchField(), 'absent');
  expect(await screen.findByText(searchMessages.none)).toBeVisible();
  expect(button(searchMessages.next)).toBeDisabled();
  expect(button(searchMessages.previous)).toBeDisabled();
});

it.each([
  ['Escape', async (user: ReturnType<typeof openView>['user']) => user.keyboard('{Escape}')],
  ['its button', async (user: ReturnType<typeof openView>['user']) => user.click(button(searchMessages.close))],
  ['the button that opened it', async (user: ReturnType<typeof openView>['user']) => user.click(button(viewMessages.search))],
])('the search is closed by %s, and keys work again', async (_, close) => {
  const { user } = openView(paste);
  await user.click(button(viewMessages.search));
  await user.type(await searchField(), 'name');
  await close(user);
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(button(viewMessages.search)).toHaveAttribute('aria-pressed', 'false');
  await user.click(document.body);
  await user.keyboard('w');
  expect(isWrapped()).toBe(true);
});

it.each([
  ['small', CODE],
  ['large', `${LARGE}\nname`],
])('reading a %s text goes on at the match that a closed search found', async (_, content) => {
  const { user } = openView({ ...paste, content });
  await waitFor(() => expect(screen.queryAllByLabelText(viewMessages.textLabel)).toHaveLength(1));
  await user.keyboard('/');
  await user.type(await searchField(), 'name');
  await screen.findByText(/^1 of /);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByLabelText(viewMessages.textLabel)).toHaveFocus());
  await waitFor(() => expect(getSelection()?.toString()).toBe('name'));
});

it('a large text takes the browser’s own key for searching', async () => {
  const { user } = openView({ ...paste, content: LARGE });
  await screen.findByRole('textbox', { name: viewMessages.textLabel });
  await user.keyboard('{Control>}f{/Control}');
  await user.type(await searchField(), 'the needle');
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 1 }))).toBeVisible();
});
