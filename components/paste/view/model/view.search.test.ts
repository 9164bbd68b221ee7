import { describe, expect, it } from 'vitest';
import { findMatches } from './view.search';

const find = async (text: string, query: string) => (await findMatches(text, query, new AbortController().signal, async () => {})).offsets;

describe('search', () => {
  it('takes what was typed as it is, not as a pattern', async () => {
    expect(await find('a.b(c) axb', 'a.b(')).toEqual([0, 4]);
  });

  it('looks at capitals only when there is one in the query', async () => {
    expect(await find('Foo foo', 'foo')).toEqual([0, 3, 4, 7]);
    expect(await find('Foo foo', 'Foo')).toEqual([0, 3]);
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
    const { offsets, isMore } = await findMatches('a'.repeat(10_001), 'a', new AbortController().signal, async () => {});
    expect([offsets.length, isMore]).toEqual([20_000, true]);
  });

  it('can be called off', async () => {
    const aborter = new AbortController();
    const search = findMatches('x'.repeat(2_000_000), 'y', aborter.signal, async () => aborter.abort());
    await expect(search).rejects.toThrow('abort');
  });
});
