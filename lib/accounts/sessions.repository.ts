/** Browsers that are signed in, in the database. SQL (decision 0041): finding a session is hot; making and extending one is a race. */
import { type Database, readClock } from '../db/database';
import { DAY_MS, HOUR_MS } from '../encoding/time.rules';
import { isStale } from './accounts.repository';
import { MAX_SESSIONS } from './accounts.rules';
import type { SignedIn } from './principal';

/** Signing in makes one and removes up to so many that have expired, and as many of the user's own that are too many: they can't pile up, and nobody waits for it. */
const SWEEP_MAX_SESSIONS = 100;

/** A session ends after so long without use, */
const IDLE_MS = 7 * DAY_MS;
/** and after so long in any case. */
const LONGEST_MS = 30 * DAY_MS;
/** Its end moves by no less, so that using it writes at most once in that time; and once more for its very last end. */
const STEP_MS = HOUR_MS;

export const LONGEST_SESSION_SECONDS = LONGEST_MS / 1000;

export interface StoredSession extends SignedIn {
  lastUseIsStale: boolean;
  /** Its use moves its end. */
  isToBeExtended: boolean;
}

/** Times in ms since 1970. */
export interface ListedSession {
  idHash: Buffer;
  /** Id of the key that it was made with. */
  keyId: string;
  createdAt: number;
  expiresAt: number;
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

export function createSessionsRepository(db: Database) {
  const { prisma } = db;
  const { now } = db.dialect;
  const isActiveKey = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now}) AND u.disabled_at IS NULL`;
  const sweep = `DELETE FROM sessions WHERE id_hash IN
    (SELECT id_hash FROM sessions WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${SWEEP_MAX_SESSIONS})`;
  /** Those of the key's user beyond the latest ones. */
  const endOldest = `DELETE FROM sessions WHERE id_hash IN
    (SELECT s.id_hash FROM sessions s JOIN api_keys k ON k.id = s.key_id
      WHERE k.user_id = (SELECT o.user_id FROM api_keys o WHERE o.id = ?) AND s.id_hash <> ?
      ORDER BY s.created_at DESC, s.id_hash LIMIT ${SWEEP_MAX_SESSIONS} OFFSET ${MAX_SESSIONS - 1})`;
  const insert = `INSERT INTO sessions (id_hash, key_id, created_at, expires_at)
    SELECT ?, k.id, ${now}, ${now} + ${IDLE_MS} FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ? AND k.key_hash = ? AND k.may_sign_in AND ${isActiveKey} RETURNING key_id`;
  const selectKey = `SELECT k.may_sign_in FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.id = ? AND k.key_hash = ? AND ${isActiveKey}`;
  const lastEnd = `s.created_at + ${LONGEST_MS}`;
  /** Where the end belongs that is used now. */
  const nextEnd = `CASE WHEN ${lastEnd} < ${now} + ${IDLE_MS} THEN ${lastEnd} ELSE ${now} + ${IDLE_MS} END`;
  const isToBeExtended = `(s.expires_at <= ${now} + ${IDLE_MS - STEP_MS} AND s.expires_at < ${lastEnd})`;
  const select = `SELECT k.id AS key_id, u.id AS user_id, u.name AS user_name, ${isStale(now)} AS is_stale, ${isToBeExtended} AS is_extended
    FROM sessions s JOIN api_keys k ON k.id = s.key_id JOIN users u ON u.id = k.user_id
    WHERE s.id_hash = ? AND s.expires_at > ${now} AND k.may_sign_in AND ${isActiveKey}`;
  const extend = `UPDATE sessions AS s SET expires_at = ${nextEnd} WHERE s.id_hash = ? AND s.expires_at > ${now} AND ${isToBeExtended}`;

  return {
    /** A good key. @returns null when it is none */
    async findKey(key: { id: string; hash: Uint8Array }): Promise<{ maySignIn: boolean } | null> {
      const [row] = await db.read(selectKey, [key.id, key.hash]);
      return row ? { maySignIn: Boolean(row.may_sign_in) } : null;
    },

    /** Makes a session of a good key that may sign in, and ends the user's oldest beyond MAX_SESSIONS. @returns false when it is none */
    async insert(idHash: Uint8Array, key: { id: string; hash: Uint8Array }): Promise<boolean> {
      const [, rows] = await db.write([
        { sql: sweep, params: [] },
        { sql: insert, params: [idHash, key.id, key.hash] },
        // Only where it was a good key: whoever knows no more than an id ends nobody's session.
        { sql: `${endOldest} AND EXISTS (SELECT 1 FROM sessions WHERE id_hash = ?)`, params: [key.id, idHash, idHash] },
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
        isToBeExtended: Boolean(row.is_extended),
      };
    },

    /** It was used: its end moves, if that is due. */
    async extend(idHash: Uint8Array): Promise<void> {
      await db.write([{ sql: extend, params: [idHash] }]);
    },

    async remove(idHash: Uint8Array<ArrayBuffer>): Promise<void> {
      await prisma.session.deleteMany({ where: { idHash } });
    },

    /** The user's sessions that haven't ended, newest first. */
    async listOf(userId: number): Promise<ListedSession[]> {
      const sessions = await prisma.session.findMany({
        where: { key: { userId }, expiresAt: { gt: await readClock(db) } },
        orderBy: [{ createdAt: 'desc' }, { idHash: 'asc' }],
        take: MAX_SESSIONS,
      });
      return sessions.map(({ idHash, keyId, createdAt, expiresAt }) => ({
        idHash: Buffer.from(idHash),
        keyId,
        createdAt: Number(createdAt),
        expiresAt: Number(expiresAt),
      }));
    },

    /** @returns whether it was one of theirs */
    async removeOf(userId: number, idHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
      return (await prisma.session.deleteMany({ where: { idHash, key: { userId } } })).count === 1;
    },

    /** The key was used, through a session. */
    async touchKey(keyId: string): Promise<void> {
      await db.write([{ sql: `UPDATE api_keys SET last_used_at = ${now} WHERE id = ?`, params: [keyId] }]);
    },
  };
}
