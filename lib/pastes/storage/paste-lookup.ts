/**
 * Finds pastes: the database has no public id, only its keyed hash under each configured master key (lib/vault). During a
 * key rotation, some rows have the old key's hash and some the new one's.
 */
import type { Database, Row, SqlValue } from '../../db/database';
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
    /** Condition on a column `lookup`; its parameters are those of `lookupsOf`. */
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

    lookupsOf: (publicId: string): string[] => lookupsOf(pasteKeysOf(keyring, publicId)),

    /** Finds a row by its paste's public id. @param sql a SELECT, whose first parameters are those of `isLookup` @param more its others */
    async find<Found>(
      db: Pick<Database, 'read'>,
      sql: string,
      publicId: string,
      present: (row: Row, keys: PasteKeys) => Found,
      more: readonly SqlValue[] = [],
    ): Promise<Found | null> {
      const keys = pasteKeysOf(keyring, publicId);
      const [row] = await db.read(sql, [...lookupsOf(keys), ...more]);
      return row ? present(row, keys) : null;
    },

    openEach,
  };
}

/** The hashes under which a paste may be stored, one for each master key. */
const lookupsOf = ({ all }: PasteKeys): string[] => all.map(({ lookup }) => lookup);

const openAll: OpenEach = async (_table, rows, open) => rows.map((row) => open(row));
