/** Users and their keys in the database. SQL (decision 0041): finding a key is hot; making, naming and revoking keys are audited races. */

import type { Actor } from '../audit/audit.rules';
import { createAuditRecorder } from '../audit/audit-recorder';
import { type Database, numberOrNull, type Prisma, readClock, tookPlace } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/open-each';
import { openValue, sealValue } from '../vault/vault';
import { MAX_ACTIVE_KEYS, MAX_SPENT_KEYS } from './accounts.rules';
import { keyCreated, NOTIFY_NOBODY, type NotifyAccount, userCreated } from './accounts-audit';
import { createEndingsRepository } from './endings.repository';
import { formatRuleNames, formatScopes, type KeyRules, type KeyScope, parseScopes, toKeyRules } from './house-rules.rules';
import { directMaker, holderIn, isActiveKey, isStale, type KeyHolder, lockUser, parseMakers, touchKey } from './makers';
import { lookOf } from './user-name';
import { createUsersRepository, insertUser } from './users.repository';

/** Keys that a user's own list shows at most, revoked ones included. */
const MAX_LISTED_KEYS = 200;
const HIDDEN = { keyHash: true } as const;

interface NewKey {
  id: string;
  keyHash: Buffer;
  name: string | null;
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

/** @param openEach for rows that may be damaged @param notify notifies the user of new keys that may sign in, and of the account's end */
export function createAccountsRepository(
  db: Database,
  keyring: Keyring,
  openEach: OpenEach = createOpenEach(db),
  notify: NotifyAccount = NOTIFY_NOBODY,
) {
  const { prisma } = db;
  const { now } = db.dialect;
  const audit = createAuditRecorder(db, keyring);
  const isActive = isActiveKey(now);
  const selectKey = `
    SELECT k.key_hash, k.user_id, k.scopes, k.rule_names, k.max_ttl_seconds, ${isStale(now)} AS is_stale
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ? AND u.disabled_at IS NULL AND ${isActive}`;
  const insertKey = `INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at, expires_at, may_sign_in, scopes, rule_names,
      max_ttl_seconds)
    SELECT ?, u.id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT), ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS INTEGER) FROM users u WHERE u.name = ?`;
  const rename = `UPDATE api_keys AS k SET name_sealed = ? WHERE k.id = ? AND k.user_id = ? AND ${isActive} RETURNING id`;

  const isActiveAt = (nowMs: number) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: nowMs } }] });

  const namesOf = (keys: readonly StoredKey[]): Promise<(string | null)[]> =>
    openEach(
      'api_keys',
      keys,
      ({ id, nameSealed }) => (nameSealed === null ? null : openValue(keyring, keyNamePlace(id), nameSealed)),
      () => UNREADABLE,
    );

  return {
    users: createUsersRepository(db, audit, notify),
    endings: createEndingsRepository(db, audit),

    async findKey(id: string) {
      const [row] = await db.read(selectKey, [id]);
      if (!row) return null;
      return {
        keyHash: row.key_hash as Uint8Array,
        userId: Number(row.user_id),
        /** Actions that the key allows; null: everything. */
        scopes: parseScopes(row.scopes as string | null),
        rules: toKeyRules(row.rule_names as string | null, row.max_ttl_seconds as number | null),
        lastUseIsStale: Boolean(row.is_stale),
      };
    },

    touchKey: (id: string) => touchKey(db, id),

    /**
     * Stores a key that an operator makes. A user who doesn't exist yet is created, unless `joins`.
     * @param key.joins the user must exist, and may be one who registered themselves
     * @returns false when there is no such user
     */
    async insertKey(
      key: NewKey & {
        userName: string;
        lifetimeMs: number | null;
        maySignIn: boolean;
        scopes: readonly KeyScope[] | null;
        rules: KeyRules | null;
        joins: boolean;
      },
      by: Actor,
    ): Promise<boolean> {
      const { id, keyHash, userName, name, lifetimeMs, maySignIn, scopes, rules, joins } = key;
      const ofRules = [formatRuleNames(rules), rules?.maxTtlSeconds ?? null];
      const made = {
        sql: `${insertKey} ${joins ? '' : 'AND NOT u.self_registered'} RETURNING id`,
        params: [id, keyHash, sealName(keyring, id, name), lifetimeMs, maySignIn, formatScopes(scopes), ...ofRules, userName],
      };
      const newUser = joins
        ? []
        : [{ sql: insertUser(now), params: [userName, await lookOf(userName), false] }, userCreated(audit, by, userName, 0)];
      const notifications = maySignIn ? notify('key.created', { userName }) : [];
      return tookPlace(db, newUser.length, [
        ...newUser,
        made,
        keyCreated(audit, by, { ...key, userName }, newUser.length),
        ...notifications.map((statement) => ({ ...statement, onlyAfter: newUser.length })),
      ]);
    },

    /** @returns false when the user has MAX_ACTIVE_KEYS already, the holder is not signed in any more, or a key has this id already */
    async insertOwnKey(
      holder: KeyHolder,
      { id, keyHash, name, lifetimeMs, scopes }: NewKey & { lifetimeMs: number | null; scopes: readonly KeyScope[] | null },
    ): Promise<boolean> {
      const signedIn = holderIn(db.dialect, holder);
      return tookPlace(db, 1, [
        lockUser(db.dialect, holder.userId),
        {
          sql: `INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at, expires_at, may_sign_in, scopes, made_by)
            SELECT ?, u.id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT), FALSE, CAST(? AS TEXT), holder.made_by FROM (${signedIn.sql}) AS holder
            JOIN users u ON u.id = holder.user_id
            WHERE (SELECT COUNT(*) FROM api_keys k WHERE k.user_id = u.id AND ${isActive}) < ${MAX_ACTIVE_KEYS}
            ON CONFLICT (id) DO NOTHING RETURNING id`,
          params: [id, keyHash, sealName(keyring, id, name), lifetimeMs, formatScopes(scopes), ...signedIn.params],
        },
        keyCreated(audit, holder, { id, name, scopes, maySignIn: false }, 1),
        // A user who makes and revokes keys again and again would fill the table otherwise.
        {
          sql: `DELETE FROM api_keys WHERE id IN (SELECT k.id FROM api_keys k WHERE k.user_id = ? AND NOT (${isActive})
            ORDER BY k.created_at DESC, k.id LIMIT ${MAX_SPENT_KEYS} OFFSET ${MAX_SPENT_KEYS})`,
          params: [holder.userId],
        },
      ]);
    },

    /** @returns false when a user has this name, or one that looks the same */
    insertUser: async (userName: string, { id, keyHash, name }: NewKey): Promise<boolean> =>
      tookPlace(db, 0, [
        { sql: insertUser(now), params: [userName, await lookOf(userName), true] },
        { sql: insertKey, params: [id, keyHash, sealName(keyring, id, name), null, true, null, null, null, userName], onlyAfter: 0 },
        userCreated(audit, 'visitor', userName, 0),
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

    /** One user's keys, newest first: the active ones, then the others. */
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

    /** @returns false unless it is an active key of the user */
    renameOwnKey: (userId: number, id: string, name: string): Promise<boolean> =>
      tookPlace(db, 0, [
        { sql: rename, params: [sealName(keyring, id, name), id, userId] },
        audit.record({ by: { userId }, action: 'key.renamed', object: id, details: { name } }, 0),
      ]),
  };
}

export const keyNamePlace = (id: string) => ({ row: `api-key/${id}`, column: 'key-name' }) as const;

function sealName(keyring: Keyring, id: string, name: string | null): Uint8Array | null {
  return name === null ? null : sealValue(keyring, keyNamePlace(id), name);
}

type StoredKey = Prisma.ApiKeyGetPayload<{ omit: typeof HIDDEN }>;

function toKey(key: StoredKey, name: string | null = null) {
  const makers = parseMakers(key.madeBy);
  return {
    id: key.id,
    name,
    createdAt: Number(key.createdAt),
    lastUsedAt: numberOrNull(key.lastUsedAt),
    expiresAt: numberOrNull(key.expiresAt),
    revokedAt: numberOrNull(key.revokedAt),
    maySignIn: key.maySignIn,
    /** Actions that the key allows; null: everything. */
    scopes: parseScopes(key.scopes),
    /** Its own rules for new pastes; null: none. */
    rules: toKeyRules(key.ruleNames, key.maxTtlSeconds),
    /** Id of the key or identity with which the browser that made this key was signed in. */
    madeBy: directMaker(makers),
    /** Ids of all keys, identities and sessions through which this key was made, the first one first. */
    makers,
  };
}

/** A key as an operator sees it; times are in ms since 1970. */
export type ApiKeySummary = ReturnType<typeof toKey> & { userName: string; selfRegistered: boolean };

/** A key as its user sees it. `isActive`: it is neither revoked nor expired. */
export type OwnKey = ReturnType<typeof toKey> & { isActive: boolean };
