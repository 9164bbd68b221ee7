/** Browsers that are signed in, in the database. SQL (decision 0041): finding a session is hot; making and extending one is a race. */

import type { AuditDetails } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { type Database, readClock, type Statement, tookPlace } from '../db/database';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../encoding/time.rules';
import { MAX_SESSIONS } from './accounts.rules';
import { isActiveKey, isStale, touchKey } from './makers';

/** Most expired sessions that one sign-in removes, and most of the user's own beyond MAX_SESSIONS: few, so that signing in stays quick. */
const SWEEP_MAX_SESSIONS = 100;

/** A session ends after this time without use. */
const IDLE_MS = 7 * DAY_MS;
/** A session's end moves by this or more, so that its use writes at most once in that time, and once more for its very last end. */
const STEP_MS = HOUR_MS;

/** A session counts as confirmed for this long after its user signed in, or showed their key again; a stolen cookie soon doesn't. */
const CONFIRMED_MS = 10 * MINUTE_MS;

/** Longest life of a session, however much it is used, unless SESSION_MAX_AGE says otherwise. */
const DEFAULT_MAX_AGE_MS = 30 * DAY_MS;

/** A key that somebody shows, not checked yet. */
export interface PresentedKey {
  id: string;
  hash: Uint8Array;
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/** A session as the database lists it, with the key or the identity that it was made with; times in ms since 1970. */
export type ListedSession = Awaited<ReturnType<SessionsRepository['listOf']>>[number];

/** @param maxAgeMs longest life of a session; a lower value also applies to existing sessions */
export function createSessionsRepository(db: Database, audit: AuditRecorder, maxAgeMs: number = DEFAULT_MAX_AGE_MS) {
  const { prisma } = db;
  const { now } = db.dialect;
  const idleMs = Math.min(IDLE_MS, maxAgeMs);
  const stepMs = Math.min(STEP_MS, idleMs / 2);
  const isGoodKey = `${isActiveKey(now)} AND u.disabled_at IS NULL`;
  const sweep = `DELETE FROM sessions WHERE id_hash IN
    (SELECT id_hash FROM sessions WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${SWEEP_MAX_SESSIONS})`;
  /** Removes the user's oldest sessions beyond MAX_SESSIONS. It needs the new session's row, so a refused sign-in removes none. */
  const endOldest = `DELETE FROM sessions WHERE id_hash IN
    (SELECT s.id_hash FROM sessions s
      WHERE s.user_id = (SELECT o.user_id FROM sessions o WHERE o.id_hash = ?) AND s.id_hash <> ?
      ORDER BY s.created_at DESC, s.id_hash LIMIT ${SWEEP_MAX_SESSIONS} OFFSET ${MAX_SESSIONS - 1})`;
  const insert = 'INSERT INTO sessions (id_hash, user_id, key_id, identity_id, created_at, expires_at)';
  const insertForKey = `${insert} SELECT ?, k.user_id, k.id, NULL, ${now}, ${now} + ${idleMs} FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ? AND k.key_hash = ? AND k.may_sign_in AND ${isGoodKey} RETURNING id_hash`;
  const insertForIdentity = `${insert} SELECT ?, i.user_id, NULL, i.id, ${now}, ${now} + ${idleMs} FROM identities i JOIN users u ON u.id = i.user_id
    WHERE i.id = ? AND u.disabled_at IS NULL RETURNING id_hash`;
  const selectKey = `SELECT k.may_sign_in, k.user_id FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.id = ? AND k.key_hash = ? AND ${isGoodKey}`;
  const lastEnd = `s.created_at + ${maxAgeMs}`;
  /** New end of a session that is used now. */
  const nextEnd = `CASE WHEN ${lastEnd} < ${now} + ${idleMs} THEN ${lastEnd} ELSE ${now} + ${idleMs} END`;
  const isToBeExtended = `(s.expires_at <= ${now} + ${idleMs - stepMs} AND s.expires_at < ${lastEnd})`;
  const isStaleKey = `(k.id IS NOT NULL AND ${isStale(now)})`;
  /** An administrator is a promoted user, or somebody whose session was made with an identity that the provider calls one. */
  const isAdmin = '(u.promoted_at IS NOT NULL OR i.admin_at IS NOT NULL)';
  const isConfirmed = `(COALESCE(s.confirmed_at, s.created_at) > ${now} - ${CONFIRMED_MS})`;
  const select = `SELECT s.key_id, s.identity_id, u.id AS user_id, u.name AS user_name, ${isAdmin} AS is_admin, ${isStaleKey} AS is_stale,
      ${isToBeExtended} AS is_extended, ${isConfirmed} AS is_confirmed
    FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN api_keys k ON k.id = s.key_id LEFT JOIN identities i ON i.id = s.identity_id
    WHERE s.id_hash = ? AND s.expires_at > ${now} AND ${lastEnd} > ${now} AND u.disabled_at IS NULL
      AND (s.key_id IS NULL OR (k.may_sign_in AND ${isActiveKey(now)}))`;
  const extend = `UPDATE sessions AS s SET expires_at = ${nextEnd} WHERE s.id_hash = ? AND s.expires_at > ${now} AND ${isToBeExtended}`;

  /** @returns whether the statement made a session */
  const insertSession = (idHash: Uint8Array, statement: Statement, userId: number, details: AuditDetails): Promise<boolean> =>
    tookPlace(db, 1, [
      { sql: sweep, params: [] },
      statement,
      audit.record({ by: { userId }, action: 'session.started', object: userId, details }, 1),
      { sql: endOldest, params: [idHash, idHash] },
    ]);

  return {
    maxAgeMs,

    /** @returns the user of an active key, and whether it may sign in; null for any other key */
    async findKey(key: PresentedKey): Promise<{ maySignIn: boolean; userId: number } | null> {
      const [row] = await db.read(selectKey, [key.id, key.hash]);
      return row ? { maySignIn: Boolean(row.may_sign_in), userId: Number(row.user_id) } : null;
    },

    /** Records in the audit that a sign-in was refused, if the key exists, even revoked; any other key costs no write. */
    async refuse(keyId: string, address: string | null): Promise<void> {
      const key = await prisma.apiKey.findUnique({ where: { id: keyId }, select: { userId: true } });
      if (!key) return;
      const details = { keyId, ...from(address) };
      await db.write([audit.recordRefused({ by: 'visitor', action: 'session.refused', object: key.userId, details })]);
    },

    /** Makes a session if the key is active and may sign in, and ends the user's oldest beyond MAX_SESSIONS. @returns false otherwise */
    insert: (idHash: Uint8Array, key: PresentedKey & { userId: number }, address: string | null): Promise<boolean> =>
      insertSession(idHash, { sql: insertForKey, params: [idHash, key.id, key.hash] }, key.userId, { keyId: key.id, ...from(address) }),

    /** Makes a session for an identity in the same way. @returns false when the identity is gone, or its user is disabled */
    insertOfIdentity: (idHash: Uint8Array, identity: { id: string; userId: number }, address: string | null): Promise<boolean> =>
      insertSession(idHash, { sql: insertForIdentity, params: [idHash, identity.id] }, identity.userId, {
        identityId: identity.id,
        ...from(address),
      }),

    /** The session, unless it has ended, its user is disabled, or the key behind it is not active any more. */
    async find(idHash: Uint8Array) {
      const [row] = await db.read(select, [idHash]);
      if (!row) return null;
      return {
        userId: Number(row.user_id),
        userName: String(row.user_name),
        isAdmin: Boolean(row.is_admin),
        isConfirmed: Boolean(row.is_confirmed),
        keyId: row.key_id as string | null,
        identityId: row.identity_id as string | null,
        lastUseIsStale: Boolean(row.is_stale),
        /** Whether this use moves the session's end. */
        isToBeExtended: Boolean(row.is_extended),
      };
    },

    /** Moves the end of a session that was used, if that is due. */
    async extend(idHash: Uint8Array): Promise<void> {
      await db.write([{ sql: extend, params: [idHash] }]);
    },

    async remove(idHash: Uint8Array<ArrayBuffer>): Promise<void> {
      await prisma.session.deleteMany({ where: { idHash } });
    },

    /** The user's sessions that haven't ended, newest first. */
    async listOf(userId: number) {
      const nowMs = await readClock(db);
      const sessions = await prisma.session.findMany({
        where: { userId, expiresAt: { gt: nowMs }, createdAt: { gt: nowMs - maxAgeMs } },
        orderBy: [{ createdAt: 'desc' }, { idHash: 'asc' }],
        take: MAX_SESSIONS,
      });
      return sessions.map(({ idHash, keyId, identityId, createdAt, expiresAt }) => ({
        /** SHA-256 of the id in the cookie, so it signs nobody in. */
        id: Buffer.from(idHash).toString('hex'),
        keyId,
        identityId,
        createdAt: Number(createdAt),
        expiresAt: Number(expiresAt),
      }));
    },

    async confirm(userId: number, idHash: Uint8Array<ArrayBuffer>): Promise<void> {
      await prisma.session.updateMany({ where: { idHash, userId }, data: { confirmedAt: await readClock(db) } });
    },

    touchKey: (keyId: string) => touchKey(db, keyId),
  };
}

const from = (address: string | null) => (address === null ? {} : { address });
