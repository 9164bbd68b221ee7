/**
 * Searches an owner's titles. Each is encrypted under its paste's key, so no index can know them. The search decrypts the
 * newest titles up to a limit that the result states, and pauses between batches for other requests. Not found: older
 * pastes, and titles inside Mode B envelopes, which only readers can decrypt.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PasteSummary } from '../storage/paste-decryption';

/** About 40 ms of one processor on the project's reference machine, in turns of 2 ms. */
export const SEARCH_MAX_PASTES = 2_000;
const BATCH_PASTES = 100;

export interface FoundPastes {
  pastes: PasteSummary[];
  hasMore: boolean;
  /** How many of the newest pastes were searched, if there are older ones; null: all. */
  searchedOnly: number | null;
}

/**
 * @param list returns an owner's pastes, newest first, from a position or from the newest
 * @param text part of a title in any case, or of a public id
 */
export async function searchTitles<Position>(
  list: (limit: number, from: Position | null) => Promise<{ pastes: PasteSummary[]; next: Position | null }>,
  text: string,
  limit: number,
  offset: number,
): Promise<FoundPastes> {
  const wanted = fold(text);
  const found: PasteSummary[] = [];
  let from: Position | null = null;
  let seen = 0;
  do {
    const batch: { pastes: PasteSummary[]; next: Position | null } = await list(BATCH_PASTES, from);
    seen += BATCH_PASTES;
    found.push(...batch.pastes.filter(({ title, publicId }) => fold(title).includes(wanted) || publicId.includes(text)));
    if (found.length > offset + limit) return { pastes: found.slice(offset, offset + limit), hasMore: true, searchedOnly: null };
    from = batch.next;
    await nextTurn();
  } while (from !== null && seen < SEARCH_MAX_PASTES);
  return { pastes: found.slice(offset), hasMore: false, searchedOnly: from === null ? null : seen };
}

/** Makes texts that read the same equal. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
