/** Comparing a text with that of another paste, by its link, or with another file. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { compareMessages } from '#components/messages/compare';
import { viewMessages } from '#components/messages/view';
import { serve, status, text } from '#components/testing/fake-server';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView, shownText } from '#components/testing/open-view';
import { sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { compareLines } from './compare-rows';

const OTHER = 'b'.repeat(24);
const LINK = `${location.origin}/view/${OTHER}`;
const LINES = Array.from({ length: 20 }, (_, line) => `line ${line + 1}`);
const paste = viewedPaste({ content: LINES.join('\n'), title: 'mine.txt', contentBytes: 200 });
const other = LINES.with(4, 'line five').join('\n');

/** Simulates a wide or a narrow window. */
function withWidth(isWide: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }));
}

beforeEach(() => {
  withWidth(true);
  runWorkers({ compare: ({ left, right }: { left: string[]; right: string[] }) => compareLines(left, right) });
});

async function compareWith(link: string) {
  const opened = openView(paste);
  await opened.user.click(button(viewMessages.compare));
  await opened.user.click(await screen.findByLabelText(compareMessages.withPaste));
  await opened.user.paste(link);
  await opened.user.click(screen.getAllByRole('button', { name: compareMessages.button }).at(-1) as HTMLElement);
  return opened;
}

it('a text is compared with another paste, side by side or unified', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(other) });
  const { user } = await compareWith(LINK);
  expect(await screen.findByText(compareMessages.summary({ removed: 1, added: 1 }))).toBeVisible();
  const table = screen.getByRole('table', { name: compareMessages.table });
  expect([...table.querySelectorAll('del, ins')].map(({ textContent }) => textContent)).toEqual(['5', 'five']);
  const rows = within(table).getAllByRole('row').length;
  await user.click(button(compareMessages.ways.unified));
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(rows + 1);
});

it('equal lines far from a change are folded, and unfold', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(other) });
  const { user } = await compareWith(LINK);
  await user.click(await screen.findByRole('button', { name: compareMessages.folded(12) }));
  expect(screen.getAllByText('line 20')).toHaveLength(2);
});

it('a hidden character that differs is shown', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(LINES.with(4, 'line\u200b 5').join('\n')) });
  await compareWith(LINK);
  expect(await screen.findByText('U+200B', { exact: false })).toBeVisible();
});

it('the number of a line leads to it, here or in the other paste', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(other) });
  const { user } = await compareWith(LINK);
  const theirs = await screen.findByRole('link', { name: compareMessages.line({ side: compareMessages.otherText, line: 5 }) });
  expect(theirs).toHaveAttribute('href', `${LINK}#L5`);
  await user.click(button(compareMessages.line({ side: compareMessages.thisText, line: 5 })));
  expect(await shownText()).toHaveTextContent('line 5');
  expect(location.hash).toBe('#L5');
});

it('a narrow window shows one column', async () => {
  withWidth(false);
  serve({ [`GET /raw/${OTHER}`]: text(other) });
  await compareWith(LINK);
  expect(await screen.findByRole('table')).toBeVisible();
  expect(screen.queryByRole('button', { name: compareMessages.ways.beside })).toBeNull();
});

it('two equal texts are said to be equal', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(LINES.join('\n')) });
  await compareWith(LINK);
  expect(await screen.findByText(compareMessages.equal)).toBeVisible();
});

it('a paste that burns is not compared, and the text comes back', async () => {
  serve({ [`GET /raw/${OTHER}`]: status(412) });
  const { user } = await compareWith(LINK);
  expect(await screen.findByText(compareMessages.problems.burns)).toBeVisible();
  await user.click(button(compareMessages.close));
  expect(await shownText()).toHaveTextContent('line 1');
});

it('the text stays in view until there is something to compare', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(LINES.join('\n')) });
  const { user } = await compareWith('no link');
  expect(await screen.findByText(compareMessages.problems['no-link'])).toBeVisible();
  expect(await shownText()).toHaveTextContent('line 1');
  await user.clear(screen.getByLabelText(compareMessages.withPaste));
  await user.type(screen.getByLabelText(compareMessages.withPaste), `${LINK}{Enter}`);
  expect(await screen.findByText(compareMessages.equal)).toBeVisible();
  expect(await shownText()).toHaveTextContent('line 1');
});

const file = (name: string, content: string) => ({ name, syntax: 'plaintext', content });

async function compareFiles(...files: ReturnType<typeof file>[]) {
  const { inPage, key } = await sealedPaste({ content: '', files });
  const opened = openView(inPage, `#${key}`);
  await screen.findByText('first');
  await opened.user.click(button(viewMessages.compare));
  return opened;
}

const choice = () => screen.findByRole('combobox', { name: compareMessages.with });

it('with one other file, the comparison starts at once', async () => {
  await compareFiles(file('a.txt', 'first'), file('b.txt', 'second'));
  expect(await screen.findByText(compareMessages.summary({ removed: 1, added: 1 }))).toBeVisible();
  expect(await choice()).toHaveDisplayValue('b.txt');
  expect(screen.queryByLabelText(compareMessages.link)).toBeNull();
});

it('choosing a file compares with it; choosing another paste shows the text again', async () => {
  const { user } = await compareFiles(file('a.txt', 'first'), file('b.txt', 'second'), file('c.txt', 'first\nthird'));
  expect(await choice()).toHaveDisplayValue(compareMessages.choose);
  expect(await shownText()).toHaveTextContent('first');
  await user.selectOptions(await choice(), 'b.txt');
  expect(await screen.findByText(compareMessages.summary({ removed: 1, added: 1 }))).toBeVisible();
  await user.selectOptions(await choice(), 'c.txt');
  expect(await screen.findByText(compareMessages.summary({ removed: 0, added: 1 }))).toBeVisible();
  await user.selectOptions(await choice(), compareMessages.anotherPaste);
  expect(screen.getByLabelText(compareMessages.link)).toBeVisible();
  expect(await shownText()).toHaveTextContent('first');
});
