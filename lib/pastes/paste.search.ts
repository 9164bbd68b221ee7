/**
 * Search over an owner's titles. They are encrypted, each under its paste's key, so no index can know
 * them: the newest are decrypted and looked at, up to a limit that is said, with a pause between
 * batches for everybody else. Not found: what is older, and titles within end-to-end encrypted pastes,
 * which only their readers can see.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PasteSummary } from './paste.opening';

/** About 40 ms of one processor on the project's kind of machine, in turns of 2 ms. */
export const SEARCH_MAX_PASTES = 2_000;
const BATCH_PASTES = 100;

export interface FoundPastes {
  pastes: PasteSummary[];
  /** Whether there are more matches behind these. */
  hasMore: boolean;
  /** False when there are pastes too old to be looked at. */
  sawAll: boolean;
}

/**
 * @param list an owner's pastes, newest first
 * @param text part of a title in any case, or of a public id
 */
export async function searchTitles(
  list: (limit: number, offset: number) => Promise<PasteSummary[]>,
  text: string,
  limit: number,
  offset: number,
): Promise<FoundPastes> {
  const wanted = fold(text);
  const found: PasteSummary[] = [];
  for (let seen = 0; seen < SEARCH_MAX_PASTES; seen += BATCH_PASTES) {
    const batch = await list(BATCH_PASTES, seen);
    found.push(...batch.filter(({ title, publicId }) => fold(title).includes(wanted) || publicId.includes(text)));
    if (found.length > offset + limit) return { pastes: found.slice(offset, offset + limit), hasMore: true, sawAll: true };
    if (batch.length < BATCH_PASTES) return { pastes: found.slice(offset), hasMore: false, sawAll: true };
    await nextTurn();
  }
  const sawAll = (await list(1, SEARCH_MAX_PASTES)).length === 0;
  return { pastes: found.slice(offset), hasMore: false, sawAll };
}

/** So that what reads the same is the same. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
