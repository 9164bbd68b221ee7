/**
 * Cursors: the place where a page of an owner's list ends, as a text that the client sends back. A cursor is sealed since
 * it names a row, and row ids are private.
 */
import { ValidationError } from '../../http/errors';
import { type Keyring, UnknownMasterKeyError } from '../../vault/keyring';
import { openValue, SealBrokenError, sealValue, type ValuePlace } from '../../vault/vault';

/** A place in a list that is sorted newest first. */
export interface ListPosition {
  /** ms since 1970 */
  createdAt: number;
  id: string;
}

const placeOf = (ownerId: number): ValuePlace => ({ row: `pastes-of/${ownerId}`, column: 'list-cursor' });

export function sealCursor(keyring: Keyring, ownerId: number, { createdAt, id }: ListPosition): string {
  return sealValue(keyring, placeOf(ownerId), `${createdAt}/${id}`).toString('base64url');
}

/** @throws ValidationError for anything but a cursor of that owner's list */
export function openCursor(keyring: Keyring, ownerId: number, cursor: string): ListPosition {
  try {
    const [createdAt = '', id = ''] = openValue(keyring, placeOf(ownerId), Buffer.from(cursor, 'base64url')).split('/');
    return { createdAt: Number(createdAt), id };
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof UnknownMasterKeyError)
      throw new ValidationError([{ path: ['before'], message: 'expected the cursor of the page before' }]);
    throw error;
  }
}
