/** A search: its options and its results. */

export interface SearchQuery {
  text: string;
  matchesCase: boolean;
  wholeWord: boolean;
  /** `text` is a regular expression. */
  isPattern: boolean;
}

export interface Matches {
  /** Two numbers for each match: where it begins and where it ends. */
  offsets: readonly number[];
  isMore: boolean;
}

/** Why the search failed: the pattern is no regular expression, takes too long, or the worker did not load. */
type SearchProblem = 'invalid' | 'too-slow' | 'not-loaded';

export interface SearchResult {
  matches: Matches;
  current: number;
  problem?: SearchProblem | undefined;
}

/** Matches kept at most; nobody steps through more. */
export const MAX_MATCHES = 10_000;
/** Finds the first match at or after a position of the text; else the first of all. */
export function matchFrom({ offsets }: Matches, place: number): number {
  const found = offsets.findIndex((offset, index) => index % 2 === 0 && offset >= place);
  return Math.max(0, found / 2);
}

/** Binary search: matches ascend and don't overlap. @returns an even index */
export function firstEndingAfter(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = offsets.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle * 2 + 1] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}
