/** SQL (decision 0041): sums that `readLong` keeps away from other queries. */
import { type Database, only } from '../../db/database';

/** Sums and counts that read many rows, separately from the process's other queries. */
export function createTotals(db: Database) {
  return {
    /** Bytes of one owner's contents, or of all; reads each row. */
    async storedBytes(ownerId?: number): Promise<number> {
      const [condition, params] = ownerId === undefined ? ['', []] : [' WHERE owner_id = ?', [ownerId]];
      const sql = `SELECT CAST(COALESCE(sum(content_bytes), 0) AS BIGINT) AS bytes FROM pastes${condition}`;
      return Number(only(await db.readLong(sql, params)).bytes);
    },

    /** Counts an owner's pastes, and receipts of pastes that are gone, by index and up to a limit. */
    async countOwned(ownerId: number, limit: number): Promise<number> {
      const count = (table: string, condition: string) =>
        `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE owner_id = ? ${condition} LIMIT ?) AS t)`;
      const sql = `SELECT ${count('pastes', '')} + ${count('burn_receipts', 'AND outcome_at IS NOT NULL')} AS owned`;
      return Number(only(await db.readLong(sql, [ownerId, limit, ownerId, limit])).owned);
    },
  };
}
