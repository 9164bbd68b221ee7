/**
 * Users and their API keys.
 *
 * Guarantees: a key is shown once, when it is made; the database holds its SHA-256. A revoked or
 * expired key, or one of a disabled user, is refused from the next request on. A malformed key is
 * refused without a query. Keys are made and revoked by operators, and by browsers signed in with a key
 * that may sign in; those made in a browser may not, so that no key has made another that could go on
 * making keys. A revocation can take along what was made with the revoked key (accounts.made.ts). What is done about users
 * and keys stands in the trail.
 * Not protected: a key that may sign in can do what its user can, until it is revoked.
 */

import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../audit/audit.rules';
import { DAY_MS } from '../encoding/time.rules';
import type { Logger } from '../log/logger';
import { AccountError } from './accounts.errors';
import type { Made } from './accounts.made';
import type { KeyHolder } from './accounts.makers';
import type { AccountsRepository } from './accounts.repository';
import { createApiKey, createKeyId, hashApiKey, isKeyId, parseApiKey } from './api-key';
import { countEnded, type Ended, isSessionId, NOTHING_ENDED } from './endings.rules';
import type { KeyScope } from './key-scopes.rules';
import type { Principal } from './principal';
import { isNewUserName, isUserName, lookOf } from './user-name';
import type { SinceColumn } from './users.repository';

interface NewKeyOptions {
  /** What the key is for. */
  name?: string | undefined;
  /** Without it the key is good for ever. */
  lifetimeMs?: number | undefined;
  /** It signs no browser in, and neither does one with scopes. */
  isApiOnly?: boolean | undefined;
  /** Without them the key may do everything. */
  scopes?: readonly KeyScope[] | undefined;
  /** The user must be there, and may have made the account. */
  isExisting?: boolean | undefined;
  /** Who makes it; without it a command of the operator's. */
  by?: Actor | undefined;
}

export type AccountsService = ReturnType<typeof createAccountsService>;

const NO_SUCH_NAME = 'user: there is none of this name';
const NO_SUCH_KEY = 'key: no active key has this id';

