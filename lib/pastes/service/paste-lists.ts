/**
 * An owner's pastes, newest first: by offset, by cursor, and by a text in their titles.
 *
 * Each title is encrypted under its paste's key, so no index can know them. The search decrypts the newest titles up to a limit that
 * the result states, and pauses between batches for other requests. Not found: older pastes, and titles inside Mode B envelopes,
 * which only readers can decrypt.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../../accounts/principal';
import { ValidationError } from '../../http/errors';
import { type Keyring, UnknownMasterKeyError } from '../../vault/keyring';
import { openValue, SealBrokenError, sealValue, type ValuePlace } from '../../vault/vault';
import type { ListPosition, PasteRepository } from '../storage/paste.repository';
import type { PasteSummary } from '../storage/paste-decryption';

/** About 40 ms of one processor on the project's reference machine, in turns of 2 ms. */
export const SEARCH_MAX_PASTES = 2_000;
const BATCH_PASTES = 100;

export function createLists({ listOwned }: Pick<PasteRepository, 'listOwned'>, keyring: Keyring) {
  return {
    list: async ({ userId }: Principal, limit: number, offset: number): Promise<PasteSummary[]> =>
      (await listOwned(userId, limit, offset)).pastes,

    /**
     * A page of an owner's pastes, newest first, and the cursor of the next page, if there is one. A page by cursor costs
     * the same however deep it is.
     * @param from how many pastes to skip, or a cursor from the page before
     * @throws ValidationError for a cursor that isn't that owner's
     */
    async listPage({ userId }: Principal, limit: number, from: number | string): Promise<{ pastes: PasteSummary[]; next: string | null }> {
      const { pastes, next } = await listOwned(userId, limit, typeof from === 'string' ? openCursor(keyring, userId, from) : from);
      return { pastes, next: next && sealCursor(keyring, userId, next) };
    },

    /**
     * An owner's pastes, newest first, by a part of the title in any case, or of the public id.
     * @returns also how many of the newest pastes were searched, if there are older ones; null: all
     */
    async search({ userId }: Principal, text: string, limit: number, offset: number) {
      const wanted = fold(text);
      const found: PasteSummary[] = [];
      let from: number | ListPosition | null = 0;
      let seen = 0;
      do {
        const batch: Awaited<ReturnType<typeof listOwned>> = await listOwned(userId, BATCH_PASTES, from);
        seen += BATCH_PASTES;
        found.push(...batch.pastes.filter(({ title, publicId }) => fold(title).includes(wanted) || publicId.includes(text)));
        if (found.length > offset + limit) return { pastes: found.slice(offset, offset + limit), hasMore: true, searchedOnly: null };
        from = batch.next;
        await nextTurn();
      } while (from !== null && seen < SEARCH_MAX_PASTES);
      return { pastes: found.slice(offset), hasMore: false, searchedOnly: from === null ? null : seen };
    },
  };
}

/** Makes texts that read the same equal. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
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
