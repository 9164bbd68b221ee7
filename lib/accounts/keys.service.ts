/**
 * API keys.
 *
 * Guarantees: a key is shown once, when it is made; the database holds its SHA-256. A revoked or
 * expired key, or one of a disabled user, is refused from the next request on. A malformed key is
 * refused without a query. Keys are made by operators, and by browsers signed in with a key
 * that may sign in; a key made in a browser may not sign in, so no key can make another that goes on
 * making keys. Changes of keys are audited.
 * Not protected: a key that may sign in can do what its user can, until it is revoked.
 * SQL (decision 0041): finding a key is hot; making, naming and revoking keys are audited races.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { type Database, numberOrNull, type Prisma, readClock, type Statement, tookPlace } from '../db/database';
import { DAY_MS } from '../encoding/time.rules';
import type { Logger } from '../log/logger';
import type { Keyring } from '../vault/keyring';
import { type OpenEach, UNREADABLE } from '../vault/open-each';
import { openValue, sealValue } from '../vault/vault';
import { AccountError } from './accounts.errors';
import { MAX_ACTIVE_KEYS, MAX_SPENT_KEYS } from './accounts.rules';
import { createApiKey, createKeyId, hashApiKey, isKeyId, parseApiKey } from './api-key';
import { formatRuleNames, formatScopes, type KeyRules, type KeyScope, parseScopes, toKeyRules } from './house-rules.rules';
import { directMaker, holderIn, isActiveKey, isStale, type KeyHolder, lockUser, parseMakers, touchKey } from './makers';
import type { Principal } from './principal';
import { isNewUserName, isUserName, lookOf } from './user-name';
import { type NotifyAccount, newUser } from './users.service';

/** Keys that a user's own list shows at most, revoked ones included. */
const MAX_LISTED_KEYS = 200;
const HIDDEN = { keyHash: true } as const;

interface NewKeyOptions {
  /** Tells its user the purpose of the key. */
  name?: string | undefined;
  /** Default: the key never expires. */
  lifetimeMs?: number | undefined;
  /** The key signs no browser in; a key with scopes or rules doesn't either. */
  isApiOnly?: boolean | undefined;
  /** Default: the key may do everything. */
  scopes?: readonly KeyScope[] | undefined;
  /** Its own rules for new pastes; default: none. */
  rules?: KeyRules | null;
  /** The user must exist, and may be one who registered themselves. */
  isExisting?: boolean | undefined;
  /** The user who makes the key; default: a command of the operator's. */
  by?: Actor | undefined;
}

