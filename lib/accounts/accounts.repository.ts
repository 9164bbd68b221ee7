/** Users and their keys in the database. SQL (decision 0041): finding a key is hot; making, naming and revoking keys is a race, and stands in the trail. */
import { createAuditRecorder } from '../audit/audit.recorder';
import type { Actor } from '../audit/audit.rules';
import { type Database, numberOrNull, type Prisma, readClock, tookPlace } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { openValue, sealValue } from '../vault/vault';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/vault.damage';
import { createAccountsTrail } from './accounts.audit';
import { MAX_ACTIVE_KEYS, MAX_SPENT_KEYS } from './accounts.rules';
import { formatScopes, type KeyScope, parseScopes } from './key-scopes.rules';
import type { SignedIn } from './principal';
import { createUsersRepository } from './users.repository';

/** `last_used_at` is kept to the minute, so that a busy key doesn't write on every request. */
const LAST_USED_PRECISION_MS = 60_000;
/** More than any list shows: revoked ones are kept, to say when they were. */
const MAX_LISTED_KEYS = 200;
/** Of no list. */
const HIDDEN = { keyHash: true } as const;

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
  /** What it may do; null: everything. */
  scopes: readonly KeyScope[] | null;
  /** Id of the key that the browser was signed in with which made it. */
  madeBy: string | null;
}

/** What a user sees of a key of theirs; times in ms since 1970. */
export interface OwnKey extends Omit<ApiKeySummary, 'userName' | 'selfRegistered'> {
  /** Neither revoked nor expired. */
  isActive: boolean;
}

interface NewKey {
  id: string;
  keyHash: Buffer;
  name: string | null;
}

/** Somebody signed in, with a key or an identity: who may make and revoke keys. */
export type KeyHolder = Pick<SignedIn, 'userId' | 'keyId' | 'identityId'>;

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

