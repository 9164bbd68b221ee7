/** Finds text in text: in steps, so that ten megabytes never hold up the page. */

export interface SearchQuery {
  text: string;
  matchesCase: boolean;
  wholeWord: boolean;
  /** `text` is a regular expression. */
  isPattern: boolean;
}

export interface Matches {
  /** Where each begins, and where it ends: two numbers a match. */
  offsets: readonly number[];
  /** There are more than are kept. */
  isMore: boolean;
}

/** Why nothing was looked for: it is no regular expression; it takes too long; its program did not load. */
export type SearchProblem = 'invalid' | 'too-slow' | 'not-loaded';

export interface SearchResult {
  matches: Matches;
  /** The place of the match to show among the matches. */
  current: number;
  problem?: SearchProblem | undefined;
}

/** More are of no use to somebody who steps through them. */
export const MAX_MATCHES = 10_000;
/** Searched in about 5 ms. */
const STEP_CHARACTERS = 512 * 1024;

/** @throws SyntaxError for what is no regular expression */
export function patternOf({ text, matchesCase, wholeWord, isPattern }: SearchQuery): RegExp {
  const source = isPattern ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const flags = `gm${matchesCase ? '' : 'i'}`;
  return wholeWord ? new RegExp(`(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`, `${flags}u`) : new RegExp(source, flags);
}

/**
 * Of a text as it is typed, not of a pattern, whose time has no bound. Matches may lie across steps.
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
    // A match that begins in this step may end in the next, and a word before the character after it.
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

/** The first match at a place of the text or after it; else the first of all. */
export function matchFrom({ offsets }: Matches, place: number): number {
  const found = offsets.findIndex((offset, index) => index % 2 === 0 && offset >= place);
  return Math.max(0, found / 2);
}
