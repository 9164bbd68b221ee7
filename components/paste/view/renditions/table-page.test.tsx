/** A paste in CSV on its page: as a table, searched, and as source. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { tableMessages as messages } from '#components/messages/table';
import { viewMessages } from '#components/messages/view';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView, queryButton, shownText } from '#components/testing/open-view';
import { viewedPaste } from '#components/testing/viewed-paste';
import { findMatches } from '../text/find-matches';

beforeEach(() => runWorkers({ search: findMatches }));

const PEOPLE = 'name,age\nzoe,10\nann,9\nbob,101\n';

const open = (content: string, fragment = '', syntax = 'csv') =>
  openView(viewedPaste({ content, syntax, contentBytes: content.length }), fragment);
const table = () => screen.findByRole('table');
const rowsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th:not([scope=row]), td')].slice(row.querySelector('td') ? 0 : 1).map(({ textContent }) => textContent),
    );

it('CSV is shown as a table under the names of its columns, with its size', async () => {
  open(PEOPLE);
  expect(rowsOf(await table())).toEqual([
    ['name', 'age'],
    ['zoe', '10'],
    ['ann', '9'],
    ['bob', '101'],
  ]);
  expect(screen.getByText(messages.size({ rows: 3, columns: 2 }))).toBeVisible();
  expect(within(await table()).getAllByRole('columnheader')).toHaveLength(3);
});

it('of a table with a hundred thousand rows, the page shows the first and says so', async () => {
  open(`a,b\n${'1,2\n'.repeat(100_000)}`);
  expect(rowsOf(await table())).toHaveLength(2_001);
  expect(screen.getByText(messages.cut({ rows: 2_000, lines: 100_001 }))).toBeVisible();
});

it('the search finds and marks cells', async () => {
  const { user } = open(PEOPLE);
  await table();
  await user.click(button(viewMessages.search));
  await user.type(screen.getByLabelText(viewMessages.searching.label), '10');
  await waitFor(async () =>
    expect([...(await table()).querySelectorAll('td.match')].map((cell) => cell.textContent)).toEqual(['10', '101']),
  );
  expect((await table()).querySelector('td.match-current')).toHaveTextContent('10');
});

it('the source is one press away, and a link to lines opens it', async () => {
  const { user, unmount } = open(PEOPLE);
  await table();
  await user.click(button(messages.ways.source));
  expect(await shownText()).toHaveTextContent('name,age');
  unmount();
  open(PEOPLE, '#L2');
  expect(await screen.findByRole('button', { name: messages.ways.source })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.queryByRole('table')).toBeNull();
});

it('a text that is no table stays as it is, and the page says why', async () => {
  open('just\nlines\n');
  expect(await screen.findByText(messages.problems['no-table'])).toBeVisible();
  expect(await shownText()).toHaveTextContent('just');
  expect(queryButton(messages.ways.rendered)).toBeNull();
});
