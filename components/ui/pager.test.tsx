import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accountTexts } from '#components/messages/account';
import { Pager } from './pager';

const texts = accountTexts.pastes;

it.each([
  ['the only page', 1, false, []],
  ['the first of several pages', 1, true, [[texts.older, '?page=2', 'next']]],
  [
    'a page between',
    2,
    true,
    [
      [texts.newer, '?page=1', 'prev'],
      [texts.older, '?page=3', 'next'],
    ],
  ],
  ['the last page', 3, false, [[texts.newer, '?page=2', 'prev']]],
])('%s has the right ways to other pages', (_what, page, hasMore, ways) => {
  render(<Pager label={texts.pagesLabel} page={page} hasMore={hasMore} href={(number) => `?page=${number}`} texts={texts} />);
  const links = screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]);
  expect(links).toEqual(ways);
  expect(screen.queryAllByRole('navigation', { name: texts.pagesLabel })).toHaveLength(ways.length === 0 ? 0 : 1);
});
