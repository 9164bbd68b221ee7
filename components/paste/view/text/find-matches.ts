import { MAX_MATCHES, type Matches, type SearchQuery } from '../model/view-search';

/** Finds what somebody searches for; runs in a worker, because an expression may take for ever. @returns null when `query` is no expression */
export function findMatches({ text, query }: { text: string; query: SearchQuery }): Matches | null {
  let pattern: RegExp;
  try {
    pattern = patternOf(query);
  } catch {
    return null;
  }
  const offsets: number[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    // An empty match is not shown, and the search must be moved past it.
    if (match[0] === '') pattern.lastIndex = end + 1;
    else if (offsets.length === MAX_MATCHES * 2) return { offsets, isMore: true };
    else offsets.push(match.index, end);
  }
  return { offsets, isMore: false };
}

/** @throws SyntaxError when the query is no regular expression */
function patternOf({ text, matchesCase, wholeWord, isPattern }: SearchQuery): RegExp {
  const source = isPattern ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const flags = `gm${matchesCase ? '' : 'i'}`;
  return wholeWord ? new RegExp(`(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`, `${flags}u`) : new RegExp(source, flags);
}
