/**
 * How a paste is found: the database knows no public id, only what each configured master key makes of it
 * (lib/vault). While the master key changes, rows are under the old one's or the new one's.
 */
import type { Row } from '../../db/database';
import { type Keyring, UnknownMasterKeyError } from '../../vault/keyring';
import { openValue, type PasteKeys, pasteIdPlace, pasteKeysOf, SealBrokenError } from '../../vault/vault';
import type { OpenEach } from '../../vault/vault.damage';

/**
 * Brings rows of the version before, whose `id` is their public id, into today's form.
 * @returns whether any of these was such a row: then look again
 */
export type UpgradeRows = (publicIds: readonly string[]) => Promise<boolean>;

export type PasteLookup = ReturnType<typeof createPasteLookup>;

/** @param openEach for lists, in which a row may be damaged; without it, such a list fails */
export function createPasteLookup(keyring: Keyring, upgradeRows: UpgradeRows, openEach: OpenEach = openAll) {
  const places = keyring.all.map(() => '?').join(', ');

  return {
    /** Condition on a column `lookup`; its parameters are those `find` gives. */
    isLookup: (column: string) => `${column} IN (${places})`,

    /** Of a row with `id` and `id_sealed`. @throws UnknownMasterKeyError, SealBrokenError */
    publicIdOf: ({ id, id_sealed }: Row): string => openValue(keyring, pasteIdPlace(String(id)), id_sealed as Uint8Array),

    /** As `publicIdOf`; null where it doesn't open. */
    readableIdOf({ id, id_sealed }: Row): string | null {
      try {
        return openValue(keyring, pasteIdPlace(String(id)), id_sealed as Uint8Array);
      } catch (error) {
        if (error instanceof SealBrokenError || error instanceof UnknownMasterKeyError) return null;
        throw error;
      }
    },

    keysOf: (publicId: string): PasteKeys => pasteKeysOf(keyring, publicId),

    /** @param look for the row of the paste; asked a second time when it was a row of the version before */
    async find<Found>(
      publicId: string,
      look: (lookups: string[], keys: PasteKeys) => Promise<Found | null | undefined>,
    ): Promise<Found | null> {
      const keys = pasteKeysOf(keyring, publicId);
      const lookups = keys.all.map(({ lookup }) => lookup);
      const found = await look(lookups, keys);
      if (found) return found;
      return (await upgradeRows([publicId])) ? ((await look(lookups, keys)) ?? null) : null;
    },

    /** @param list rows with `id` and `lookup`; asked a second time when some were of the version before */
    async list(list: () => Promise<Row[]>): Promise<Row[]> {
      const rows = await list();
      const legacy = rows.filter(({ lookup }) => lookup === null).map(({ id }) => String(id));
      return legacy.length > 0 && (await upgradeRows(legacy)) ? list() : rows;
    },

    openEach,

    upgradeRows,
  };
}

const openAll: OpenEach = async (_table, rows, open) => rows.map((row) => open(row));
