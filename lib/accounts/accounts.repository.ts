import type { Database, Row } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { openValue, sealValue } from '../vault/vault';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/vault.damage';
import { MAX_ACTIVE_KEYS, MAX_SPENT_KEYS } from './accounts.rules';

/** `last_used_at` is kept to the minute, so that a busy key doesn't write on every request. */
const LAST_USED_PRECISION_MS = 60_000;
/** More than any list shows: revoked ones are kept, to say when they were. */
const MAX_LISTED_KEYS = 200;
const KEY_COLUMNS = `k.id, k.name_sealed, k.name, k.created_at, k.last_used_at, k.expires_at, k.revoked_at, k.may_sign_in, k.made_by`;
/** What is shown of a damaged row. */
const UNREADABLE_NAME = { name_sealed: null, name: UNREADABLE };

interface StoredApiKey {
  keyHash: Uint8Array;
  userId: number;
  lastUseIsStale: boolean;
}

/** What an operator sees of a key; times in ms since 1970. */
export interface ApiKeySummary {
  id: string;
  name: string | null;
  userName: string;
  /** Whether a visitor made the user's account. */
  selfRegistered: boolean;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
  maySignIn: boolean;
  /** Id of the key that the browser was signed in with which made it. */
  madeBy: string | null;
}

/** What a user sees of a key of theirs; times in ms since 1970. */
export interface OwnKey {
  id: string;
  name: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
  maySignIn: boolean;
  /** As in `ApiKeySummary`. */
  madeBy: string | null;
  /** Neither revoked nor expired. */
  isGood: boolean;
}

/** What an operator sees of a user; times in ms since 1970. */
export interface UserSummary {
  id: number;
  name: string;
  createdAt: number;
  disabledAt: number | null;
  /** Whether a visitor made the account. */
  selfRegistered: boolean;
  /** Keys that are not revoked. */
  activeKeys: number;
  pastes: number;
}

interface NewKey {
  id: string;
  keyHash: Buffer;
  name: string | null;
}

/** A user and the key with which they are signed in: who may make and revoke keys. */
export interface KeyHolder {
  userId: number;
  keyId: string;
}

export interface AccountsRepository {
  findKey(id: string): Promise<StoredApiKey | null>;
  touchKey(id: string): Promise<void>;
  /**
   * An operator's key. The user is created if new, unless `joins`.
   * @param joins whether the user may be one who made the account, and has to be there
   * @returns false when there is no such user for it
   */
  insertKey(key: NewKey & { userName: string; lifetimeMs: number | null; maySignIn: boolean; joins: boolean }): Promise<boolean>;
  /** @returns false when the user has MAX_ACTIVE_KEYS already, or the holder's key is no good any more */
  insertOwnKey(holder: KeyHolder, key: NewKey & { lifetimeMs: number | null }): Promise<boolean>;
  /** @returns false when there is a user of this name */
  insertUser(userName: string, key: NewKey): Promise<boolean>;
  listKeys(): Promise<ApiKeySummary[]>;
  /** One user's keys, newest first; those that are good no more after the others. */
  listOwnKeys(userId: number): Promise<OwnKey[]>;
  /** @param withMade also those made with it @returns how many keys this call revoked */
  revokeKey(id: string, withMade: boolean): Promise<number>;
  /** As `revokeKey`, of the holder's keys. */
  revokeOwnKey(holder: KeyHolder, id: string, withMade: boolean): Promise<number>;
  /** @returns false when it is not a good key of theirs */
  renameOwnKey(userId: number, id: string, name: string): Promise<boolean>;
  /** Removes the user with all that is theirs. */
  removeUser(userId: number): Promise<void>;
  findUser(userName: string): Promise<{ createdAt: number; selfRegistered: boolean } | null>;
  listUsers(): Promise<UserSummary[]>;
  /** @returns false when there is no such user */
  setDisabled(userName: string, disabled: boolean): Promise<boolean>;
}

