/**
 * Pastes: create, read, list, extend, delete, expire.
 *
 * Guarantees:
 * - A paste that a response named is stored durably; a request that failed left nothing behind.
 * - An expired paste is gone for every reader at once, by the database's clock, cleanup or not.
 * - A burn paste is returned at most once, across any number of processes: its content is decrypted first, then the row is
 *   deleted under its conditions, and only the caller whose statement deleted the row returns the content. A missing key, a
 *   damaged row or a stopped database never burns it.
 * - Memory for one request is bounded by a few pieces of the content. Burn pastes of several pieces must be decrypted whole
 *   before they are deleted, and queue for a bounded number of places.
 * - A paste with a number of reads is returned at most so often, across any number of processes: its content is decrypted
 *   first, then one statement counts the read under its condition, and the last read deletes the row. Nobody who can change
 *   the database can raise the number: the content's key is bound to it.
 * - A paste that was created with a proof is given only to readers who can decrypt it (reading/paste-proof.ts).
 * Not protected: a reader who loses the connection during the response has used up a burn paste, or one of its reads, as
 * with any at-most-once delivery, unless they claimed the burn paste first (reading/paste-claims.ts). Everybody who holds
 * the id of an unprotected anonymous paste may delete it.
 */
import type { Principal } from '../../accounts/principal';
import type { Actor } from '../../audit/audit.rules';
import { NotFoundError } from '../../http/errors';
import type { Logger } from '../../log/logger';
import type { Keyring } from '../../vault/keyring';
import { ttlTooLong, ttlTooLongForKey } from '../paste.errors';
import type { Burning } from '../reading/paste-claims';
import { isReadableFrom, isWithinNetworks } from '../reading/paste-networks';
import { createReads } from '../reading/paste-reads';
import { createViewCounter } from '../reading/paste-views';
import type { PasteRepository } from '../storage/paste.repository';
import { type PasteSummary, summarize } from '../storage/paste-decryption';
import { createCreation } from './paste-creation';
import { createLists } from './paste-lists';
import { maxTtlOf, type PastePolicy } from './paste-policy';
import { createReleases } from './paste-releases';
import { createRemoval } from './paste-removal';
import { byOwner, createRights, type ManageCredentials, type RemoveCredentials } from './paste-rights';

export type PasteService = ReturnType<typeof createPasteService>;

export function createPasteService(repository: PasteRepository, keyring: Keyring, log: Logger, burning: Burning, policy: PastePolicy) {
  const views = createViewCounter(repository.addViews, log);

  const { authorize, authorizeRemoval, withdraw } = createRights(repository, burning.claims, burning.proofs, policy.readNetworks);

  return {
    ...createCreation(repository, keyring, log, policy),
    // biome-ignore lint/nursery/noMisusedPromises: the rule takes an object of functions for a promise
    ...createReads(repository, views, burning, policy.readNetworks),

    /** Describes a paste to a reader, without a view or a burn. @throws NotFoundError */
    async describe(publicId: string, clientAddress: string | null = null): Promise<PasteSummary> {
      const paste = await repository.findSummary(publicId);
      if (!paste || !isReadableFrom(policy.readNetworks, paste, clientAddress)) throw new NotFoundError();
      return summarize(paste);
    },

    isOwner: async (publicId: string, { userId }: Pick<Principal, 'userId'>): Promise<boolean> =>
      (await repository.findRights(publicId))?.ownerId === userId,

    /** Whether the host lets this client read at all. */
    mayReadFrom: (clientAddress: string | null): boolean => isWithinNetworks(policy.readNetworks, clientAddress),

    ...createReleases(burning.waiting, repository, policy.readNetworks),
    hold: burning.waiting.hold,

    ...createLists(repository, keyring),

    /** Deletes a paste, also a claimed one. @throws NotFoundError, UnauthorizedError, ForbiddenError, TooManyRequestsError */
    async remove(publicId: string, credentials: RemoveCredentials): Promise<void> {
      const rights = await authorizeRemoval(publicId, credentials).catch(async (error: unknown) => {
        if (!(error instanceof NotFoundError) || !(await withdraw(publicId, credentials))) throw error;
        return null;
      });
      if (rights !== null && !(await repository.remove(rights, byOwner(publicId, rights, credentials)))) throw new NotFoundError();
    },

    /** Deletes a paste without asking for credentials. @param by the actor, for the audit; null: unknown @throws NotFoundError */
    async removeAny(publicId: string, by: Actor | null): Promise<void> {
      const rights = await repository.findRights(publicId);
      if (!rights || !(await repository.remove(rights, by && { by, publicId }))) throw new NotFoundError();
    },

    ...createRemoval(repository),

    /** Extends a paste; one that never expires stays unchanged. @throws NotFoundError, UnauthorizedError, ForbiddenError */
    async extend(publicId: string, bySeconds: number, credentials: ManageCredentials): Promise<{ expiresAt: number | null }> {
      const { id } = await authorize(publicId, credentials);
      const maxTtlSeconds = maxTtlOf(policy, credentials.principal);
      const extended = await repository.extend(id, bySeconds * 1000, maxTtlSeconds === null ? null : maxTtlSeconds * 1000);
      if (extended) return extended;
      if (!(await repository.findRights(publicId))) throw new NotFoundError();
      throw maxTtlSeconds === policy.maxTtlSeconds ? ttlTooLong(maxTtlSeconds) : ttlTooLongForKey(maxTtlSeconds ?? 0);
    },

    /** Writes the view counts that are kept in memory. */
    flush: () => views.flush(),
  };
}
