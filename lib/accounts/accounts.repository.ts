import type { Database, Row } from '../db/database';
import { MAX_ACTIVE_KEYS } from './accounts.rules';

/** `last_used_at` is kept to the minute, so that a busy key doesn't write on every request. */
const LAST_USED_PRECISION_MS = 60_000;
/** More than any list shows: revoked ones are kept, to say when they were. */
const MAX_LISTED_KEYS = 200;

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
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** What a user sees of a key of theirs; times in ms since 1970. */
export interface OwnKey {
  id: string;
  name: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Neither revoked nor expired. */
  isGood: boolean;
}

/** What an operator sees of a user; times in ms since 1970. */
export interface UserSummary {
  id: number;
  name: string;
  createdAt: number;
  disabledAt: number | null;
  /** Keys that are not revoked. */
  activeKeys: number;
  pastes: number;
}

interface NewKey {
  id: string;
  keyHash: Buffer;
  name: string | null;
}

export interface AccountsRepository {
  findKey(id: string): Promise<StoredApiKey | null>;
  touchKey(id: string): Promise<void>;
  insertKey(key: NewKey & { userName: string }): Promise<void>;
  /** @returns false when the user has MAX_ACTIVE_KEYS already */
  insertOwnKey(userId: number, key: NewKey & { lifetimeMs: number | null }): Promise<boolean>;
  /** @returns false when there is a user of this name */
  insertUser(userName: string, key: NewKey): Promise<boolean>;
  listKeys(): Promise<ApiKeySummary[]>;
  /** One user's keys, newest first; those that are good no more after the others. */
  listOwnKeys(userId: number): Promise<OwnKey[]>;
  /** @returns false when there is no such key or it is revoked already */
  revokeKey(id: string): Promise<boolean>;
  revokeOwnKey(userId: number, id: string): Promise<boolean>;
  listUsers(): Promise<UserSummary[]>;
  /** @returns false when there is no such user */
  setDisabled(userName: string, disabled: boolean): Promise<boolean>;
}

export function createAccountsRepository(db: Database): AccountsRepository {
  const { now, forUpdate } = db.dialect;
  const isGood = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`;
  const selectKey = `
    SELECT k.key_hash, k.user_id, ${isStale(now)} AS is_stale
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ? AND u.disabled_at IS NULL AND ${isGood}`;
  const insertUser = `INSERT INTO users (name, created_at) VALUES (?, ${now}) ON CONFLICT (name) DO NOTHING`;
  const insertKey = `INSERT INTO api_keys (id, user_id, key_hash, name, created_at) SELECT ?, u.id, ?, ?, ${now} FROM users u WHERE u.name = ?`;
  const removeSessions = 'DELETE FROM sessions WHERE key_id = ?';

  return {
    async findKey(id) {
      const [row] = await db.read(selectKey, [id]);
      if (!row) return null;
      return { keyHash: row.key_hash as Uint8Array, userId: Number(row.user_id), lastUseIsStale: Boolean(row.is_stale) };
    },
    async touchKey(id) {
      await db.write([{ sql: `UPDATE api_keys SET last_used_at = ${now} WHERE id = ?`, params: [id] }]);
    },
    async insertKey({ id, keyHash, userName, name }) {
      await db.write([
        { sql: insertUser, params: [userName] },
        { sql: insertKey, params: [id, keyHash, name, userName] },
      ]);
    },
    async insertOwnKey(userId, { id, keyHash, name, lifetimeMs }) {
      const [, rows] = await db.write([
        // Who makes keys for one user at the same moment takes turns: else each would count the others out.
        { sql: `SELECT id FROM users WHERE id = ? ${forUpdate}`, params: [userId] },
        {
          sql: `INSERT INTO api_keys (id, user_id, key_hash, name, created_at, expires_at)
            SELECT ?, u.id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT) FROM users u
            WHERE u.id = ? AND (SELECT COUNT(*) FROM api_keys k WHERE k.user_id = u.id AND ${isGood}) < ${MAX_ACTIVE_KEYS} RETURNING id`,
          params: [id, keyHash, name, lifetimeMs, userId],
        },
      ]);
      return rows?.length === 1;
    },
    async insertUser(userName, { id, keyHash, name }) {
      const [, rows] = await db.write([
        { sql: insertUser, params: [userName] },
        // Every user was made together with a key: who has one was here before.
        {
          sql: `${insertKey} AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.user_id = u.id) RETURNING id`,
          params: [id, keyHash, name, userName],
        },
      ]);
      return rows?.length === 1;
    },
    async listKeys() {
      const keys = await db.prisma.apiKey.findMany({
        select: { id: true, name: true, createdAt: true, lastUsedAt: true, revokedAt: true, user: { select: { name: true } } },
        orderBy: [{ userId: 'asc' }, { createdAt: 'asc' }],
      });
      return keys.map(({ user, createdAt, lastUsedAt, revokedAt, ...key }) => ({
        ...key,
        userName: user.name,
        createdAt: Number(createdAt),
        lastUsedAt: lastUsedAt === null ? null : Number(lastUsedAt),
        revokedAt: revokedAt === null ? null : Number(revokedAt),
      }));
    },
    async listOwnKeys(userId) {
      const rows = await db.read(
        `SELECT k.id, k.name, k.created_at, k.last_used_at, k.expires_at, k.revoked_at, CASE WHEN ${isGood} THEN 1 ELSE 0 END AS is_good
          FROM api_keys k WHERE k.user_id = ? ORDER BY is_good DESC, k.created_at DESC, k.id LIMIT ${MAX_LISTED_KEYS}`,
        [userId],
      );
      return rows.map(toOwnKey);
    },
    async revokeKey(id) {
      const [rows] = await db.write([
        { sql: `UPDATE api_keys SET revoked_at = ${now} WHERE id = ? AND revoked_at IS NULL RETURNING id`, params: [id] },
        { sql: removeSessions, params: [id] },
      ]);
      return rows?.length === 1;
    },
    async revokeOwnKey(userId, id) {
      const [rows] = await db.write([
        {
          sql: `UPDATE api_keys SET revoked_at = ${now} WHERE id = ? AND user_id = ? AND revoked_at IS NULL RETURNING id`,
          params: [id, userId],
        },
        { sql: `${removeSessions} AND key_id IN (SELECT id FROM api_keys WHERE user_id = ?)`, params: [id, userId] },
      ]);
      return rows?.length === 1;
    },
    async listUsers() {
      const rows = await db.read(`
        SELECT u.id, u.name, u.created_at, u.disabled_at,
          (SELECT count(*) FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL) AS active_keys,
          (SELECT count(*) FROM pastes p WHERE p.owner_id = u.id) AS pastes
        FROM users u ORDER BY u.id`);
      return rows.map((row) => ({
        id: Number(row.id),
        name: String(row.name),
        createdAt: Number(row.created_at),
        disabledAt: row.disabled_at as number | null,
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

function toOwnKey(row: Row): OwnKey {
  const time = (column: string) => (row[column] === null ? null : Number(row[column]));
  return {
    id: row.id as string,
    name: row.name as string | null,
    createdAt: Number(row.created_at),
    lastUsedAt: time('last_used_at'),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
    isGood: Boolean(row.is_good),
  };
}
