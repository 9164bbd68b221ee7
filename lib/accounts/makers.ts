/**
 * Makers: the key, identity or session that something was made with, the makers of that one, and so on up to the first.
 *
 * A column `made_by` holds their ids, the first maker first, with spaces between them: the row alone tells whether it was
 * made with a key, also through makers that are gone by now. Null: made by an operator, a registration or a first sign-in.
 */
import type { Database, Dialect, SqlValue, Statement } from '../db/database';
import type { Logger } from '../log/logger';
import { isSessionId } from './endings.rules';
import type { Principal, SignedIn } from './principal';

/** `last_used_at` is kept to the minute, so that a busy key doesn't write on every request. */
const LAST_USED_PRECISION_MS = 60_000;

/** SQL condition: a key `k` is neither revoked nor expired. @param now the database's clock, in SQL */
export const isActiveKey = (now: string): string => `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`;

/** SQL condition: the recorded last use of a key `k` is old enough to be worth a write. */
export const isStale = (now: string): string => `(k.last_used_at IS NULL OR k.last_used_at < ${now} - ${LAST_USED_PRECISION_MS})`;

/** Records that the key was used, by itself or through a session. Nobody waits for it: it may neither delay a request nor fail it. */
export function touchKey(db: Database, log: Logger, id: string): void {
  const sql = `UPDATE api_keys SET last_used_at = ${db.dialect.now} WHERE id = ?`;
  db.write([{ sql, params: [id] }]).catch((err: unknown) => log.warn({ err }, 'last use of a key not recorded'));
}

interface Fragment {
  sql: string;
  params: SqlValue[];
}

/** A SELECT of the column `made_by` for what the principal makes now; no row once their key, identity or session is no longer valid. */
export function selectMaker({ now }: Dialect, { userId, keyId, identityId, sessionId }: Principal): Fragment {
  const isGoodKey = `k.user_id = ? AND ${isActiveKey(now)}`;
  if (sessionId !== undefined)
    return {
      sql: `SELECT LTRIM(COALESCE(k.made_by, i.made_by, '') || ' ' || COALESCE(k.id, i.id) || ' ' || CAST(? AS TEXT)) AS made_by
        FROM sessions s LEFT JOIN api_keys k ON k.id = s.key_id LEFT JOIN identities i ON i.id = s.identity_id
        WHERE s.id_hash = ? AND s.user_id = ? AND (k.id IS NULL OR (${isGoodKey}))`,
      params: [sessionId, Buffer.from(sessionId, 'hex'), userId, userId],
    };
  if (typeof keyId === 'string')
    return {
      sql: `SELECT LTRIM(COALESCE(k.made_by, '') || ' ' || k.id) AS made_by FROM api_keys k WHERE k.id = ? AND ${isGoodKey}`,
      params: [keyId, userId],
    };
  if (typeof identityId === 'string')
    return {
      sql: "SELECT LTRIM(COALESCE(i.made_by, '') || ' ' || i.id) AS made_by FROM identities i WHERE i.id = ? AND i.user_id = ?",
      params: [identityId, userId],
    };
  return { sql: 'SELECT CAST(NULL AS TEXT) AS made_by', params: [] };
}

/** Somebody signed in with a key or an identity, who may make and end keys, identities and sessions. */
export type KeyHolder = Pick<SignedIn, 'userId' | 'keyId' | 'identityId'> & Partial<Pick<SignedIn, 'sessionId'>>;

/** A SELECT of `user_id` and `made_by`, as in `selectMaker`; no row for a key that may not sign in, either. */
export function holderIn(dialect: Dialect, holder: KeyHolder): Fragment {
  const maker = selectMaker(dialect, holder);
  const maySignIn = 'EXISTS (SELECT 1 FROM api_keys k WHERE k.id = ? AND k.may_sign_in)';
  return {
    sql: `SELECT CAST(? AS INTEGER) AS user_id, maker.made_by FROM (${maker.sql}) AS maker ${holder.keyId === null ? '' : `WHERE ${maySignIn}`}`,
    params: [holder.userId, ...maker.params, ...(holder.keyId === null ? [] : [holder.keyId])],
  };
}

/** Locks a user's row: all who make or end something for the user wait for it, so that no race gets past an ending or a limit. */
export const lockUser = ({ forUpdate }: Dialect, userId: number): Statement => ({
  sql: `SELECT id FROM users WHERE id = ? ${forUpdate}`,
  params: [userId],
});

/** SQL condition: a row was made with the key, identity or session whose id is the one parameter. */
export const wasMadeWith = (column = 'made_by') =>
  `replace(' ' || ${column} || ' ', ' ' || CAST(? AS TEXT) || ' ', '') <> ' ' || ${column} || ' '`;

export const parseMakers = (madeBy: string | null): readonly string[] => madeBy?.split(' ') ?? [];

/** The key or identity with which something was made, directly or through a session; null: none. */
export const directMaker = (makers: readonly string[]): string | null => makers.findLast((id) => !isSessionId(id)) ?? null;
