import { expect, it } from 'vitest';
import { matchFrom, type SearchQuery } from '../model/view-search';
import { findMatches } from './find-matches';
import { EMPTY_QUERY } from './use-search';

const find = (text: string, query: string, options: Partial<SearchQuery> = {}) =>
  findMatches({ text, query: { ...EMPTY_QUERY, text: query, ...options } });

it.each([
  ['what was typed, not as a pattern', 'a.b(c) axb', 'a.b(', {}, [0, 4]],
  ['small and capital letters alike', 'Foo foo', 'Foo', {}, [0, 3, 4, 7]],
  ['capitals alone when asked to', 'Foo foo', 'Foo', { matchesCase: true }, [0, 3]],
  ['whole words alone when asked to', 'a cat, concat, cat_1 (CAT)', 'cat', { wholeWord: true }, [2, 5, 22, 25]],
  ['whole words in every script', 'größe größ', 'größ', { wholeWord: true }, [6, 10]],
  ['matches that do not overlap', 'aaaa', 'aa', {}, [0, 2, 2, 4]],
  ['no empty match of a pattern', 'ab', 'b*', { isPattern: true }, [1, 2]],
])('the search finds %s', (_, text, query, options, offsets) => {
  expect(find(text, query, options)).toEqual({ offsets, isMore: false });
});

it('the search stops at ten thousand and says that there are more', () => {
  const found = find('a'.repeat(10_001), 'a');
  expect([found?.offsets.length, found?.isMore]).toEqual([20_000, true]);
});

it('the search begins at the match after the reading position, else at the first', () => {
  const matches = { offsets: [3, 5, 10, 12], isMore: false };
  expect([0, 3, 4, 10, 11].map((place) => matchFrom(matches, place))).toEqual([0, 0, 1, 1, 0]);
});
