/** Comparing a text with that of another paste, by its link. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { compareMessages } from '#components/messages/compare';
import { viewMessages } from '#components/messages/view';
import { serve, status, text } from '#components/testing/fake-server';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView, shownText } from '../testing/open-view';
import { viewedPaste } from '../testing/viewed-paste';
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
  await opened.user.click(await screen.findByLabelText(compareMessages.link));
  await opened.user.paste(link);
  await opened.user.click(screen.getAllByRole('button', { name: compareMessages.button }).at(-1) as HTMLElement);
  return opened;
}

it('a text is compared with another paste, side by side or unified', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(other) });
  const { user } = await compareWith(LINK);
  expect(await screen.findByText(compareMessages.summary(1, 1))).toBeVisible();
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

it('the number of a line leads to it, here or in the other paste', async () => {
  serve({ [`GET /raw/${OTHER}`]: text(other) });
  const { user } = await compareWith(LINK);
  const theirs = await screen.findByRole('link', { name: compareMessages.line(compareMessages.otherText, 5) });
  expect(theirs).toHaveAttribute('href', `${LINK}#L5`);
  await user.click(button(compareMessages.line(compareMessages.thisText, 5)));
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
