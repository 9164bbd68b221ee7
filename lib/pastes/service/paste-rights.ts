/**
 * Rights to delete and extend a paste: its owner has them, the holder of its manage token, and everybody if it has neither. Its readers
 * may delete it if its creator allowed that; for an encrypted paste only those who prove that they can decrypt it.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '../../accounts/principal';
import { sha256 } from '../../encoding/sha256';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../../http/errors';
import { isToken } from '../paste.rules';
import type { Deleter } from '../paste-audit';
import type { ClaimsRepository } from '../reading/paste-claims.repository';
import { type HostNetworks, isReadableFrom } from '../reading/paste-networks';
import { isProvenBy, type ProofGuard } from '../reading/paste-proof';
import type { PasteRepository } from '../storage/paste.repository';
import type { PasteRights } from '../storage/paste-rows';

/** Credentials for deleting and extending. */
export interface ManageCredentials {
  principal: Principal | null;
  manageToken: string | null;
  /** Null or absent: not known. Without rights of their own, who can't read the paste from there finds nothing. */
  clientAddress?: string | null;
}

/** Credentials for deleting, which readers may have, too. */
export interface RemoveCredentials extends ManageCredentials {
  readToken?: string | null;
}

/** @param networks of the host, outside of which nobody reads */
export function createRights(
  repository: PasteRepository,
  claims: ClaimsRepository,
  proofs: Pick<ProofGuard, 'countTry'>,
  networks: HostNetworks,
) {
  async function find(publicId: string, credentials: ManageCredentials): Promise<PasteRights> {
    const rights = await repository.findRights(publicId);
    if (!rights) throw new NotFoundError();
    if (!isManager(rights, credentials) && !isReadableFrom(networks, rights, credentials.clientAddress ?? null)) throw new NotFoundError();
    return rights;
  }

  return {
    /** @throws NotFoundError, UnauthorizedError, ForbiddenError */
    authorize: async (publicId: string, credentials: ManageCredentials): Promise<PasteRights> =>
      check(await find(publicId, credentials), credentials),

    /** @throws NotFoundError, UnauthorizedError, ForbiddenError, TooManyRequestsError after many read tokens */
    async authorizeRemoval(publicId: string, credentials: RemoveCredentials): Promise<PasteRights> {
      const { readToken = null, clientAddress = null } = credentials;
      // Counted for missing pastes, too: a token may be made of a password, which nobody may guess here.
      if (readToken !== null && isToken(readToken)) await proofs.countTry(publicId, clientAddress);
      const rights = await find(publicId, credentials);
      const { readerMayDelete, readProof } = rights;
      if (readerMayDelete && (readProof === null || (readToken !== null && isProvenBy(readProof, readToken)))) return rights;
      return check(rights, credentials);
    },

    /** Deletes a claimed paste, which nobody else can find, for its owner or the holder of its manage token. */
    withdraw(publicId: string, { principal, manageToken }: ManageCredentials): Promise<boolean> {
      if (principal === null && manageToken === null) return Promise.resolve(false);
      return claims.withdraw(publicId, principal?.userId ?? null, manageToken === null ? null : sha256(manageToken));
    },
  };
}

/** Names the deleter for the audit: the owner; null for readers and holders of a manage token, who are unknown. */
export function byOwner(publicId: string, { ownerId }: PasteRights, { principal }: ManageCredentials): Deleter | null {
  return ownerId !== null && principal?.userId === ownerId ? { by: { userId: ownerId }, publicId } : null;
}

/** @throws UnauthorizedError, ForbiddenError */
function check(rights: PasteRights, credentials: ManageCredentials): PasteRights {
  if (rights.ownerId !== null || rights.manageTokenHash !== null) requireManager(rights, credentials);
  return rights;
}

type Managed = Pick<PasteRights, 'ownerId' | 'manageTokenHash'>;

/** Whether the caller owns the paste, or has its manage token. */
export function isManager({ ownerId, manageTokenHash }: Managed, { principal, manageToken }: ManageCredentials): boolean {
  if (ownerId !== null && principal?.userId === ownerId) return true;
  return manageTokenHash !== null && manageToken !== null && timingSafeEqual(sha256(manageToken), manageTokenHash);
}

/** @throws UnauthorizedError, ForbiddenError */
export function requireManager(managed: Managed, credentials: ManageCredentials): void {
  if (isManager(managed, credentials)) return;
  throw credentials.principal === null && credentials.manageToken === null ? new UnauthorizedError() : new ForbiddenError();
}
