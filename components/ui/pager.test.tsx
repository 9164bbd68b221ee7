import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accountMessages } from '#components/messages/account';
import { Pager } from './pager';

const messages = accountMessages.pastes;

it.each([
  ['the only page', 1, false, []],
  ['the first of several pages', 1, true, [[messages.older, '?page=2', 'next']]],
  [
    'a page between',
    2,
    true,
    [
      [messages.newer, '?page=1', 'prev'],
      [messages.older, '?page=3', 'next'],
    ],
  ],
  ['the last page', 3, false, [[messages.newer, '?page=2', 'prev']]],
])('%s has the right ways to other pages', (_what, page, hasMore, ways) => {
  render(<Pager label={messages.pagesLabel} page={page} hasMore={hasMore} href={(number) => `?page=${number}`} messages={messages} />);
  const links = screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]);
  expect(links).toEqual(ways);
  expect(screen.queryAllByRole('navigation', { name: messages.pagesLabel })).toHaveLength(ways.length === 0 ? 0 : 1);
});
