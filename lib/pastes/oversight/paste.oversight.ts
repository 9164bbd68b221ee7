/**
 * Pastes as an administrator sees them.
 *
 * Guarantees: nothing here is a right to read: neither title nor content, nor the public id of a paste, which whoever
 * looks for one has already. Pages are bounded.
 * Not protected: sizes, times, languages and who owns what.
 */
import type { OversightFilter, OversightRepository } from './paste.oversight.repository';
import type { OverseenPaste } from './paste.oversight.rules';

const ROW_ID = /^[0-9A-Za-z]{1,32}$/;

export type PasteOversight = ReturnType<typeof createOversight>;

export function createOversight(repository: OversightRepository) {
  return {
    /** Newest first. @param before what the page before told; what is no cursor begins anew @returns also that of the next page, if there is one */
    async list(filter: OversightFilter, limit: number, before: string): Promise<{ pastes: OverseenPaste[]; next: string | null }> {
      // One more than asked for says whether there are more.
      const found = await repository.list(filter, limit + 1, ROW_ID.test(before) ? before : null);
      const pastes = found.slice(0, limit);
      return { pastes, next: found.length > limit ? (pastes.at(-1)?.id ?? null) : null };
    },

    /** The one of this row, if it is there. */
    findRow: (id: string): Promise<OverseenPaste[]> => repository.findRow(id),

    find: (publicId: string): Promise<OverseenPaste | null> => repository.find(publicId),
  };
}
