/** Searches by a regular expression, in a thread that the page ends when the expression takes too long. */
import { MAX_MATCHES, type Matches, patternOf, type SearchQuery } from '../model/view.search';

export interface PatternQuestion {
  text: string;
  query: SearchQuery;
}

self.onmessage = ({ data: { text, query } }: MessageEvent<PatternQuestion>) => self.postMessage(findPattern(text, query));
self.postMessage('ready');

/** @returns null for what is no regular expression */
function findPattern(text: string, query: SearchQuery): Matches | null {
  let pattern: RegExp;
  try {
    pattern = patternOf(query);
  } catch {
    return null;
  }
  const offsets: number[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    // Nothing to show, and no way on without a push.
    if (match[0] === '') pattern.lastIndex = end + 1;
    else if (offsets.length === MAX_MATCHES * 2) return { offsets, isMore: true };
    else offsets.push(match.index, end);
  }
  return { offsets, isMore: false };
}
