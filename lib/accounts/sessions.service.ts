/**
 * Signed-in browsers.
 *
 * Guarantees: a session belongs to a user, is made with an active API key that may sign in or with an identity of theirs,
 * and is a row of its own: signing out, the revocation or expiry of its key, the unlinking of its identity and the
 * disabling of its user end it for every copy of its cookie from the next request on. It ends after 7 days without use
 * (counted to the hour) and after the maximum age in any case. The database holds the SHA-256 of
 * its id. For ten minutes after signing in, or after showing a key or signing in at the provider again, a session counts
 * as confirmed. Sign-ins are audited, and so are refusals of keys that exist, even revoked; any other key costs no write.
 * Not protected: until the session ends, somebody who copies the cookie out of the browser is signed in too; and a
 * request from another page of the same origin.
 * SQL (decision 0041): finding a session is hot; making and extending one is a race.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { AuditDetails } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { type Database, readClock, type SqlValue, tookPlace } from '../db/database';
import { sha256 } from '../encoding/sha256';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../encoding/time.rules';
import { cookieValue } from '../http/request-headers';
import type { Logger } from '../log/logger';
import { MAX_SESSIONS } from './accounts.rules';
import { hashApiKey, parseApiKey } from './api-key';
import { isActiveKey, isStale, touchKey } from './makers';
import type { SignedIn } from './principal';
import { type CookieSecurity, createSealedCookie } from './sealed-cookie';

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

/** The Set-Cookie of a new session, or why there is none. */
export type SignIn = { setCookie: string; problem: null } | { setCookie: null; problem: 'unknown-key' | 'api-only-key' };

/** A signed-in browser as its user sees it; times in ms since 1970. */
export type OwnSession = Awaited<ReturnType<ReturnType<typeof createSessionsService>['listOwn']>>[number];

const UNKNOWN_KEY: SignIn = { setCookie: null, problem: 'unknown-key' };

