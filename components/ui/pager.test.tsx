import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accountTexts } from '../text/account';
import { Pager } from './pager';

const texts = accountTexts.pastes;

it.each([
  ['the only page: no ways', 1, false, []],
  ['the first of several: to older ones', 1, true, [[texts.older, '?page=2', 'next']]],
  [
    'one between: both ways',
    2,
    true,
    [
      [texts.newer, '?page=1', 'prev'],
      [texts.older, '?page=3', 'next'],
    ],
  ],
  ['the last: to newer ones', 3, false, [[texts.newer, '?page=2', 'prev']]],
])('%s', (_what, page, hasMore, ways) => {
  render(<Pager label={texts.pagesLabel} page={page} hasMore={hasMore} href={(number) => `?page=${number}`} texts={texts} />);
  const links = screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]);
  expect(links).toEqual(ways);
  expect(screen.queryAllByRole('navigation', { name: texts.pagesLabel })).toHaveLength(ways.length === 0 ? 0 : 1);
});
