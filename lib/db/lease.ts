/**
 * Leases: a task that only one process may do at a time is done by the process that holds its row, for as
 * long as it holds it.
 *
 * Guarantees: at most one holder at a time by the database's clock; a holder that dies or freezes
 * loses the lease when it expires. Not protected: a frozen holder that wakes up believes it still holds
 * the lease until it renews it, so a task under a lease must be harmless when done twice.
 */
import { type Database, tookPlace } from './database';

export type Lease = ReturnType<typeof createLease>;

/** @param holder a name that no other process has */
export function createLease(db: Database, name: string, holder: string, ttlMs: number) {
  const { now } = db.dialect;
  const take = `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ${now} + CAST(? AS BIGINT))
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
    WHERE leases.holder = excluded.holder OR leases.expires_at <= ${now} RETURNING holder`;
  return {
    /** Takes or renews the lease. @returns whether the holder has it now, for `ttlMs` from now */
    acquire: (): Promise<boolean> => tookPlace(db, 0, [{ sql: take, params: [name, holder, ttlMs] }]),
    /** Whether any process holds the lease now. */
    async isHeld(): Promise<boolean> {
      return (await db.read(`SELECT 1 AS held FROM leases WHERE name = ? AND expires_at > ${now}`, [name])).length > 0;
    },
    async release(): Promise<void> {
      await db.write([{ sql: 'DELETE FROM leases WHERE name = ? AND holder = ?', params: [name, holder] }]);
    },
  };
}