/** @param maxAgeMs longest life of a session; a lower value also applies to existing sessions */
export function createSessionsService(
  db: Database,
  audit: AuditRecorder,
  security: CookieSecurity,
  log: Logger,
  maxAgeMs: number = DEFAULT_MAX_AGE_MS,
) {
  const { prisma } = db;
  const { now } = db.dialect;
  const cookie = createSealedCookie('sealpaste-session', maxAgeMs / 1000, security, z.object({ id: z.string() }));
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

  /**
   * Makes a session, and ends the user's oldest beyond MAX_SESSIONS.
   * @param statement inserts it, unless what signs the user in is no longer valid. Its first parameter is the session's id hash
   * @returns the Set-Cookie; null when no session was made
   */
  async function begin(statement: string, params: readonly SqlValue[], userId: number, details: AuditDetails): Promise<string | null> {
    const id = randomBytes(32).toString('base64url');
    const idHash = sha256(id);
    const isMade = await tookPlace(db, 1, [
      { sql: sweep, params: [] },
      { sql: statement, params: [idHash, ...params] },
      audit.record({ by: { userId }, action: 'session.started', object: userId, details }, 1),
      { sql: endOldest, params: [idHash, idHash] },
    ]);
    return isMade ? cookie.seal({ id }) : null;
  }

  /** Finds the user of an active key, and whether it may sign in. */
  async function findKey(id: string, hash: Uint8Array): Promise<{ maySignIn: boolean; userId: number } | null> {
    const [row] = await db.read(selectKey, [id, hash]);
    return row ? { maySignIn: Boolean(row.may_sign_in), userId: Number(row.user_id) } : null;
  }

  /** Records in the audit that a sign-in was refused, if the key exists, even revoked; any other key costs no write. */
  async function refuse(keyId: string, address: string | null): Promise<void> {
    const key = await prisma.apiKey.findUnique({ where: { id: keyId }, select: { userId: true } });
    if (!key) return;
    const details = { keyId, ...from(address) };
    await db.write([audit.recordRefused({ by: 'visitor', action: 'session.refused', object: key.userId, details })]);
  }

  /** Confirms the session of somebody who has signed in again with an identity of theirs. */
  async function confirmByIdentity({ userId, sessionId }: SignedIn): Promise<void> {
    const idHash = Buffer.from(sessionId, 'hex');
    await prisma.session.updateMany({ where: { idHash, userId }, data: { confirmedAt: await readClock(db) } });
  }

  return {
    /** Name to find the cookie by where cookies are parsed already. */
    cookieName: cookie.name,

    /** @param address the client's, for the audit */
    async signIn(apiKey: string, address: string | null = null): Promise<SignIn> {
      const keyId = parseApiKey(apiKey)?.id;
      if (keyId === undefined) return UNKNOWN_KEY;
      const hash = hashApiKey(apiKey);
      const found = await findKey(keyId, hash);
      if (!found?.maySignIn) await refuse(keyId, address);
      if (!found) return UNKNOWN_KEY;
      if (!found.maySignIn) return { setCookie: null, problem: 'api-only-key' };
      const setCookie = await begin(insertForKey, [keyId, hash], found.userId, { keyId, ...from(address) });
      return setCookie === null ? UNKNOWN_KEY : { setCookie, problem: null };
    },

    /** @returns the Set-Cookie of a new session; null when the identity is gone or its user is disabled */
    signInByIdentity: ({ id, userId }: { id: string; userId: number }, address: string | null = null): Promise<string | null> =>
      begin(insertForIdentity, [id], userId, { identityId: id, ...from(address) }),

    /**
     * Finds who is signed in by the value of the cookie; no cookie costs no query.
     * @returns null, too, when the session has ended, its user is disabled, or the key behind it is not active any more
     */
    async find(sealed: string | undefined): Promise<SignedIn | null> {
      const content = await cookie.unseal(sealed);
      const idHash = content && sha256(content.id);
      const [row] = idHash ? await db.read(select, [idHash]) : [];
      if (!row || !idHash) return null;
      const [keyId, identityId] = [row.key_id as string | null, row.identity_id as string | null];
      if (keyId !== null && row.is_stale) touchKey(db, log, keyId);
      // Not awaited: moving the end may neither delay a request nor fail it.
      if (row.is_extended)
        db.write([{ sql: extend, params: [idHash] }]).catch((err: unknown) => log.warn({ err }, 'end of a session not moved'));
      return {
        userId: Number(row.user_id),
        userName: String(row.user_name),
        isAdmin: Boolean(row.is_admin),
        isConfirmed: Boolean(row.is_confirmed),
        keyId,
        identityId,
        sessionId: idHash.toString('hex'),
      };
    },

    /** Does the same as `find` for a request's `Cookie` header. */
    async findIn(cookieHeader: string | null): Promise<SignedIn | null> {
      return this.find(cookieValue(cookieHeader, cookie.name));
    },

    /** The user's sessions that haven't ended, newest first. */
    async listOwn({ userId, sessionId }: SignedIn) {
      const nowMs = await readClock(db);
      const sessions = await prisma.session.findMany({
        where: { userId, expiresAt: { gt: nowMs }, createdAt: { gt: nowMs - maxAgeMs } },
        orderBy: [{ createdAt: 'desc' }, { idHash: 'asc' }],
        take: MAX_SESSIONS,
      });
      return sessions.map(({ idHash, keyId, identityId, ...times }) => {
        const id = Buffer.from(idHash).toString('hex');
        return {
          /** SHA-256 of the id in the cookie, so it signs nobody in. */
          id,
          keyId,
          identityId,
          createdAt: Number(times.createdAt),
          expiresAt: Number(times.expiresAt),
          /** The request came from this browser. */
          isOwn: id === sessionId,
        };
      });
    },

    /**
     * Confirms the session of somebody who shows a key again.
     * @param address the client's, for the audit
     * @returns whether it is an active key of theirs that may sign in
     */
    async confirm(signedIn: SignedIn, apiKey: string, address: string | null = null): Promise<boolean> {
      const keyId = parseApiKey(apiKey)?.id;
      if (keyId === undefined) return false;
      const found = await findKey(keyId, hashApiKey(apiKey));
      if (!found?.maySignIn || found.userId !== signedIn.userId) {
        await refuse(keyId, address);
        return false;
      }
      await confirmByIdentity(signedIn);
      return true;
    },

    confirmByIdentity,

    /** Ends the session for every copy of its cookie. @returns the Set-Cookie header that removes the cookie */
    async signOut(cookieHeader: string | null): Promise<string> {
      const content = await cookie.unseal(cookieValue(cookieHeader, cookie.name));
      if (content) await prisma.session.deleteMany({ where: { idHash: sha256(content.id) } });
      return cookie.remove;
    },
  };
}

const from = (address: string | null) => (address === null ? {} : { address });
