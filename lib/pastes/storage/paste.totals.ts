/** SQL (decision 0041): idle, by the gauges of each process; and sums that `readLong` keeps away from other queries. */
import { type Database, only } from '../../db/database';

/** Of expired pastes that are counted. */
const MAX_COUNTED = 1_000;

/** Pastes that wait for cleanup: so many at most are counted, and found by index whatever else is stored. */
export async function readOverdue(db: Database): Promise<{ expired: number; isAll: boolean; longestExpiredMs: number }> {
  const { now } = db.dialect;
  const [row] = await db.read(`SELECT count(*) AS expired, ${now} - min(expires_at) AS expired_for FROM
    (SELECT expires_at FROM pastes WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${MAX_COUNTED}) AS overdue`);
  const expired = Number(row?.expired);
  return { expired, isAll: expired < MAX_COUNTED, longestExpiredMs: Number(row?.expired_for ?? 0) };
}

/** Counts over everything stored, expired or not. Reads all rows, not their contents. */
async function readTotals(db: Database) {
  const { now } = db.dialect;
  const [row] = await db.readLong(`SELECT count(*) AS pastes, CAST(COALESCE(sum(content_bytes), 0) AS BIGINT) AS content_bytes,
    count(CASE WHEN burn_after_read THEN 1 END) AS burn, count(CASE WHEN is_e2ee THEN 1 END) AS e2ee, count(owner_id) AS owned,
    count(CASE WHEN expires_at <= ${now} THEN 1 END) AS expired, ${now} - min(CASE WHEN expires_at <= ${now} THEN expires_at END) AS expired_for
    FROM pastes`);
  const number = (column: string) => Number(row?.[column] ?? 0);
  return {
    pastes: number('pastes'),
    /** UTF-8, before compression and encryption. */
    contentBytes: number('content_bytes'),
    burnAfterRead: number('burn'),
    isE2ee: number('e2ee'),
    owned: number('owned'),
    /** Expired, and not yet removed by the worker. */
    expired: number('expired'),
    /** How long the longest expired one has been so. */
    longestExpiredMs: number('expired_for'),
  };
}

/** Sums and counts that read many rows: beside whatever else the process does. */
export function createTotals(db: Database) {
  return {
    totals: () => readTotals(db),

    /** Bytes of an owner's contents, or of all: reads each of the rows. */
    async storedBytes(ownerId?: number): Promise<number> {
      const [condition, params] = ownerId === undefined ? ['', []] : [' WHERE owner_id = ?', [ownerId]];
      const sql = `SELECT CAST(COALESCE(sum(content_bytes), 0) AS BIGINT) AS bytes FROM pastes${condition}`;
      return Number(only(await db.readLong(sql, params)).bytes);
    },

    /** An owner's pastes, and receipts of those that have gone: at most so many, by index. */
    async countOwned(ownerId: number, limit: number): Promise<number> {
      const count = (table: string, condition: string) =>
        `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE owner_id = ? ${condition} LIMIT ?) AS t)`;
      const sql = `SELECT ${count('pastes', '')} + ${count('burn_receipts', 'AND outcome_at IS NOT NULL')} AS owned`;
      return Number(only(await db.readLong(sql, [ownerId, limit, ownerId, limit])).owned);
    },
  };
}
