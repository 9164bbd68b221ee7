/** Finds text in text: in steps, so that ten megabytes never hold up the page. */

export interface Matches {
  /** Where each begins, and where it ends: two numbers a match. */
  offsets: readonly number[];
  /** There are more than are kept. */
  isMore: boolean;
}

export interface SearchResult {
  matches: Matches;
  /** The place of the match to show among the matches. */
  current: number;
}

export const NO_MATCHES: Matches = { offsets: [], isMore: false };

/** More are of no use to somebody who steps through them. */
const MAX_MATCHES = 10_000;
/** Searched in about 5 ms. */
const STEP_CHARACTERS = 512 * 1024;

/**
 * Capitals count only when the query has one. Matches may lie across steps.
 * @param pause awaited between steps
 */
export async function findMatches(text: string, query: string, signal: AbortSignal, pause: () => Promise<void>): Promise<Matches> {
  if (query === '') return NO_MATCHES;
  const isExact = query !== query.toLowerCase();
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isExact ? 'g' : 'gi');
  const offsets: number[] = [];
  let from = 0;
  for (let step = 0; step < text.length; step += STEP_CHARACTERS) {
    if (step > 0) await pause();
    signal.throwIfAborted();
    // A match that begins in this step may end in the next.
    const part = text.slice(0, step + STEP_CHARACTERS + query.length - 1);
    pattern.lastIndex = Math.max(from, step);
    for (let match = pattern.exec(part); match; match = pattern.exec(part)) {
      if (match.index >= step + STEP_CHARACTERS) break;
      if (offsets.length === MAX_MATCHES * 2) return { offsets, isMore: true };
      from = match.index + match[0].length;
      offsets.push(match.index, from);
    }
  }
  return { offsets, isMore: false };
}
