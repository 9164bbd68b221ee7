import { startWorker } from '#components/client/start-worker';
import { callOnce } from '#components/client/worker-calls';
import { type Matches, matchFrom, type SearchQuery, type SearchResult } from '../model/view-search';

/** A regular expression can take for ever, e.g. `(a+)+$`; words in ten megabytes take a slow phone seconds. */
const PATTERN_LIMIT_MS = 2_000;
const WORDS_LIMIT_MS = 20_000;

/**
 * Searches in a worker, so that ten megabytes never block the page.
 * @param place the reading position: the first match after it is shown first
 * @throws the signal's reason
 */
export async function findInText(text: string, query: SearchQuery, place: number, signal: AbortSignal): Promise<SearchResult> {
  const answer = await callOnce<Matches | null>(
    () => startWorker('search'),
    { text, query },
    query.isPattern ? PATTERN_LIMIT_MS : WORDS_LIMIT_MS,
    signal,
  );
  const found = answer.kind === 'output' ? answer.output : null;
  if (found) return { matches: found, current: matchFrom(found, place) };
  return { matches: { offsets: [], isMore: false }, current: 0, problem: answer.kind === 'problem' ? answer.problem : 'invalid' };
}
