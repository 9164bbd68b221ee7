import { callOnce } from '#components/client/worker-calls';
import { findMatches, type Matches, matchFrom, type SearchProblem, type SearchQuery, type SearchResult } from '../model/view-search';

/** A regular expression can take forever, e.g. `(a+)+$`. */
const PATTERN_LIMIT_MS = 2_000;
const NOTHING: Matches = { offsets: [], isMore: false };

const startWorker = () => new Worker(new URL('./pattern.worker.ts', import.meta.url), { type: 'module', name: 'search' });
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * @param place the reading position: the first match after it is shown first
 * @throws the signal's reason
 */
export async function findInText(text: string, query: SearchQuery, place: number, signal: AbortSignal): Promise<SearchResult> {
  const failed = (problem: SearchProblem): SearchResult => ({ matches: NOTHING, current: 0, problem });
  const shown = (matches: Matches): SearchResult => ({ matches, current: matchFrom(matches, place) });
  if (!query.isPattern || query.text === '') return shown(await findMatches(text, query, signal, nextTurn));
  const answer = await callOnce<Matches | null>(startWorker, { text, query }, PATTERN_LIMIT_MS, signal);
  if (answer.kind === 'problem') return failed(answer.problem);
  return answer.output === null ? failed('invalid') : shown(answer.output);
}
