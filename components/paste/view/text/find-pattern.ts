import { MAX_MATCHES, type Matches, patternOf, type SearchQuery } from '../model/view-search';

/** Finds a regular expression, which may take for ever. @returns null when the query is none */
export function findPattern({ text, query }: { text: string; query: SearchQuery }): Matches | null {
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
