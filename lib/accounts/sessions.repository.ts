/** Browsers that are signed in, in the database. SQL (decision 0041): finding a session is hot; making and extending one is a race. */
import type { AuditRecorder } from '../audit/audit.recorder';
import type { AuditDetails } from '../audit/audit.rules';
import { type Database, readClock, type Statement, tookPlace } from '../db/database';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../encoding/time.rules';
import { isStale } from './accounts.repository';
import { MAX_SESSIONS } from './accounts.rules';
import { isActiveKey } from './keys.conditions';

/** Signing in makes one and removes up to so many that have expired, and as many of the user's own that are too many: they can't pile up, and nobody waits for it. */
const SWEEP_MAX_SESSIONS = 100;

/** A session ends after so long without use, */
const IDLE_MS = 7 * DAY_MS;
/** Its end moves by no less, so that using it writes at most once in that time; and once more for its very last end. */
const STEP_MS = HOUR_MS;

/** So long after somebody has signed in, or shown their key again, they may do what a stolen cookie must not. */
const CONFIRMED_MS = 10 * MINUTE_MS;

/** How long a session lasts in any case, unless SESSION_MAX_AGE says otherwise. */
const DEFAULT_MAX_AGE_MS = 30 * DAY_MS;

/** Times in ms since 1970. */
export interface ListedSession {
  idHash: Buffer;
  /** Id of the key that it was made with; null: with an identity. */
  keyId: string | null;
  identityId: string | null;
  createdAt: number;
  expiresAt: number;
}

/** A key that somebody shows, which may or may not be good. */
export interface PresentedKey {
  id: string;
  hash: Uint8Array;
}

/** From where somebody signs in; null: it isn't known. */
export type SignInAddress = string | null;

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/** @param maxAgeMs how long a session lasts in any case; a shorter one than before also holds for the sessions that are there */
export function createSessionsRepository(db: Database, audit: AuditRecorder, maxAgeMs: number = DEFAULT_MAX_AGE_MS) {
  const { prisma } = db;
  const { now } = db.dialect;
  const idleMs = Math.min(IDLE_MS, maxAgeMs);
  const stepMs = Math.min(STEP_MS, idleMs / 2);
  const isGoodKey = `${isActiveKey(now)} AND u.disabled_at IS NULL`;
  const sweep = `DELETE FROM sessions WHERE id_hash IN
    (SELECT id_hash FROM sessions WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${SWEEP_MAX_SESSIONS})`;
  /** Those of the new session's user beyond the latest ones. Where no session was made, nobody's: who knows no more than an id ends none. */
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
  /** Where the end belongs that is used now. */
  const nextEnd = `CASE WHEN ${lastEnd} < ${now} + ${idleMs} THEN ${lastEnd} ELSE ${now} + ${idleMs} END`;
  const isToBeExtended = `(s.expires_at <= ${now} + ${idleMs - stepMs} AND s.expires_at < ${lastEnd})`;
  const isStaleKey = `(k.id IS NOT NULL AND ${isStale(now)})`;
  /** Whether it is a right of the user, or the provider's word about the identity behind this very session. */
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

    /** A good key. @returns null when it is none */
    async findKey(key: PresentedKey): Promise<{ maySignIn: boolean; userId: number } | null> {
      const [row] = await db.read(selectKey, [key.id, key.hash]);
      return row ? { maySignIn: Boolean(row.may_sign_in), userId: Number(row.user_id) } : null;
    },

    /** Records that a sign-in was refused, if the key is or was somebody's: it costs no write otherwise. */
    async refuse(keyId: string, address: SignInAddress): Promise<void> {
      const key = await prisma.apiKey.findUnique({ where: { id: keyId }, select: { userId: true } });
      if (!key) return;
      const details = { keyId, ...from(address) };
      await db.write([audit.recordRefused({ by: 'visitor', action: 'session.refused', object: key.userId, details })]);
    },

    /** Makes a session of a good key that may sign in, and ends the user's oldest beyond MAX_SESSIONS. @returns false when it is none */
    insert: (idHash: Uint8Array, key: PresentedKey & { userId: number }, address: SignInAddress): Promise<boolean> =>
      insertSession(idHash, { sql: insertForKey, params: [idHash, key.id, key.hash] }, key.userId, { keyId: key.id, ...from(address) }),

    /** The same of an identity. @returns false when there is none, or its user is disabled */
    insertOfIdentity: (idHash: Uint8Array, identity: { id: string; userId: number }, address: SignInAddress): Promise<boolean> =>
      insertSession(idHash, { sql: insertForIdentity, params: [idHash, identity.id] }, identity.userId, {
        identityId: identity.id,
        ...from(address),
      }),

    /** The session, as long as its user and the key behind it are good. */
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
        /** Its use moves its end. */
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
      const nowMs = await readClock(db);
      const sessions = await prisma.session.findMany({
        where: { userId, expiresAt: { gt: nowMs }, createdAt: { gt: nowMs - maxAgeMs } },
        orderBy: [{ createdAt: 'desc' }, { idHash: 'asc' }],
        take: MAX_SESSIONS,
      });
      return sessions.map(({ idHash, keyId, identityId, createdAt, expiresAt }) => ({
        idHash: Buffer.from(idHash),
        keyId,
        identityId,
        createdAt: Number(createdAt),
        expiresAt: Number(expiresAt),
      }));
    },

    /** Whoever uses the session has shown who they are, just now. */
    async confirm(userId: number, idHash: Uint8Array): Promise<void> {
      await db.write([{ sql: `UPDATE sessions SET confirmed_at = ${now} WHERE id_hash = ? AND user_id = ?`, params: [idHash, userId] }]);
    },

    /** The key was used, through a session. */
    async touchKey(keyId: string): Promise<void> {
      await db.write([{ sql: `UPDATE api_keys SET last_used_at = ${now} WHERE id = ?`, params: [keyId] }]);
    },
  };
}

const from = (address: SignInAddress) => (address === null ? {} : { address });