export function createAccountsService(repository: AccountsRepository, log: Logger) {
  /** @throws AccountError */
  async function setSince(userName: string, column: SinceColumn, isOn: boolean, by: Actor = 'operator'): Promise<void> {
    if (!(await repository.users.setSince(userName, column, isOn, by))) throw new AccountError(NO_SUCH_NAME);
  }

  return {
    /** @returns null for a key that is malformed, unknown, revoked or expired: all the same to the caller */
    async authenticate(apiKey: string): Promise<Principal | null> {
      const parsed = parseApiKey(apiKey);
      const stored = parsed && (await repository.findKey(parsed.id));
      if (!stored || !timingSafeEqual(stored.keyHash, hashApiKey(apiKey))) return null;
      if (stored.lastUseIsStale) {
        // Not awaited: when a key was last used is worth no request's time, let alone its failure.
        repository.touchKey(parsed.id).catch((err: unknown) => log.warn({ err }, 'last use of a key not recorded'));
      }
      return { userId: stored.userId, keyId: parsed.id, ...(stored.scopes ? { scopes: stored.scopes } : {}) };
    },

    /**
     * Makes a key for the user, who is created if new.
     * @returns the key's text: the only time it is seen.
     * @throws AccountError also for the name of somebody who made the account, unless `isExisting`
     */
    async createKey(userName: string, options: NewKeyOptions = {}): Promise<string> {
      const { name, lifetimeMs, isApiOnly = false, scopes = null, isExisting = false, by = 'operator' } = options;
      if (!isUserName(userName))
        throw new AccountError('user: expected up to 64 letters, digits or . _ @ -, starting with a letter or digit');
      if (!isExisting && !isNewUserName(userName))
        throw new AccountError('user: expected letters of one alphabet, such as Latin or Cyrillic alone');
      const { id, text } = createApiKey();
      const key = { id, keyHash: hashApiKey(text), userName, name: name ?? null, lifetimeMs: lifetimeMs ?? null };
      const made = { ...key, maySignIn: !isApiOnly && scopes === null, scopes, joins: isExisting };
      if (await repository.insertKey(made, by)) return text;
      const user = await repository.users.findUser(userName);
      if (user === null && !isExisting && (await repository.users.isLookTaken(await lookOf(userName))))
        throw new AccountError(`user: ${userName} looks like the name of another user`);
      throw noSuchUser(userName, user);
    },

    /**
     * Makes another key for somebody signed in; it may not sign in itself.
     * @param lifetimeDays null is for ever
     * @param scopes null: it may do everything
     * @param keyId of the new key, which is made once
     * @returns the key's text: the only time it is seen; null when there are MAX_ACTIVE_KEYS already, or a key of this id
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

    /** Makes a user with a first key. @returns the key's text; null when the name is taken, or one that looks the same */
    async register(userName: string): Promise<string | null> {
      const { id, text } = createApiKey();
      return (await repository.insertUser(userName, { id, keyHash: hashApiKey(text), name: null })) ? text : null;
    },

    listKeys: repository.listKeys,
    listOwnKeys: ({ userId }: Principal) => repository.listOwnKeys(userId),

    /** @param withMade also what was made with it */
    revokeOwnKey: async (holder: KeyHolder, id: string, withMade = false): Promise<Ended> =>
      isKeyId(id) ? repository.endings.revokeKey(holder.userId, id, withMade, holder) : NOTHING_ENDED,

    /** Ends a browser's session. @param id as listed, also of one that is gone @param withMade also what was made in it */
    endOwnSession: async (holder: KeyHolder, id: string, withMade = false): Promise<Ended> =>
      isSessionId(id) ? repository.endings.endSession(holder, id, withMade) : NOTHING_ENDED,

    /** @returns false when it is not a good key of theirs */
    renameOwnKey: async ({ userId }: Principal, id: string, name: string): Promise<boolean> =>
      isKeyId(id) && repository.renameOwnKey(userId, id, name),

    /** Removes the account: user, keys, sessions, webhooks, chats, receipts, and what pastes are left. */
    removeAccount: repository.users.removeUser,

    /**
     * Removes anybody's account, in batches; no one is told of its pastes. May be called again when it was cut off.
     * @throws AccountError when there is no such user
     */
    removeUser: repository.users.removeUserInBatches,

    /**
     * @param key a key's text or its public id
     * @param withMade also what was made with it: then the key may be revoked already, or gone
     * @param by without it a command of the operator's
     * @throws AccountError when there is nothing to revoke
     */
    async revokeKey(key: string, withMade = false, by: Actor = 'operator'): Promise<Ended> {
      const id = parseApiKey(key)?.id ?? key;
      const userId = isKeyId(id) ? await repository.endings.ownerOf(id) : null;
      const ended = userId === null ? NOTHING_ENDED : await repository.endings.revokeKey(userId, id, withMade, by);
      if (countEnded(ended) === 0) throw new AccountError(NO_SUCH_KEY);
      return ended;
    },

    /** What would go if the key were revoked with what was made with it. @throws AccountError when nothing tells of such a key */
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

    /** A disabled user's keys are refused from the next request on; enabled again, they work again. @throws AccountError */
    setDisabled: (userName: string, disabled: boolean, by?: Actor) => setSince(userName, 'disabled_at', disabled, by),

    /** Administrators see the pages under /account/admin, and their chats are told of reports. @throws AccountError */
    setAdmin: (userName: string, isAdmin: boolean, by?: Actor) => setSince(userName, 'promoted_at', isAdmin, by),
  };
}

/** Why an operator's key was not made. */
function noSuchUser(userName: string, user: { createdAt: number } | null): AccountError {
  if (user === null) return new AccountError(`user: there is no ${userName}; without --existing it is created`);
  const day = new Date(user.createdAt).toISOString().slice(0, 10);
  return new AccountError(
    `user: a visitor registered the name ${userName} on ${day}, and whoever that is holds a key to the account; --existing makes another key to it all the same`,
  );
}
