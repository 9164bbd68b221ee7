/**
 * Users and their API keys.
 *
 * Guarantees: a key is shown once, when it is made; the database holds its SHA-256. A revoked or
 * expired key, or one of a disabled user, is refused from the next request on. A malformed key is
 * refused without a query. Keys are made and revoked by operators, and by browsers signed in with a key
 * that may sign in; a key made in a browser may not sign in, so no key can make another that goes on
 * making keys. A revocation can take along the things made with the revoked key (endings.repository.ts). Changes of users
 * and keys are audited.
 * Not protected: a key that may sign in can do what its user can, until it is revoked.
 */

import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../audit/audit.rules';
import { DAY_MS } from '../encoding/time.rules';
import type { Logger } from '../log/logger';
import { AccountError } from './accounts.errors';
import type { AccountsRepository } from './accounts.repository';
import { createApiKey, createKeyId, hashApiKey, isKeyId, parseApiKey } from './api-key';
import type { Made } from './endings.repository';
import { countEnded, type Ended, isSessionId, NOTHING_ENDED } from './endings.rules';
import type { KeyRules, KeyScope } from './house-rules.rules';
import type { KeyHolder } from './makers';
import type { Principal } from './principal';
import { isNewUserName, isUserName, lookOf } from './user-name';
import type { DatedState } from './users.repository';

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

export type AccountsService = ReturnType<typeof createAccountsService>;

const NO_SUCH_NAME = 'user: there is none of this name';
const NO_SUCH_KEY = 'key: no active key has this id';

