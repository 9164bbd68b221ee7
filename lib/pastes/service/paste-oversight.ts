/**
 * Pastes for administrators.
 *
 * Guarantees: no result gives a right to read: it has neither title nor content nor more of the public id than eight characters. An administrator who
 * looks for a public id knows it already. Pages are bounded.
 * Not protected: sizes, times, languages and owners.
 */
import type { OversightFilter, OversightRepository } from './paste-oversight.repository';
import type { OverseenPaste } from './paste-oversight.rules';

const ROW_ID = /^[0-9A-Za-z]{1,32}$/;

export function createOversight(repository: OversightRepository) {
  return {
    /** Newest first. @param before the `next` of the page before; other texts mean the first page @returns also the next page's `before` */
    async list(filter: OversightFilter, limit: number, before: string): Promise<{ pastes: OverseenPaste[]; next: string | null }> {
      // One row more than asked for tells whether another page follows.
      const found = await repository.list(filter, limit + 1, ROW_ID.test(before) ? before : null);
      const pastes = found.slice(0, limit);
      return { pastes, next: found.length > limit ? (pastes.at(-1)?.id ?? null) : null };
    },

    findRow: (id: string): Promise<OverseenPaste[]> => repository.findRow(id),

    find: (publicId: string): Promise<OverseenPaste | null> => repository.find(publicId),
  };
}