/** @param openEach for rows that may be damaged */
export function createAccountsRepository(db: Database, keyring: Keyring, openEach: OpenEach = createOpenEach(db)): AccountsRepository {
  const { now, forUpdate } = db.dialect;
  const isGood = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`;
  const selectKey = `
    SELECT k.key_hash, k.user_id, ${isStale(now)} AS is_stale
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ? AND u.disabled_at IS NULL AND ${isGood}`;
  const insertUser = `INSERT INTO users (name, created_at, self_registered) VALUES (?, ${now}, ?) ON CONFLICT (name) DO NOTHING`;
  const insertKey = `INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at, expires_at, may_sign_in)
    SELECT ?, u.id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT), ? FROM users u WHERE u.name = ?`;
  /** Who makes or revokes keys of one user takes turns: no key is made behind the back of a revocation, or beyond the limit. */
  const lockUser = (userId: string) => `SELECT id FROM users WHERE id = ${userId} ${forUpdate}`;
  /** The holder's own key `k`, by its id. */
  const isHolder = `k.id = ? AND k.may_sign_in AND ${isGood}`;
  /** A key, or it and those made with it, by its id. */
  const family = (withMade: boolean) => (withMade ? '(api_keys.id = ? OR api_keys.made_by = ?)' : 'api_keys.id = ?');
  const familyOf = (id: string, withMade: boolean) => (withMade ? [id, id] : [id]);
  const revoke = (withMade: boolean) => `UPDATE api_keys SET revoked_at = ${now} WHERE ${family(withMade)} AND revoked_at IS NULL`;
  const removeSessions = `DELETE FROM sessions WHERE EXISTS (SELECT 1 FROM api_keys WHERE api_keys.id = sessions.key_id AND revoked_at IS NOT NULL`;

  return {
    async findKey(id) {
      const [row] = await db.read(selectKey, [id]);
      if (!row) return null;
      return { keyHash: row.key_hash as Uint8Array, userId: Number(row.user_id), lastUseIsStale: Boolean(row.is_stale) };
    },
    async touchKey(id) {
      await db.write([{ sql: `UPDATE api_keys SET last_used_at = ${now} WHERE id = ?`, params: [id] }]);
    },
    async insertKey({ id, keyHash, userName, name, lifetimeMs, maySignIn, joins }) {
      const user = joins ? [] : [{ sql: insertUser, params: [userName, false] }];
      const results = await db.write([
        ...user,
        {
          sql: `${insertKey} ${joins ? '' : 'AND NOT u.self_registered'} RETURNING id`,
          params: [id, keyHash, sealName(keyring, id, name), lifetimeMs, maySignIn, userName],
        },
      ]);
      return results.at(-1)?.length === 1;
    },
    async insertOwnKey(holder, { id, keyHash, name, lifetimeMs }) {
      const [, rows] = await db.write([
        { sql: lockUser('?'), params: [holder.userId] },
        {
          sql: `INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at, expires_at, may_sign_in, made_by)
            SELECT ?, k.user_id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT), FALSE, k.id FROM api_keys k
            WHERE k.user_id = ? AND ${isHolder}
              AND (SELECT COUNT(*) FROM api_keys k WHERE k.user_id = ? AND ${isGood}) < ${MAX_ACTIVE_KEYS} RETURNING id`,
          params: [id, keyHash, sealName(keyring, id, name), lifetimeMs, holder.userId, holder.keyId, holder.userId],
        },
        // Else whoever makes and revokes keys again and again fills the table.
        {
          sql: `DELETE FROM api_keys WHERE id IN (SELECT k.id FROM api_keys k WHERE k.user_id = ? AND NOT (${isGood})
            ORDER BY k.created_at DESC, k.id LIMIT ${MAX_SPENT_KEYS} OFFSET ${MAX_SPENT_KEYS})`,
          params: [holder.userId],
        },
      ]);
      return rows?.length === 1;
    },
    async insertUser(userName, { id, keyHash, name }) {
      const [, rows] = await db.write([
        { sql: insertUser, params: [userName, true] },
        // Every user was made together with a key: who has one was here before.
        {
          sql: `${insertKey} AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.user_id = u.id) RETURNING id`,
          params: [id, keyHash, sealName(keyring, id, name), null, true, userName],
        },
      ]);
      return rows?.length === 1;
    },
    async listKeys() {
      const rows = await db.read(
        `SELECT ${KEY_COLUMNS}, u.name AS user_name, u.self_registered FROM api_keys k JOIN users u ON u.id = k.user_id
          ORDER BY k.user_id, k.created_at, k.id`,
      );
      return openEach('api_keys', rows, (row) => toKeySummary(keyring, row), UNREADABLE_NAME);
    },
    async listOwnKeys(userId) {
      const rows = await db.read(
        `SELECT ${KEY_COLUMNS}, CASE WHEN ${isGood} THEN 1 ELSE 0 END AS is_good
          FROM api_keys k WHERE k.user_id = ? ORDER BY is_good DESC, k.created_at DESC, k.id LIMIT ${MAX_LISTED_KEYS}`,
        [userId],
      );
      return openEach('api_keys', rows, (row) => ({ ...toKey(keyring, row), isGood: Boolean(row.is_good) }), UNREADABLE_NAME);
    },
    async revokeKey(id, withMade) {
      const [, rows] = await db.write([
        { sql: lockUser('(SELECT user_id FROM api_keys WHERE id = ?)'), params: [id] },
        { sql: `${revoke(withMade)} RETURNING id`, params: familyOf(id, withMade) },
        { sql: `${removeSessions} AND ${family(withMade)})`, params: familyOf(id, withMade) },
      ]);
      return rows?.length ?? 0;
    },
    async revokeOwnKey(holder, id, withMade) {
      const [, rows] = await db.write([
        { sql: lockUser('?'), params: [holder.userId] },
        {
          sql: `${revoke(withMade)} AND user_id = ? AND EXISTS (SELECT 1 FROM api_keys k WHERE k.user_id = ? AND ${isHolder}) RETURNING id`,
          params: [...familyOf(id, withMade), holder.userId, holder.userId, holder.keyId],
        },
        { sql: `${removeSessions} AND ${family(withMade)} AND user_id = ?)`, params: [...familyOf(id, withMade), holder.userId] },
      ]);
      return rows?.length ?? 0;
    },
    async renameOwnKey(userId, id, name) {
      const sql = `UPDATE api_keys SET name_sealed = ?, name = NULL WHERE id IN
        (SELECT k.id FROM api_keys k WHERE k.id = ? AND k.user_id = ? AND ${isGood}) RETURNING id`;
      const [rows] = await db.write([{ sql, params: [sealName(keyring, id, name), id, userId] }]);
      return rows?.length === 1;
    },
    async removeUser(userId) {
      await db.write([
        { sql: lockUser('?'), params: [userId] },
        // Everything else goes with its user.
        { sql: 'DELETE FROM pastes WHERE owner_id = ?', params: [userId] },
        { sql: 'DELETE FROM users WHERE id = ?', params: [userId] },
      ]);
    },
    async findUser(userName) {
      const [row] = await db.read('SELECT created_at, self_registered FROM users WHERE name = ?', [userName]);
      return row ? { createdAt: Number(row.created_at), selfRegistered: Boolean(row.self_registered) } : null;
    },
    async listUsers() {
      const rows = await db.read(`
        SELECT u.id, u.name, u.created_at, u.disabled_at, u.self_registered,
          (SELECT count(*) FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL) AS active_keys,
          (SELECT count(*) FROM pastes p WHERE p.owner_id = u.id) AS pastes
        FROM users u ORDER BY u.id`);
      return rows.map((row) => ({
        id: Number(row.id),
        name: String(row.name),
        createdAt: Number(row.created_at),
        disabledAt: row.disabled_at as number | null,
        selfRegistered: Boolean(row.self_registered),
        activeKeys: Number(row.active_keys),
        pastes: Number(row.pastes),
      }));
    },
    async setDisabled(userName, disabled) {
      const disabledAt = disabled ? `COALESCE(disabled_at, ${now})` : 'NULL';
      const [rows] = await db.write([
        { sql: `UPDATE users SET disabled_at = ${disabledAt} WHERE name = ? RETURNING id`, params: [userName] },
      ]);
      return rows?.length === 1;
    },
  };
}

/** Whether a key `k` was last used so long ago that it is worth a write. */
export function isStale(now: string): string {
  return `(k.last_used_at IS NULL OR k.last_used_at < ${now} - ${LAST_USED_PRECISION_MS})`;
}

export const keyNamePlace = (id: string) => ({ row: `api-key/${id}`, column: 'key-name' }) as const;

function sealName(keyring: Keyring, id: string, name: string | null): Uint8Array | null {
  return name === null ? null : sealValue(keyring, keyNamePlace(id), name);
}

/** @param legacy the name of a row of the version before */
function openName(keyring: Keyring, id: string, sealed: Uint8Array | null, legacy: string | null): string | null {
  return sealed === null ? legacy : openValue(keyring, keyNamePlace(id), sealed);
}

/** What both lists tell of a key. */
function toKey(keyring: Keyring, row: Row): Omit<OwnKey, 'isGood'> {
  const time = (column: string) => (row[column] === null ? null : Number(row[column]));
  return {
    id: row.id as string,
    name: openName(keyring, row.id as string, row.name_sealed as Uint8Array | null, row.name as string | null),
    createdAt: Number(row.created_at),
    lastUsedAt: time('last_used_at'),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
    maySignIn: Boolean(row.may_sign_in),
    madeBy: row.made_by as string | null,
  };
}

function toKeySummary(keyring: Keyring, row: Row): ApiKeySummary {
  return { ...toKey(keyring, row), userName: String(row.user_name), selfRegistered: Boolean(row.self_registered) };
}
