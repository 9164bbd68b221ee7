'use client';

import { useEffect, useState } from 'react';
import type { PasteText } from './model/view.data';
import { findMatches, NO_MATCHES, type SearchResult } from './model/view.search';
import { wholeText } from './model/view.text';

const nextFrame = () => new Promise<void>((resolve) => setTimeout(resolve));

/** @param query null while the search is closed */
export function useSearch(text: PasteText | null, query: string | null) {
  const [result, setResult] = useState<SearchResult | null>(null);

  useEffect(() => {
    if (!text || query === null) return setResult(null);
    const aborter = new AbortController();
    findMatches(wholeText(text), query, aborter.signal, nextFrame).then(
      (matches) => aborter.signal.aborted || setResult({ matches, current: 0 }),
      (error: unknown) => {
        if (!aborter.signal.aborted) throw error;
      },
    );
    return () => aborter.abort();
  }, [text, query]);

  /** To the next match, or with -1 to the one before, round the ends. */
  function move(by: 1 | -1): void {
    setResult((shown) => {
      const total = (shown?.matches ?? NO_MATCHES).offsets.length / 2;
      return shown && total > 0 ? { ...shown, current: (shown.current + by + total) % total } : shown;
    });
  }

  return { result, move };
}
