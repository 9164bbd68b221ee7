import type { Database } from '../db/database';
import { isStale } from './accounts.repository';
import type { SignedIn } from './principal';

/** Signing in makes one and removes up to so many that have expired: they can't pile up, and nobody waits for it. */
const SWEEP_MAX_SESSIONS = 100;

export interface StoredSession extends SignedIn {
  lastUseIsStale: boolean;
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

export function createSessionsRepository(db: Database) {
  const { now } = db.dialect;
  const isGoodKey = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now}) AND u.disabled_at IS NULL`;
  const sweep = `DELETE FROM sessions WHERE id_hash IN
    (SELECT id_hash FROM sessions WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${SWEEP_MAX_SESSIONS})`;
  const insert = `INSERT INTO sessions (id_hash, key_id, created_at, expires_at)
    SELECT ?, k.id, ${now}, ${now} + CAST(? AS BIGINT) FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ? AND k.key_hash = ? AND ${isGoodKey} RETURNING key_id`;
  const select = `SELECT k.id AS key_id, u.id AS user_id, u.name AS user_name, ${isStale(now)} AS is_stale
    FROM sessions s JOIN api_keys k ON k.id = s.key_id JOIN users u ON u.id = k.user_id
    WHERE s.id_hash = ? AND s.expires_at > ${now} AND ${isGoodKey}`;

  return {
    /** Makes a session of a good key. @returns false when it is none */
    async insert(idHash: Uint8Array, key: { id: string; hash: Uint8Array }, ttlMs: number): Promise<boolean> {
      const [, rows] = await db.write([
        { sql: sweep, params: [] },
        { sql: insert, params: [idHash, ttlMs, key.id, key.hash] },
      ]);
      return rows?.length === 1;
    },

    /** The session, as long as the key behind it is good. */
    async find(idHash: Uint8Array): Promise<StoredSession | null> {
      const [row] = await db.read(select, [idHash]);
      if (!row) return null;
      return {
        userId: Number(row.user_id),
        userName: String(row.user_name),
        keyId: String(row.key_id),
        lastUseIsStale: Boolean(row.is_stale),
      };
    },

    async remove(idHash: Uint8Array): Promise<void> {
      await db.write([{ sql: 'DELETE FROM sessions WHERE id_hash = ?', params: [idHash] }]);
    },

    /** The key was used, through a session. */
    async touchKey(keyId: string): Promise<void> {
      await db.write([{ sql: `UPDATE api_keys SET last_used_at = ${now} WHERE id = ?`, params: [keyId] }]);
    },
  };
}
