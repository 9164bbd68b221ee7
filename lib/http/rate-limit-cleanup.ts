import type { Database } from '../db/database';
import { createPrune } from '../db/prune';

/** Processes count by their own clocks, which may differ from the database's by so much. */
const CLOCKS_DIFFER_MS = 60_000;
const BATCH_ROWS = 5_000;

/** Removes counters whose window has ended. Only PostgreSQL has any. */
export function createCounterCleanup(db: Pick<Database, 'dialect' | 'write'>) {
  const isOver = `expire <= ${db.dialect.now} - ${CLOCKS_DIFFER_MS}`;
  // The condition stands twice because a row that begins a new window meanwhile is judged again, by the outer one only.
  const sql = `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE ${isOver} LIMIT ${BATCH_ROWS}) AND ${isOver} RETURNING key`;
  return { prune: createPrune(db, { sql, params: [] }) };
}
