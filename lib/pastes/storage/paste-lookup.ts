/**
 * Finds pastes: the database has no public id, only its keyed hash under each configured master key (lib/vault). During a
 * key rotation, some rows have the old key's hash and some the new one's.
 */
import type { Row } from '../../db/database';
import { type Keyring, UnknownMasterKeyError } from '../../vault/keyring';
import type { OpenEach } from '../../vault/open-each';
import { openValue, type PasteKeys, pasteIdPlace, pasteKeysOf, SealBrokenError } from '../../vault/vault';

export type PasteLookup = ReturnType<typeof createPasteLookup>;

/** @param openEach for lists, in which a row may be damaged; without it such a list fails */
export function createPasteLookup(keyring: Keyring, openEach: OpenEach = openAll) {
  /** Decrypts the public id of a row with `id` and `id_sealed`. @throws UnknownMasterKeyError, SealBrokenError */
  const publicIdOf = ({ id, id_sealed }: Row): string => openValue(keyring, pasteIdPlace(String(id)), id_sealed as Uint8Array);
  const places = keyring.all.map(() => '?').join(', ');

  return {
    /** Condition on a column `lookup`; its parameters are those that `find` gives. */
    isLookup: (column: string) => `${column} IN (${places})`,

    publicIdOf,

    /** Like `publicIdOf`, but null where the id can't be decrypted. */
    readableIdOf(row: Row): string | null {
      try {
        return publicIdOf(row);
      } catch (error) {
        if (error instanceof SealBrokenError || error instanceof UnknownMasterKeyError) return null;
        throw error;
      }
    },

    keysOf: (publicId: string): PasteKeys => pasteKeysOf(keyring, publicId),

    /** The keys of several pastes, by each hash under which one of them may be stored. */
    keysByLookup: (publicIds: readonly string[]): Map<string, PasteKeys> =>
      new Map(
        publicIds
          .map((publicId) => pasteKeysOf(keyring, publicId))
          .flatMap((keys) => keys.all.map(({ lookup }) => [lookup, keys] as const)),
      ),

    /** @param look searches the paste's row by its public id's hashes, one for each master key */
    async find<Found>(
      publicId: string,
      look: (lookups: string[], keys: PasteKeys) => Promise<Found | null | undefined>,
    ): Promise<Found | null> {
      const keys = pasteKeysOf(keyring, publicId);
      const lookups = keys.all.map(({ lookup }) => lookup);
      return (await look(lookups, keys)) ?? null;
    },

    openEach,
  };
}

const openAll: OpenEach = async (_table, rows, open) => rows.map((row) => open(row));
