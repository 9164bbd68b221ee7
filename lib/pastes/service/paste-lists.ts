/** An owner's pastes, newest first: by offset, by cursor, and by a text in their titles. */
import type { Principal } from '../../accounts/principal';
import type { Logger } from '../../log/logger';
import type { Keyring } from '../../vault/keyring';
import type { PasteRepository } from '../storage/paste.repository';
import { type ListPosition, openCursor, sealCursor } from '../storage/paste-cursor';
import { type PasteSummary, summarizeListed } from '../storage/paste-decryption';
import { type FoundPastes, searchTitles } from './paste-search';

export function createLists(repository: PasteRepository, keyring: Keyring, log: Logger) {
  async function listFrom(ownerId: number, limit: number, from: number | ListPosition) {
    const { pastes, next } = await repository.listOwned(ownerId, limit, from);
    const summaries = pastes.map((paste) =>
      summarizeListed(paste, (err) => log.error({ err, table: 'pastes', row: paste.id }, 'a row is damaged: its title does not open')),
    );
    return { pastes: summaries, next };
  }

  return {
    async list(principal: Principal, limit: number, offset: number): Promise<PasteSummary[]> {
      return (await listFrom(principal.userId, limit, offset)).pastes;
    },

    /**
     * A page of an owner's pastes, newest first, and the cursor of the next page, if there is one. A page by cursor costs
     * the same however deep it is.
     * @param from how many pastes to skip, or a cursor from the page before
     * @throws ValidationError for a cursor that isn't that owner's
     */
    async listPage({ userId }: Principal, limit: number, from: number | string): Promise<{ pastes: PasteSummary[]; next: string | null }> {
      const { pastes, next } = await listFrom(userId, limit, typeof from === 'string' ? openCursor(keyring, userId, from) : from);
      return { pastes, next: next && sealCursor(keyring, userId, next) };
    },

    /** An owner's pastes whose title contains the text, newest first; paste-search.ts says what isn't found. */
    search(principal: Principal, text: string, limit: number, offset: number): Promise<FoundPastes> {
      return searchTitles<ListPosition>((count, from) => listFrom(principal.userId, count, from ?? 0), text, limit, offset);
    },
  };
}
