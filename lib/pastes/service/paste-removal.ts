/** Removes many pastes: expired ones, and those an operator selects; tells of those that expire soon. Works in batches, so that no other writer waits noticeably. */
import type { Actor } from '../../audit/audit.rules';
import { HOUR_MS } from '../../encoding/time.rules';
import { MAX_CONTENT_BYTES } from '../paste.rules';
import type { PasteRepository } from '../storage/paste.repository';
import type { AnnouncedPaste, MeantPastes } from '../storage/paste-rows';

/** Size of one transaction, so that no other writer waits noticeably: so many pastes whose owners are told, or 10 MB. */
const MAX_NOTIFIED_PASTES = 100;
const MAX_BYTES = MAX_CONTENT_BYTES;

/** Rows may appear this long after their expiry: a slow transaction commits, or a clock was set. */
const MARGIN_MS = 60_000;
/** After this time cleanup looks at all entries once more. */
const FORGET_AFTER_MS = HOUR_MS;

export function createRemoval(repository: PasteRepository) {
  const expiredSince = createLowWaterMark();

  return {
    /**
     * Removes all live pastes that the operator selected, in batches; their owners are told.
     * @param by the actor, for the audit
     * @param onProgress called with the number removed so far
     * @returns how many were removed; with `isTrial` how many would be
     */
    async removeMeant(
      meant: MeantPastes,
      isTrial: boolean,
      by: Actor,
      onProgress: (count: number) => void = () => undefined,
    ): Promise<number> {
      let count = 0;
      for (let after = ''; ; ) {
        const found = await repository.listMeant(meant, after, MAX_NOTIFIED_PASTES);
        const batch = batchOf(found, ({ contentBytes }) => contentBytes);
        const last = batch.at(-1);
        if (!last) return count;
        count += isTrial ? batch.length : await repository.removeMany(batch, by);
        onProgress(count);
        after = last.id;
      }
    },

    /** Tells the owners who name the event of one batch of pastes that expire within a day, each paste once. */
    notifyExpiring: () => repository.notifyExpiring(MAX_NOTIFIED_PASTES),

    /** Removes one batch of expired pastes. @returns how many, and whether there may be more */
    async removeExpired(): Promise<{ removed: number; more: boolean }> {
      const expired = await repository.listExpired(repository.maxExpired, expiredSince.read());
      // An upload that was never finished has no size in its row.
      const batch = batchOf(expired, ({ contentBytes }) => contentBytes || MAX_CONTENT_BYTES);
      if (batch.length === 0) return { removed: 0, more: false };
      const removed = await repository.removeExpired(batch);
      expiredSince.advance(batch.at(-1)?.expiresAt ?? 0);
      return { removed, more: expired.length === repository.maxExpired || batch.length < expired.length };
    },
  };
}

/** The first pastes, as many as one transaction removes. */
function batchOf<Paste extends AnnouncedPaste>(pastes: readonly Paste[], bytesOf: (paste: Paste) => number): Paste[] {
  let bytes = 0;
  let notified = 0;
  return pastes.filter((paste, index) => {
    bytes += bytesOf(paste);
    notified += Number(paste.hasSubscribers);
    return index === 0 || (bytes <= MAX_BYTES && notified <= MAX_NOTIFIED_PASTES);
  });
}

/**
 * Remembers the time up to which this process has removed all expired pastes.
 *
 * PostgreSQL keeps the index entries of removed rows until vacuum takes them, and a long snapshot (a dump, a standby's
 * query) delays that. A cleanup that begins at the oldest entry reads all of them again for every batch.
 */
export function createLowWaterMark(clock = () => performance.now()) {
  let mark = 0;
  let since = clock();
  return {
    /** @returns ms since 1970; cleanup looks for rows that expired from then on */
    read(): number {
      if (clock() - since >= FORGET_AFTER_MS) {
        mark = 0;
        since = clock();
      }
      return Math.max(0, mark - MARGIN_MS);
    },
    /** Records that everything which expired earlier is removed. @param expiresAt ms since 1970 */
    advance(expiresAt: number): void {
      mark = Math.max(mark, expiresAt);
    },
  };
}
