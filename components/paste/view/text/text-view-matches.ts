/** Marks the search's matches in view. */
import { type Range, StateEffect } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SearchResult } from '../model/view-search';
import { decorateInView } from './decorate-in-view';

export const setMatches = StateEffect.define<SearchResult | null>();

const match = Decoration.mark({ class: 'match' });
const current = Decoration.mark({ class: 'match match-current' });

export const searchMatches = decorateInView(setMatches, (search, { state, visibleRanges }) => {
  const { offsets } = search.matches;
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    for (let index = firstEndingAfter(offsets, from); index < offsets.length; index += 2) {
      const [start, end] = [offsets[index] as number, offsets[index + 1] as number];
      if (start >= to || end > state.doc.length) break;
      ranges.push((index / 2 === search.current ? current : match).range(start, end));
    }
  }
  return ranges;
});

/** Binary search: matches ascend and don't overlap. @returns an even index */
function firstEndingAfter(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = offsets.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle * 2 + 1] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}
