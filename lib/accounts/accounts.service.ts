/**
 * Users and their API keys.
 *
 * Guarantees: a key is shown once, when it is made; the database holds its SHA-256. A revoked or
 * expired key, or one of a disabled user, is refused from the next request on. A malformed key is
 * refused without a query.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Logger } from '../log/logger';
import { AccountError } from './accounts.errors';
import type { AccountsRepository, ApiKeySummary, OwnKey, UserSummary } from './accounts.repository';
import { USER_NAME_PATTERN } from './accounts.rules';
import { createApiKey, hashApiKey, parseApiKey } from './api-key';
import type { Principal } from './principal';

const USER_NAME = new RegExp(`^${USER_NAME_PATTERN}$`, 'u');
const DAY_MS = 86_400_000;

export interface AccountsService {
  /** @returns null for a key that is malformed, unknown, revoked or expired: all the same to the caller */
  authenticate(apiKey: string): Promise<Principal | null>;
  /** Makes a key for the user, who is created if new. @returns the key's text: the only time it is seen. */
  createKey(userName: string, name?: string): Promise<string>;
  /**
   * Makes another key for somebody.
   * @param lifetimeDays null is for ever
   * @returns the key's text: the only time it is seen; null when there are MAX_ACTIVE_KEYS already
   */
  createOwnKey(principal: Principal, name: string, lifetimeDays: number | null): Promise<string | null>;
  /** Makes a user with a first key. @returns the key's text; null when the name is taken */
  register(userName: string): Promise<string | null>;
  listKeys(): Promise<ApiKeySummary[]>;
  listOwnKeys(principal: Principal): Promise<OwnKey[]>;
  /** @returns false when it is not a key of theirs, or revoked already */
  revokeOwnKey(principal: Principal, id: string): Promise<boolean>;
  /** @param key a key's text or its public id @throws AccountError when there is nothing to revoke */
  revokeKey(key: string): Promise<void>;
  listUsers(): Promise<UserSummary[]>;
  /** A disabled user's keys are refused from the next request on; enabled again, they work again. @throws AccountError */
  setDisabled(userName: string, disabled: boolean): Promise<void>;
}

export function createAccountsService(repository: AccountsRepository, log: Logger): AccountsService {
  return {
    async authenticate(apiKey) {
      const parsed = parseApiKey(apiKey);
      const stored = parsed && (await repository.findKey(parsed.id));
      if (!stored || !timingSafeEqual(stored.keyHash, hashApiKey(apiKey))) return null;
      if (stored.lastUseIsStale) {
        // Not awaited: when a key was last used is worth no request's time, let alone its failure.
        repository.touchKey(parsed.id).catch((err: unknown) => log.warn({ err }, 'last use of a key not recorded'));
      }
      return { userId: stored.userId };
    },
    async createKey(userName, name) {
      if (!USER_NAME.test(userName))
        throw new AccountError('user: expected up to 64 letters, digits or . _ @ -, starting with a letter or digit');
      const key = createApiKey();
      await repository.insertKey({ id: key.id, keyHash: hashApiKey(key.text), userName, name: name ?? null });
      return key.text;
    },
    async createOwnKey({ userId }, name, lifetimeDays) {
      const { id, text } = createApiKey();
      const lifetimeMs = lifetimeDays === null ? null : lifetimeDays * DAY_MS;
      return (await repository.insertOwnKey(userId, { id, keyHash: hashApiKey(text), name, lifetimeMs })) ? text : null;
    },
    async register(userName) {
      const { id, text } = createApiKey();
      return (await repository.insertUser(userName, { id, keyHash: hashApiKey(text), name: null })) ? text : null;
    },
    listKeys: () => repository.listKeys(),
    listOwnKeys: ({ userId }) => repository.listOwnKeys(userId),
    revokeOwnKey: ({ userId }, id) => repository.revokeOwnKey(userId, id),
    async revokeKey(key) {
      const id = parseApiKey(key)?.id ?? key;
      if (!(await repository.revokeKey(id))) throw new AccountError('key: no active key has this id');
    },
    listUsers: () => repository.listUsers(),
    async setDisabled(userName, disabled) {
      if (!(await repository.setDisabled(userName, disabled))) throw new AccountError('user: there is none of this name');
    },
  };
}
