/** Searches a text in steps, so that ten megabytes never block the page. */

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
  /** Whether there are more than MAX_MATCHES. */
  isMore: boolean;
}

/** Why the search failed: the pattern is no regular expression, takes too long, or the worker did not load. */
export type SearchProblem = 'invalid' | 'too-slow' | 'not-loaded';

export interface SearchResult {
  matches: Matches;
  /** The index of the current match. */
  current: number;
  problem?: SearchProblem | undefined;
}

/** Matches kept at most; nobody steps through more. */
export const MAX_MATCHES = 10_000;
/** This many characters take about 5 ms to search. */
const STEP_CHARACTERS = 512 * 1024;

/** @throws SyntaxError when the pattern is no regular expression */
export function patternOf({ text, matchesCase, wholeWord, isPattern }: SearchQuery): RegExp {
  const source = isPattern ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const flags = `gm${matchesCase ? '' : 'i'}`;
  return wholeWord ? new RegExp(`(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`, `${flags}u`) : new RegExp(source, flags);
}

/**
 * Finds a literal text; a regular expression has no time limit and needs a worker. Matches may cross steps.
 * @param pause awaited between steps
 */
export async function findMatches(text: string, query: SearchQuery, signal: AbortSignal, pause: () => Promise<void>): Promise<Matches> {
  if (query.text === '') return { offsets: [], isMore: false };
  const pattern = patternOf(query);
  const offsets: number[] = [];
  let from = 0;
  for (let step = 0; step < text.length; step += STEP_CHARACTERS) {
    if (step > 0) await pause();
    signal.throwIfAborted();
    // A match that begins in this step may end in the next, and `wholeWord` looks one character further.
    const part = text.slice(0, step + STEP_CHARACTERS + query.text.length);
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

/** Whether a match covers a part of the text between two offsets. */
export function hasMatchIn({ offsets }: Matches, from: number, to: number): boolean {
  const start = offsets[firstEndingAfter(offsets, from)];
  return start !== undefined && start < to;
}
