/** An owner's pastes, newest first: by offset, by cursor, and by a text in their titles. */
import type { Principal } from '../../accounts/principal';
import { ValidationError } from '../../http/errors';
import type { Logger } from '../../log/logger';
import { type Keyring, UnknownMasterKeyError } from '../../vault/keyring';
import { openValue, SealBrokenError, sealValue, type ValuePlace } from '../../vault/vault';
import type { ListPosition, PasteRepository } from '../storage/paste.repository';
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

/** The place to which a cursor is sealed: it names a row, and row ids are private. */
const placeOf = (ownerId: number): ValuePlace => ({ row: `pastes-of/${ownerId}`, column: 'list-cursor' });

function sealCursor(keyring: Keyring, ownerId: number, { createdAt, id }: ListPosition): string {
  return sealValue(keyring, placeOf(ownerId), `${createdAt}/${id}`).toString('base64url');
}

/** @throws ValidationError for anything but a cursor of that owner's list */
function openCursor(keyring: Keyring, ownerId: number, cursor: string): ListPosition {
  try {
    const [createdAt = '', id = ''] = openValue(keyring, placeOf(ownerId), Buffer.from(cursor, 'base64url')).split('/');
    return { createdAt: Number(createdAt), id };
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof UnknownMasterKeyError)
      throw new ValidationError([{ path: ['before'], message: 'expected the cursor of the page before' }]);
    throw error;
  }
}
