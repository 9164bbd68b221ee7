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
  ['a decomposed letter by a composed one', 'Mu\u0308ller', 'Müller', {}, [0, 7]],
  ['a composed letter by a decomposed one', 'MÜLLER', 'mu\u0308ller', {}, [0, 6]],
  ['no letter whose mark is left out', 'cafe\u0301 café cafe', 'cafe', {}, [11, 15]],
  ['composed Hangul by its parts', '한글', '한'.normalize('NFD'), {}, [0, 1]],
  ['any blank for a blank', 'a\u00a0b a\u202fb', 'a b', {}, [0, 3, 4, 7]],
  ['a word across soft hyphens', 'Do\u00adnau', 'donau', {}, [0, 6]],
  ['the dotted capital of Turkish', 'İstanbul I\u0307zmir', 'istanbul', {}, [0, 8]],
  ['a Turkish name typed with its own letters', 'ISPARTA', 'ısparta', {}, [0, 7]],
  ['a hidden character alone', 'a\u200bb', '\u200b', {}, [1, 2]],
  ['whole words whose marks are characters', 'cafe\u0301 cafe', 'cafe', { wholeWord: true }, [6, 10]],
  ['whole words of Hindi', 'हिन्दी हिन', 'हिन', { wholeWord: true }, [7, 10]],
  ['the beginning of a word of Hindi', 'हिन्दी', 'हिन', {}, [0, 3]],
  ['signs of patterns in every mode', 'a-b a/b #{x}', '#{x}', { wholeWord: true }, [8, 12]],
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