/** @param openEach for rows that may be damaged @param notify notifies the user of new keys that may sign in */
export function createKeysService(
  db: Database,
  keyring: Keyring,
  audit: AuditRecorder,
  log: Logger,
  openEach: OpenEach,
  notify: NotifyAccount,
) {
  const { prisma } = db;
  const { now } = db.dialect;
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
    /** @returns null for a key that is malformed, unknown, revoked or expired; the caller doesn't learn which */
    async authenticate(apiKey: string): Promise<Principal | null> {
      const keyId = parseApiKey(apiKey)?.id;
      const [row] = keyId === undefined ? [] : await db.read(selectKey, [keyId]);
      if (!row || keyId === undefined || !timingSafeEqual(row.key_hash as Uint8Array, hashApiKey(apiKey))) return null;
      if (row.is_stale) touchKey(db, log, keyId);
      const scopes = parseScopes(row.scopes as string | null);
      const rules = toKeyRules(row.rule_names as string | null, row.max_ttl_seconds as number | null);
      return { userId: Number(row.user_id), keyId, ...(scopes ? { scopes } : {}), ...(rules ? { rules } : {}) };
    },

    /**
     * Makes a key for the user, who is created if new.
     * @returns the key's text, which can't be read again later
     * @throws AccountError also for the name of a user who registered themselves, unless `isExisting`
     */
    async createKey(userName: string, options: NewKeyOptions = {}): Promise<string> {
      const { name, lifetimeMs = null, isApiOnly = false, scopes = null, rules = null, isExisting = false, by = 'operator' } = options;
      if (!isUserName(userName))
        throw new AccountError('user: expected up to 64 letters, digits or . _ @ -, starting with a letter or digit');
      if (!isExisting && !isNewUserName(userName))
        throw new AccountError('user: expected letters of one alphabet, such as Latin or Cyrillic alone');
      const { id, text } = createApiKey();
      const maySignIn = !isApiOnly && scopes === null && rules === null;
      const user = isExisting ? [] : await newUser(db, audit, by, userName);
      const nameSealed = name === undefined ? null : sealValue(keyring, keyNamePlace(id), name);
      const ofRules = [formatScopes(scopes), formatRuleNames(rules), rules?.maxTtlSeconds ?? null];
      const made = {
        sql: `${insertKey} ${isExisting ? '' : 'AND NOT u.self_registered'} RETURNING id`,
        params: [id, hashApiKey(text), nameSealed, lifetimeMs, maySignIn, ...ofRules, userName],
      };
      const details = { ...(name === undefined ? {} : { name }), userName, scopes: formatScopes(scopes) ?? 'all', maySignIn };
      const entry = audit.record({ by, action: 'key.created', object: id, details }, user.length);
      const notifications: Statement[] = maySignIn ? notify('key.created', { userName }) : [];
      const told = notifications.map((statement) => ({ ...statement, onlyAfter: user.length }));
      if (await tookPlace(db, user.length, [...user, made, entry, ...told])) return text;
      const found = await prisma.user.findUnique({ where: { name: userName }, select: { createdAt: true } });
      if (!found && !isExisting && (await prisma.user.count({ where: { nameLook: await lookOf(userName) } })) > 0)
        throw new AccountError(`user: ${userName} looks like the name of another user`);
      throw noSuchUser(userName, found && Number(found.createdAt));
    },

    /**
     * Makes another key for somebody signed in; the new key may not sign in.
     * @param lifetimeDays null: the key never expires
     * @param scopes null: the key may do everything
     * @param id id of the new key; only the first call with an id makes a key
     * @returns the key's text, which can't be read again later; null when there are MAX_ACTIVE_KEYS already, a key has this id, or
     *   the holder is not signed in any more
     */
    async createOwnKey(
      holder: KeyHolder,
      name: string,
      lifetimeDays: number | null,
      scopes: readonly KeyScope[] | null = null,
      id: string = createKeyId(),
    ): Promise<string | null> {
      const { text } = createApiKey(id);
      const lifetimeMs = lifetimeDays === null ? null : lifetimeDays * DAY_MS;
      const signedIn = holderIn(db.dialect, holder);
      const details = { name, scopes: formatScopes(scopes) ?? 'all', maySignIn: false };
      const isMade = await tookPlace(db, 1, [
        lockUser(db.dialect, holder.userId),
        {
          sql: `INSERT INTO api_keys (id, user_id, key_hash, name_sealed, created_at, expires_at, may_sign_in, scopes, made_by)
            SELECT ?, u.id, ?, ?, ${now}, ${now} + CAST(? AS BIGINT), FALSE, CAST(? AS TEXT), holder.made_by FROM (${signedIn.sql}) AS holder
            JOIN users u ON u.id = holder.user_id
            WHERE (SELECT COUNT(*) FROM api_keys k WHERE k.user_id = u.id AND ${isActive}) < ${MAX_ACTIVE_KEYS}
            ON CONFLICT (id) DO NOTHING RETURNING id`,
          params: [id, hashApiKey(text), sealValue(keyring, keyNamePlace(id), name), lifetimeMs, formatScopes(scopes), ...signedIn.params],
        },
        audit.record({ by: holder, action: 'key.created', object: id, details }, 1),
        // A user who makes and revokes keys again and again would fill the table otherwise.
        {
          sql: `DELETE FROM api_keys WHERE id IN (SELECT k.id FROM api_keys k WHERE k.user_id = ? AND NOT (${isActive})
            ORDER BY k.created_at DESC, k.id LIMIT ${MAX_SPENT_KEYS} OFFSET ${MAX_SPENT_KEYS})`,
          params: [holder.userId],
        },
      ]);
      return isMade ? text : null;
    },

    /** Makes a user with a first key. @returns the key's text; null when somebody has the name, or one that looks the same */
    async register(userName: string): Promise<string | null> {
      const { id, text } = createApiKey();
      const made = { sql: insertKey, params: [id, hashApiKey(text), null, null, true, null, null, null, userName], onlyAfter: 0 };
      return (await tookPlace(db, 0, [...(await newUser(db, audit, 'visitor', userName)), made])) ? text : null;
    },

    async listKeys() {
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
    async listOwnKeys({ userId }: Principal): Promise<OwnKey[]> {
      const nowMs = await readClock(db);
      const newest = (where: Prisma.ApiKeyWhereInput, take: number) =>
        prisma.apiKey.findMany({ where: { userId, ...where }, omit: HIDDEN, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], take });
      const active = await newest(isActiveAt(nowMs), MAX_LISTED_KEYS);
      const keys = [...active, ...(await newest({ NOT: isActiveAt(nowMs) }, MAX_LISTED_KEYS - active.length))];
      const names = await namesOf(keys);
      return keys.map((key, index) => ({ ...toKey(key, names[index]), isActive: index < active.length }));
    },

    /** @returns false unless it is an active key of the user */
    renameOwnKey: async ({ userId }: Principal, id: string, name: string): Promise<boolean> =>
      isKeyId(id) &&
      tookPlace(db, 0, [
        { sql: rename, params: [sealValue(keyring, keyNamePlace(id), name), id, userId] },
        audit.record({ by: { userId }, action: 'key.renamed', object: id, details: { name } }, 0),
      ]),
  };
}

export const keyNamePlace = (id: string) => ({ row: `api-key/${id}`, column: 'key-name' }) as const;

type StoredKey = Prisma.ApiKeyGetPayload<{ omit: typeof HIDDEN }>;

/** Times are in ms since 1970. */
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

/** A key as its user sees it. `isActive`: it is neither revoked nor expired. */
export type OwnKey = ReturnType<typeof toKey> & { isActive: boolean };

/** @param createdAt when the user registered; null: there is none */
function noSuchUser(userName: string, createdAt: number | null): AccountError {
  if (createdAt === null) return new AccountError(`user: there is no ${userName}; without --existing it is created`);
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return new AccountError(
    `user: a visitor registered the name ${userName} on ${day}, and whoever that is holds a key to the account; --existing makes another key to it all the same`,
  );
}
