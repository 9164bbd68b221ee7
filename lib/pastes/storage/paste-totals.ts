/** SQL (decision 0041): idle, by the gauges of each process; and sums that `readLong` keeps away from other queries. */
import { type Database, only } from '../../db/database';

/** Most expired pastes that are counted. */
const MAX_COUNTED = 1_000;

/** Expired pastes that wait for cleanup, counted by index up to MAX_COUNTED, whatever else is stored. */
export async function readOverdue(db: Database): Promise<{ expired: number; isAll: boolean; longestExpiredMs: number }> {
  const { now } = db.dialect;
  const [row] = await db.read(`SELECT count(*) AS expired, ${now} - min(expires_at) AS expired_for FROM
    (SELECT expires_at FROM pastes WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${MAX_COUNTED}) AS overdue`);
  const expired = Number(row?.expired);
  return { expired, isAll: expired < MAX_COUNTED, longestExpiredMs: Number(row?.expired_for ?? 0) };
}

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
