'use client';

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SearchQuery, SearchResult } from '../model/view-search';
import { type PasteText, wholeText } from '../model/view-text';
import { paintMatches, rangesIn, reveal } from './highlights';

export const EMPTY_QUERY: SearchQuery = { text: '', matchesCase: false, wholeWord: false, isPattern: false };

/** Returns the reading position in the shown text; the text's component sets the function. */
export type ReadingPlace = RefObject<(() => number) | null>;

/** @param query null while the search is closed */
export function useSearch(text: PasteText | null, query: SearchQuery | null, place: ReadingPlace) {
  const [result, setResult] = useState<SearchResult | null>(null);

  useEffect(() => {
    if (!text || !query?.text) return setResult(null);
    const aborter = new AbortController();
    // Opening the search loads its code. If that fails, there is no count, and the next letter tries again.
    import('./find-in-text')
      .then(({ findInText }) => findInText(wholeText(text), query, place.current?.() ?? 0, aborter.signal))
      .then(
        (found) => aborter.signal.aborted || setResult(found),
        () => aborter.signal.aborted || setResult(null),
      );
    return () => aborter.abort();
  }, [text, query, place]);

  /** Goes to the next match, or with -1 to the previous one; wraps around at the ends. */
  function move(by: 1 | -1): void {
    setResult((shown) => {
      const total = (shown?.matches.offsets.length ?? 0) / 2;
      return shown && total > 0 ? { ...shown, current: (shown.current + by + total) % total } : shown;
    });
  }

  return { result, move };
}

/** Marks the matches in an element that has all of the text, and shows the current one. */
export function useShownMatches(place: RefObject<Element | null>, search: SearchResult | null): void {
  useEffect(() => {
    if (!place.current || !search) return;
    const ranges = rangesIn(place.current, search.matches.offsets);
    const found = ranges[search.current]?.startContainer.parentElement;
    reveal(found);
    found?.scrollIntoView({ block: 'center' });
    return paintMatches(ranges, search.current);
  }, [place, search]);
}

/**
 * Goes on reading where a search ended, when the field that had the focus is gone.
 * @param onEnd gets the offsets of the match that was shown last, if there was one
 */
export function useSearchEnd(search: SearchResult | null, onEnd: (found: readonly number[]) => void): void {
  const last = useRef(search);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const ended = last.current;
    last.current = search;
    if (ended && !search && document.activeElement === document.body)
      end(ended.matches.offsets.slice(ended.current * 2, ended.current * 2 + 2));
  }, [search]);
}