export function createAccountsService(repository: AccountsRepository, log: Logger) {
  /** @throws AccountError */
  async function setSince(userName: string, state: DatedState, isOn: boolean, by: Actor = 'operator'): Promise<void> {
    if (!(await repository.users.setSince(userName, state, isOn, by))) throw new AccountError(NO_SUCH_NAME);
  }

  return {
    /** @returns null for a key that is malformed, unknown, revoked or expired; the caller doesn't learn which */
    async authenticate(apiKey: string): Promise<Principal | null> {
      const parsed = parseApiKey(apiKey);
      const stored = parsed && (await repository.findKey(parsed.id));
      if (!stored || !timingSafeEqual(stored.keyHash, hashApiKey(apiKey))) return null;
      if (stored.lastUseIsStale) {
        // Not awaited: recording the last use may neither delay a request nor fail it.
        repository.touchKey(parsed.id).catch((err: unknown) => log.warn({ err }, 'last use of a key not recorded'));
      }
      const { userId, scopes, rules } = stored;
      return { userId, keyId: parsed.id, ...(scopes ? { scopes } : {}), ...(rules ? { rules } : {}) };
    },

    /**
     * Makes a key for the user, who is created if new.
     * @returns the key's text, which can't be read again later
     * @throws AccountError also for the name of a user who registered themselves, unless `isExisting`
     */
    async createKey(userName: string, options: NewKeyOptions = {}): Promise<string> {
      const { name, lifetimeMs, isApiOnly = false, scopes = null, rules = null, isExisting = false, by = 'operator' } = options;
      if (!isUserName(userName))
        throw new AccountError('user: expected up to 64 letters, digits or . _ @ -, starting with a letter or digit');
      if (!isExisting && !isNewUserName(userName))
        throw new AccountError('user: expected letters of one alphabet, such as Latin or Cyrillic alone');
      const { id, text } = createApiKey();
      const key = { id, keyHash: hashApiKey(text), userName, name: name ?? null, lifetimeMs: lifetimeMs ?? null };
      const maySignIn = !isApiOnly && scopes === null && rules === null;
      const made = { ...key, maySignIn, scopes, rules, joins: isExisting };
      if (await repository.insertKey(made, by)) return text;
      const user = await repository.users.findUser(userName);
      if (user === null && !isExisting && (await repository.users.isLookTaken(await lookOf(userName))))
        throw new AccountError(`user: ${userName} looks like the name of another user`);
      throw noSuchUser(userName, user);
    },

    /**
     * Makes another key for somebody signed in; the new key may not sign in.
     * @param lifetimeDays null: the key never expires
     * @param scopes null: the key may do everything
     * @param keyId id of the new key; only the first call with an id makes a key
     * @returns the key's text, which can't be read again later; null when there are MAX_ACTIVE_KEYS already, or a key has this id
     */
    async createOwnKey(
      holder: KeyHolder,
      name: string,
      lifetimeDays: number | null,
      scopes: readonly KeyScope[] | null = null,
      keyId: string = createKeyId(),
    ): Promise<string | null> {
      const { id, text } = createApiKey(keyId);
      const lifetimeMs = lifetimeDays === null ? null : lifetimeDays * DAY_MS;
      return (await repository.insertOwnKey(holder, { id, keyHash: hashApiKey(text), name, lifetimeMs, scopes })) ? text : null;
    },

    /** Makes a user with a first key. @returns the key's text; null when somebody has the name, or one that looks the same */
    async register(userName: string): Promise<string | null> {
      const { id, text } = createApiKey();
      return (await repository.insertUser(userName, { id, keyHash: hashApiKey(text), name: null })) ? text : null;
    },

    listKeys: repository.listKeys,
    listOwnKeys: ({ userId }: Principal) => repository.listOwnKeys(userId),

    /** @param withMade also ends what was made with the key */
    revokeOwnKey: async (holder: KeyHolder, id: string, withMade = false): Promise<Ended> =>
      isKeyId(id) ? repository.endings.revokeKey(holder.userId, id, withMade, holder) : NOTHING_ENDED,

    /** Ends a browser's session. @param id as listed; the session may be gone already @param withMade also ends what was made in it */
    endOwnSession: async (holder: KeyHolder, id: string, withMade = false): Promise<Ended> =>
      isSessionId(id) ? repository.endings.endSession(holder, id, withMade) : NOTHING_ENDED,

    /** @returns false unless it is an active key of the user */
    renameOwnKey: async ({ userId }: Principal, id: string, name: string): Promise<boolean> =>
      isKeyId(id) && repository.renameOwnKey(userId, id, name),

    /** Removes the account: user, keys, sessions, webhooks, chats, receipts, and all pastes that are left. */
    removeAccount: repository.users.removeUser,

    /**
     * Removes a user's account in batches; no event tells of its pastes. An interrupted removal can be called again.
     * @throws AccountError when there is no such user
     */
    removeUser: repository.users.removeUserInBatches,

    /**
     * @param key a key's text or its public id
     * @param withMade also ends what was made with the key, which then may be revoked already, or gone
     * @param by default: a command of the operator's
     * @throws AccountError when there is nothing to revoke
     */
    async revokeKey(key: string, withMade = false, by: Actor = 'operator'): Promise<Ended> {
      const id = parseApiKey(key)?.id ?? key;
      const userId = isKeyId(id) ? await repository.endings.ownerOf(id) : null;
      const ended = userId === null ? NOTHING_ENDED : await repository.endings.revokeKey(userId, id, withMade, by);
      if (countEnded(ended) === 0) throw new AccountError(NO_SUCH_KEY);
      return ended;
    },

    /** Lists what a revocation of the key with `withMade` would end. @throws AccountError when no row names such a key */
    async listMadeWith(key: string): Promise<{ keyId: string; made: Made[] }> {
      const keyId = parseApiKey(key)?.id ?? key;
      const userId = isKeyId(keyId) ? await repository.endings.ownerOf(keyId) : null;
      if (userId === null) throw new AccountError(NO_SUCH_KEY);
      return { keyId, made: await repository.endings.listMade(userId, keyId) };
    },

    listUsers: repository.users.listUsers,
    findUser: repository.users.findSummary,

    /** @throws AccountError when there is no user of this name */
    async idOf(userName: string): Promise<number> {
      const user = await repository.users.findUser(userName);
      if (!user) throw new AccountError(NO_SUCH_NAME);
      return user.id;
    },

    /** Disables or enables a user. Keys of a disabled user are refused from the next request on. @throws AccountError */
    setDisabled: (userName: string, disabled: boolean, by?: Actor) => setSince(userName, 'disabledAt', disabled, by),

    /** Administrators see the pages under /account/admin, and reports go to their chats. @throws AccountError */
    setAdmin: (userName: string, isAdmin: boolean, by?: Actor) => setSince(userName, 'promotedAt', isAdmin, by),
  };
}

function noSuchUser(userName: string, user: { createdAt: number } | null): AccountError {
  if (user === null) return new AccountError(`user: there is no ${userName}; without --existing it is created`);
  const day = new Date(user.createdAt).toISOString().slice(0, 10);
  return new AccountError(
    `user: a visitor registered the name ${userName} on ${day}, and whoever that is holds a key to the account; --existing makes another key to it all the same`,
  );
}
