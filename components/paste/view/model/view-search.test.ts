import { describe, expect, it } from 'vitest';
import { EMPTY_QUERY } from '../text/use-search';
import { findMatches, matchFrom, type SearchQuery } from './view-search';

const queryOf = (text: string, options: Partial<SearchQuery> = {}): SearchQuery => ({ ...EMPTY_QUERY, text, ...options });
const find = async (text: string, query: string, options: Partial<SearchQuery> = {}) =>
  (await findMatches(text, queryOf(query, options), new AbortController().signal, async () => {})).offsets;

describe('search', () => {
  it('takes what was typed as it is, not as a pattern', async () => {
    expect(await find('a.b(c) axb', 'a.b(')).toEqual([0, 4]);
  });

  it('looks at capitals only when it is asked to', async () => {
    expect(await find('Foo foo', 'Foo')).toEqual([0, 3, 4, 7]);
    expect(await find('Foo foo', 'Foo', { matchesCase: true })).toEqual([0, 3]);
  });

  it('finds whole words alone when it is asked to, in every script', async () => {
    expect(await find('a cat, concat, cat_1 (CAT)', 'cat', { wholeWord: true })).toEqual([2, 5, 22, 25]);
    expect(await find('größe größ', 'größ', { wholeWord: true })).toEqual([6, 10]);
  });

  it('knows that a word goes on in the next step', async () => {
    const step = 512 * 1024;
    expect(await find(`${' '.repeat(step - 1)}catalogue`, 'c', { wholeWord: true })).toEqual([]);
    expect(await find(`${' '.repeat(step - 1)}c at`, 'c', { wholeWord: true })).toEqual([step - 1, step]);
  });

  it('begins at the match after the place that is read, or else at the first', () => {
    const matches = { offsets: [3, 5, 10, 12], isMore: false };
    expect([0, 3, 4, 10, 11].map((place) => matchFrom(matches, place))).toEqual([0, 0, 1, 1, 0]);
  });

  it('finds a match that lies across two steps, once', async () => {
    const step = 512 * 1024;
    const text = `${'x'.repeat(step - 3)}needle${'x'.repeat(step)}needle`;
    expect(await find(text, 'needle')).toEqual([step - 3, step + 3, text.length - 6, text.length]);
  });

  it('does not overlap matches, not even across steps', async () => {
    const offsets = await find('aa'.repeat(5_001), 'aa');
    expect(offsets.slice(0, 4)).toEqual([0, 2, 2, 4]);
  });

  it('stops at ten thousand and says that there are more', async () => {
    const { offsets, isMore } = await findMatches('a'.repeat(10_001), queryOf('a'), new AbortController().signal, async () => {});
    expect([offsets.length, isMore]).toEqual([20_000, true]);
  });

  it('can be called off', async () => {
    const aborter = new AbortController();
    const search = findMatches('x'.repeat(2_000_000), queryOf('y'), aborter.signal, async () => aborter.abort());
    await expect(search).rejects.toThrow('abort');
  });
});
