/** Other renditions of a text, formatted or in terminal colours, and the search by patterns. The workers' code is real. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renditionMessages as messages } from '#components/messages/rendition';
import { searchMessages } from '#components/messages/search';
import { viewMessages } from '#components/messages/view';
import { watchDownloads } from '#components/testing/fake-browser';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView, queryButton, shownText } from '#components/testing/open-view';
import { viewedPaste } from '#components/testing/viewed-paste';
import { LONG_LINE_CHARACTERS } from '../model/view-limits';
import { findMatches } from '../text/find-matches';
import { makeRendition } from './make-rendition';

beforeEach(() => void runWorkers({ search: findMatches, rendition: makeRendition }));

const JSON_LINE = '{"b":1.0,"a":[true]}';
const json = viewedPaste({ content: JSON_LINE, syntax: 'json' });

it('JSON of one line is formatted and searched so, and saved as it was pasted', async () => {
  const saved = watchDownloads();
  const { user } = openView(json);
  await user.click(await screen.findByRole('button', { name: messages.buttons.json }));
  await waitFor(async () => expect((await shownText()).textContent).toBe('{\n  "b": 1.0,\n  "a": [\n    true\n  ]\n}\n'));
  await user.click(button(viewMessages.copyText));
  expect(await navigator.clipboard.readText()).toContain('\n  "b": 1.0,');
  await user.click(button(viewMessages.download));
  expect(await saved[0]?.blob.text()).toBe(JSON_LINE);
  await user.click(button(messages.buttons.json));
  expect((await shownText()).textContent).toBe(`${JSON_LINE}\n`);
});

it('a text that is no JSON stays as it is, and the page says so', async () => {
  const { user } = openView({ ...json, content: '{"a":' });
  await user.click(await screen.findByRole('button', { name: messages.buttons.json }));
  expect(await screen.findByText(messages.problems['not-valid'])).toBeVisible();
  expect(button(messages.buttons.json)).toHaveAttribute('aria-pressed', 'false');
  expect(await shownText()).toHaveTextContent('{"a":');
});

it('a log is coloured at once, without escape sequences, with the same line numbers', async () => {
  const content = 'ok\n\u001b[31mbad\u001b[0m thing\n';
  const { user, container } = openView(viewedPaste({ content }), '#L2');
  await waitFor(async () => expect((await shownText()).textContent).toBe('ok\nbad thing\n'));
  expect(container.querySelector('[data-marked]')).toHaveTextContent('bad thing');
  await user.click(button(messages.buttons.ansi));
  expect((await shownText()).textContent).toBe(content);
});

it('a line too long for colours says that it has none', async () => {
  openView({ ...json, content: `["${'x'.repeat(LONG_LINE_CHARACTERS)}"]` });
  expect(await screen.findByText(viewMessages.colour['too-long'])).toBeVisible();
});

it('a text without another rendition has no button for one', async () => {
  openView(viewedPaste({ content: 'plain' }));
  await shownText();
  for (const name of Object.values(messages.buttons)) expect(queryButton(name)).not.toBeInTheDocument();
});

it('the search takes capitals, whole words and expressions as somebody wants', async () => {
  const { user } = openView(viewedPaste({ content: 'Cat concat cat\n' }));
  await user.click(button(viewMessages.search));
  await user.type(await screen.findByRole('textbox', { name: searchMessages.label }), 'cat');
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 3 }))).toBeVisible();
  await user.click(button(searchMessages.options.matchesCase));
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 2 }))).toBeVisible();
  await user.click(button(searchMessages.options.wholeWord));
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 1 }))).toBeVisible();
  await user.click(button(searchMessages.options.isPattern));
  const field = screen.getByRole('textbox', { name: searchMessages.label });
  await user.clear(field);
  await user.type(field, 'c.t|C');
  await user.click(button(searchMessages.options.wholeWord));
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 3 }))).toBeVisible();
  await user.type(field, '(');
  expect(await screen.findByText(searchMessages.problems.invalid)).toBeVisible();
});