/** @param openEach for rows that may be damaged */
export function createAccountsRepository(db: Database, keyring: Keyring, openEach: OpenEach = createOpenEach(db)) {
  const { prisma } = db;
  const { now, forUpdate } = db.dialect;
  const audit = createAuditRecorder(db, keyring);
  const { userCreated, keyCreated, keyRevoked } = createAccountsTrail(audit);
  const isActive = isActiveKey(now);
  const selectKey = `
    SELECT k.key_hash, k.user_id, k.scopes, ${isStale(now)} AS is_stale
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ? AND u.disabled_at IS NULL AND ${isActive}`;
  const insertUser = `INSERT INTO users (name, created_at, self_registered) VALUES (?, ${now}, ?) ON CONFLICT (name) DO NOTHING RETURNING id`;
  const insertKey = `INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at, expires_at, may_sign_in, scopes)
    SELECT ?, u.id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT), ?, CAST(? AS TEXT) FROM users u WHERE u.name = ?`;
  /** race: requests that make or revoke keys of one user take turns, so that no key escapes a revocation or the limit. */
  const lockUser = (userId: string) => `SELECT id FROM users WHERE id = ${userId} ${forUpdate}`;
  /** Whether the key or the identity is still there that the holder `u` is signed in with. */
  const isHolder = ({ keyId, identityId }: KeyHolder): { sql: string; params: (string | null)[] } =>
    keyId === null
      ? { sql: 'EXISTS (SELECT 1 FROM identities i WHERE i.id = ? AND i.user_id = u.id)', params: [identityId] }
      : { sql: `EXISTS (SELECT 1 FROM api_keys k WHERE k.id = ? AND k.user_id = u.id AND k.may_sign_in AND ${isActive})`, params: [keyId] };
  /** A key, or it and those made with it, by its id. */
  const family = (withMade: boolean) => (withMade ? '(api_keys.id = ? OR api_keys.made_by = ?)' : 'api_keys.id = ?');
  const familyOf = (id: string, withMade: boolean) => (withMade ? [id, id] : [id]);
  const revoke = (withMade: boolean) => `UPDATE api_keys SET revoked_at = ${now} WHERE ${family(withMade)} AND revoked_at IS NULL`;
  const removeSessions = `DELETE FROM sessions WHERE EXISTS (SELECT 1 FROM api_keys WHERE api_keys.id = sessions.key_id AND revoked_at IS NOT NULL`;

  const rename = `UPDATE api_keys AS k SET name_sealed = ? WHERE k.id = ? AND k.user_id = ? AND ${isActive} RETURNING id`;

  /** Of keys that neither are revoked nor have expired by then. */
  const isActiveAt = (nowMs: number) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: nowMs } }] });

  /** The names of keys, in their order. */
  const namesOf = (keys: readonly StoredKey[]): Promise<(string | null)[]> =>
    openEach(
      'api_keys',
      keys,
      ({ id, nameSealed }) => (nameSealed === null ? null : openValue(keyring, keyNamePlace(id), nameSealed)),
      () => UNREADABLE,
    );

  return {
    users: createUsersRepository(db, audit),

    async findKey(id: string) {
      const [row] = await db.read(selectKey, [id]);
      if (!row) return null;
      return {
        keyHash: row.key_hash as Uint8Array,
        userId: Number(row.user_id),
        /** null: everything. */
        scopes: parseScopes(row.scopes as string | null),
        lastUseIsStale: Boolean(row.is_stale),
      };
    },

    async touchKey(id: string): Promise<void> {
      await db.write([{ sql: `UPDATE api_keys SET last_used_at = ${now} WHERE id = ?`, params: [id] }]);
    },

    /**
     * An operator's key. The user is created if new, unless `joins`.
     * @param key.joins whether the user may be one who made the account, and has to be there
     * @returns false when there is no such user for it
     */
    async insertKey(
      key: NewKey & { userName: string; lifetimeMs: number | null; maySignIn: boolean; scopes: readonly KeyScope[] | null; joins: boolean },
      by: Actor,
    ): Promise<boolean> {
      const { id, keyHash, userName, name, lifetimeMs, maySignIn, scopes, joins } = key;
      const made = {
        sql: `${insertKey} ${joins ? '' : 'AND NOT u.self_registered'} RETURNING id`,
        params: [id, keyHash, sealName(keyring, id, name), lifetimeMs, maySignIn, formatScopes(scopes), userName],
      };
      const newUser = joins ? [] : [{ sql: insertUser, params: [userName, false] }, userCreated(by, userName, 0)];
      return tookPlace(db, newUser.length, [...newUser, made, keyCreated(by, { ...key, userName }, newUser.length)]);
    },

    /** @returns false when the user has MAX_ACTIVE_KEYS already, the holder is not signed in any more, or there is a key of this id */
    async insertOwnKey(
      holder: KeyHolder,
      { id, keyHash, name, lifetimeMs, scopes }: NewKey & { lifetimeMs: number | null; scopes: readonly KeyScope[] | null },
    ): Promise<boolean> {
      const signedIn = isHolder(holder);
      return tookPlace(db, 1, [
        { sql: lockUser('?'), params: [holder.userId] },
        {
          sql: `INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at, expires_at, may_sign_in, scopes, made_by)
            SELECT ?, u.id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT), FALSE, CAST(? AS TEXT), CAST(? AS TEXT) FROM users u
            WHERE u.id = ? AND ${signedIn.sql}
              AND (SELECT COUNT(*) FROM api_keys k WHERE k.user_id = u.id AND ${isActive}) < ${MAX_ACTIVE_KEYS}
            ON CONFLICT (id) DO NOTHING RETURNING id`,
          params: [
            id,
            keyHash,
            sealName(keyring, id, name),
            lifetimeMs,
            formatScopes(scopes),
            holder.keyId,
            holder.userId,
            ...signedIn.params,
          ],
        },
        keyCreated(holder, { id, name, scopes, maySignIn: false }, 1),
        // Without this, a user who makes and revokes keys again and again fills the table.
        {
          sql: `DELETE FROM api_keys WHERE id IN (SELECT k.id FROM api_keys k WHERE k.user_id = ? AND NOT (${isActive})
            ORDER BY k.created_at DESC, k.id LIMIT ${MAX_SPENT_KEYS} OFFSET ${MAX_SPENT_KEYS})`,
          params: [holder.userId],
        },
      ]);
    },

    /** @returns false when there is a user of this name */
    insertUser: (userName: string, { id, keyHash, name }: NewKey): Promise<boolean> =>
      tookPlace(db, 0, [
        { sql: insertUser, params: [userName, true] },
        { sql: insertKey, params: [id, keyHash, sealName(keyring, id, name), null, true, null, userName], onlyAfter: 0 },
        userCreated('visitor', userName, 0),
      ]),

    async listKeys(): Promise<ApiKeySummary[]> {
      const keys = await prisma.apiKey.findMany({
        omit: HIDDEN,
        include: { user: { select: { name: true, selfRegistered: true } } },
        orderBy: [{ userId: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
      });
      const names = await namesOf(keys);
      return keys.map((key, index) => ({
        ...toKey(key, names[index]),
        userName: key.user.name,
        selfRegistered: key.user.selfRegistered,
      }));
    },

    /** One user's keys, newest first; those that aren't active any more after the others. */
    async listOwnKeys(userId: number): Promise<OwnKey[]> {
      const nowMs = await readClock(db);
      const newest = (where: Prisma.ApiKeyWhereInput, take: number) =>
        prisma.apiKey.findMany({ where: { userId, ...where }, omit: HIDDEN, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], take });
      const active = await newest(isActiveAt(nowMs), MAX_LISTED_KEYS);
      const spent = await newest({ NOT: isActiveAt(nowMs) }, MAX_LISTED_KEYS - active.length);
      const keys = [...active.map((key) => ({ ...key, isActive: true })), ...spent.map((key) => ({ ...key, isActive: false }))];
      const names = await namesOf(keys);
      return keys.map((key, index) => ({ ...toKey(key, names[index]), isActive: key.isActive }));
    },

    /** @param withMade also those made with it @returns how many keys this call revoked */
    async revokeKey(id: string, withMade: boolean, by: Actor): Promise<number> {
      const [, rows] = await db.write([
        { sql: lockUser('(SELECT user_id FROM api_keys WHERE id = ?)'), params: [id] },
        { sql: `${revoke(withMade)} RETURNING id`, params: familyOf(id, withMade) },
        { sql: `${removeSessions} AND ${family(withMade)})`, params: familyOf(id, withMade) },
        keyRevoked(by, id, withMade, 1),
      ]);
      return rows?.length ?? 0;
    },

    /** As `revokeKey`, of the holder's keys. */
    async revokeOwnKey(holder: KeyHolder, id: string, withMade: boolean): Promise<number> {
      const signedIn = isHolder(holder);
      const [, rows] = await db.write([
        { sql: lockUser('?'), params: [holder.userId] },
        {
          sql: `${revoke(withMade)} AND user_id = ? AND EXISTS (SELECT 1 FROM users u WHERE u.id = ? AND ${signedIn.sql}) RETURNING id`,
          params: [...familyOf(id, withMade), holder.userId, holder.userId, ...signedIn.params],
        },
        { sql: `${removeSessions} AND ${family(withMade)} AND user_id = ?)`, params: [...familyOf(id, withMade), holder.userId] },
        keyRevoked(holder, id, withMade, 1),
      ]);
      return rows?.length ?? 0;
    },

    /** @returns false when it is not an active key of theirs */
    renameOwnKey: (userId: number, id: string, name: string): Promise<boolean> =>
      tookPlace(db, 0, [
        { sql: rename, params: [sealName(keyring, id, name), id, userId] },
        audit.record({ by: { userId }, action: 'key.renamed', object: id, details: { name } }, 0),
      ]),
  };
}

/** Whether a key `k` is neither revoked nor expired. */
export const isActiveKey = (now: string): string => `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`;

/** Whether a key `k` was last used so long ago that it is worth a write. */
export function isStale(now: string): string {
  return `(k.last_used_at IS NULL OR k.last_used_at < ${now} - ${LAST_USED_PRECISION_MS})`;
}

export const keyNamePlace = (id: string) => ({ row: `api-key/${id}`, column: 'key-name' }) as const;

function sealName(keyring: Keyring, id: string, name: string | null): Uint8Array | null {
  return name === null ? null : sealValue(keyring, keyNamePlace(id), name);
}

type StoredKey = Prisma.ApiKeyGetPayload<{ omit: typeof HIDDEN }>;

function toKey(key: StoredKey, name: string | null = null): Omit<OwnKey, 'isActive'> {
  return {
    id: key.id,
    name,
    createdAt: Number(key.createdAt),
    lastUsedAt: numberOrNull(key.lastUsedAt),
    expiresAt: numberOrNull(key.expiresAt),
    revokedAt: numberOrNull(key.revokedAt),
    maySignIn: key.maySignIn,
    scopes: parseScopes(key.scopes),
    madeBy: key.madeBy,
  };
}
