/** A Markdown paste on its page: rendered, as source, and searched. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { markdownMessages } from '#components/messages/markdown';
import { searchMessages } from '#components/messages/search';
import { viewMessages } from '#components/messages/view';
import { watchDownloads } from '#components/testing/fake-browser';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView, queryButton, shownText } from '#components/testing/open-view';
import { PUBLIC_ID, viewedPaste } from '#components/testing/viewed-paste';
import { findMatches } from '../text/find-matches';
import { MARKDOWN_MAX_BYTES, PARSE_LIMIT_MS } from './markdown-limits';
import { parseMarkdown } from './markdown-parse';
import type { MarkdownTree } from './markdown-tree';

const SOURCE = '# One\n\nSome *words*, [there](#three).\n\n## Two\n\n```js\nconst words = 1;\n```\n\n## Three\n\nWords at the end.\n';

const markdownPaste = (content = SOURCE) => viewedPaste({ content, syntax: 'markdown', contentBytes: content.length });
const article = () => screen.findByRole('article', { name: markdownMessages.label });

let workers: ReturnType<typeof runWorkers>;
/** The parser's reply to a text. */
let respond: (text: string) => MarkdownTree | null | Promise<never>;
const never = () => new Promise<never>(() => {});

beforeEach(() => {
  respond = parseMarkdown;
  workers = runWorkers({ markdown: (text: string) => respond(text), search: findMatches });
});

it('a Markdown paste is rendered, and m shows its source and back', async () => {
  const { user } = openView(markdownPaste());
  const rendered = await article();
  expect(within(rendered).getByRole('heading', { level: 2, name: 'One' })).toBeVisible();
  expect(button(markdownMessages.ways.rendered)).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('m');
  expect(await shownText()).toHaveTextContent('# One');
  expect(screen.queryByRole('article')).toBeNull();
  await user.click(button(markdownMessages.ways.rendered));
  expect(await article()).toBeVisible();
});

it('a text that only a guess calls Markdown opens as it is, and m renders it', async () => {
  const { user } = openView(viewedPaste({ content: 'DB_PASS=a*b*c\n', syntax: 'markdown-source' }));
  await waitFor(() => expect(button(markdownMessages.ways.source)).toHaveAttribute('aria-pressed', 'true'));
  expect(await shownText()).toHaveTextContent('DB_PASS=a*b*c');
  await user.keyboard('m');
  expect(await article()).toHaveTextContent('DB_PASS=abc');
});

it('a link to lines opens the source, and asking for the rendering drops the lines', async () => {
  const { user } = openView(markdownPaste(), '#L3');
  expect(await shownText()).toHaveTextContent('Some *words*');
  await user.click(await screen.findByRole('button', { name: markdownMessages.ways.rendered }));
  expect(await article()).toBeVisible();
  expect(location.hash).toBe('');
  act(() => {
    location.hash = '#L5';
  });
  expect(await shownText()).toBeVisible();
});

it('another language is no Markdown, and needs no parser', async () => {
  openView(viewedPaste({ content: '# a', syntax: 'plaintext' }));
  expect(await shownText()).toBeVisible();
  expect(queryButton(markdownMessages.ways.source)).toBeNull();
  expect(workers).toEqual([]);
});

it('a text that is called Markdown later is rendered then', async () => {
  const { user } = openView(viewedPaste({ content: SOURCE, syntax: 'plaintext' }));
  await user.selectOptions(screen.getByRole('combobox', { name: viewMessages.language }), 'markdown');
  expect(await article()).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: viewMessages.language }), 'plaintext');
  expect(await shownText()).toBeVisible();
  expect(queryButton(markdownMessages.ways.source)).toBeNull();
});

it('copying and saving a rendered paste take its source', async () => {
  const saved = watchDownloads();
  const { user } = openView(markdownPaste());
  await article();
  await user.click(button(viewMessages.copyText));
  expect(await navigator.clipboard.readText()).toBe(SOURCE);
  await user.click(button(viewMessages.download));
  expect(saved[0]?.name).toBe(`${PUBLIC_ID}.md`);
  expect(await saved[0]?.blob.text()).toBe(SOURCE);
});

it('a search goes through what is shown: the rendering, or the source', async () => {
  const { user } = openView(markdownPaste());
  await article();
  await user.keyboard('/');
  const field = await screen.findByRole('textbox', { name: searchMessages.label });
  await user.type(field, 'words');
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 3 }))).toBeVisible();
  await user.clear(field);
  await user.type(field, '*words');
  expect(await screen.findByText(searchMessages.none)).toBeVisible();
  await user.click(button(markdownMessages.ways.source));
  expect(await screen.findByText(searchMessages.count({ at: 1, total: 1 }))).toBeVisible();
});

it('a link to a heading goes there, and the address stays', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = openView(markdownPaste());
  await user.click(within(await article()).getByRole('button', { name: 'there' }));
  const heading = screen.getByRole('heading', { name: 'Three' });
  expect(heading).toHaveFocus();
  expect(scrolled.mock.contexts).toContain(heading);
  await user.click(within(screen.getByRole('navigation', { name: markdownMessages.contents })).getByRole('button', { name: 'Two' }));
  expect(screen.getByRole('heading', { name: 'Two' })).toHaveFocus();
  expect(location.hash).toBe('');
});

it('a text over the limit stays source, and says so', async () => {
  openView(markdownPaste(`${SOURCE}${'a'.repeat(MARKDOWN_MAX_BYTES)}`));
  expect(await screen.findByText(markdownMessages.problems['too-large'])).toBeVisible();
  expect(queryButton(markdownMessages.ways.rendered)).toBeNull();
  expect(workers.map(({ name }) => name)).not.toContain('markdown');
});

it('a text that is too complex stays source, coloured, and says so', async () => {
  respond = () => null;
  openView(markdownPaste());
  expect(await screen.findByText(markdownMessages.problems['too-complex'])).toBeVisible();
  expect(await shownText()).toHaveTextContent('# One');
  await waitFor(() =>
    expect(workers.map(({ name, isEnded }) => [name, isEnded])).toEqual([
      ['markdown', true],
      ['colour', false],
    ]),
  );
});

it('a text that took too long to render is tried again when the reader asks', async () => {
  respond = never;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = openView(markdownPaste());
  await waitFor(() => expect(workers.map(({ name }) => name)).toEqual(['markdown']));
  await act(() => vi.advanceTimersByTimeAsync(PARSE_LIMIT_MS));
  expect(await screen.findByText(markdownMessages.problems['too-slow'])).toBeVisible();
  respond = parseMarkdown;
  await user.click(button(markdownMessages.tryAgain));
  expect(await article()).toBeVisible();
  expect(screen.queryByText(markdownMessages.problems['too-slow'])).toBeNull();
});

it('until a text is parsed its source is there to read, without colours', async () => {
  respond = never;
  openView(markdownPaste());
  await waitFor(() => expect(workers.map(({ name }) => name)).toEqual(['markdown']));
  expect(await shownText()).toHaveTextContent('# One');
});
