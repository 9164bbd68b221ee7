/**
 * Search over an owner's titles. They are encrypted, each under its paste's key, so no index can know
 * them: the newest are decrypted and looked at, up to a limit that is said, with a pause between
 * batches for everybody else. Not found: what is older, and titles within end-to-end encrypted pastes,
 * which only their readers can see.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PasteSummary } from '../storage/paste.opening';

/** About 40 ms of one processor on the project's kind of machine, in turns of 2 ms. */
export const SEARCH_MAX_PASTES = 2_000;
/** On a machine that is busy with others, so long at most. */
export const SEARCH_MAX_MS = 2_000;
const BATCH_PASTES = 100;

export interface FoundPastes {
  pastes: PasteSummary[];
  /** Whether there are more matches behind these. */
  hasMore: boolean;
  /** How many of the newest were looked at, when there are older ones; null: all were. */
  searchedOnly: number | null;
}

/**
 * @param list an owner's pastes, newest first: so many from a position on, or from the beginning
 * @param text part of a title in any case, or of a public id
 */
export async function searchTitles<Position>(
  list: (limit: number, from: Position | null) => Promise<{ pastes: PasteSummary[]; next: Position | null }>,
  text: string,
  limit: number,
  offset: number,
  clock: () => number = () => performance.now(),
): Promise<FoundPastes> {
  const wanted = fold(text);
  const found: PasteSummary[] = [];
  const endsAt = clock() + SEARCH_MAX_MS;
  let from: Position | null = null;
  let seen = 0;
  do {
    const batch: { pastes: PasteSummary[]; next: Position | null } = await list(BATCH_PASTES, from);
    seen += BATCH_PASTES;
    found.push(...batch.pastes.filter(({ title, publicId }) => fold(title).includes(wanted) || publicId.includes(text)));
    if (found.length > offset + limit) return { pastes: found.slice(offset, offset + limit), hasMore: true, searchedOnly: null };
    from = batch.next;
    await nextTurn();
  } while (from !== null && seen < SEARCH_MAX_PASTES && clock() < endsAt);
  return { pastes: found.slice(offset), hasMore: false, searchedOnly: from === null ? null : seen };
}

/** So that what reads the same is the same. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
