/**
 * Who may delete and extend a paste: its owner, whoever has its manage token, and anybody if it has neither. Its readers
 * may delete it when it was created so: of an encrypted one those who prove that they can decrypt it.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '../../accounts/principal';
import { sha256 } from '../../encoding/sha256';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../../http/errors';
import type { ClaimsRepository } from '../burning/paste.claims.repository';
import { isProvenBy, type ProofGuard } from '../burning/paste.proof';
import type { Deleter } from '../paste.audit';
import { isToken } from '../paste.rules';
import type { PasteRepository } from '../storage/paste.repository';
import type { PasteRights } from '../storage/paste.rows';

/** What a caller shows to prove that it may delete or extend. */
export interface ManageCredentials {
  principal: Principal | null;
  manageToken: string | null;
}

/** What a caller shows to prove that it may delete, one of its readers included. */
export interface RemoveCredentials extends ManageCredentials {
  readToken?: string | null;
  clientAddress?: string | null;
}

export function createRights(repository: PasteRepository, claims: ClaimsRepository, proofs: Pick<ProofGuard, 'countTry'>) {
  async function find(publicId: string): Promise<PasteRights> {
    const rights = await repository.findRights(publicId);
    if (!rights) throw new NotFoundError();
    return rights;
  }

  return {
    /** @throws NotFoundError, UnauthorizedError, ForbiddenError */
    authorize: async (publicId: string, credentials: ManageCredentials): Promise<PasteRights> => check(await find(publicId), credentials),

    /** @throws NotFoundError, UnauthorizedError, ForbiddenError, TooManyRequestsError after many read tokens */
    async authorizeRemoval(publicId: string, credentials: RemoveCredentials): Promise<PasteRights> {
      const { readToken = null, clientAddress = null } = credentials;
      // Whether or not it is there, or its readers' to delete: a token may be made of a password, which is not to be guessed here.
      if (readToken !== null && isToken(readToken)) await proofs.countTry(publicId, clientAddress);
      const rights = await find(publicId);
      const { readerMayDelete, readProof } = rights;
      if (readerMayDelete && (readProof === null || (readToken !== null && isProvenBy(readProof, readToken)))) return rights;
      return check(rights, credentials);
    },

    /** What somebody has claimed is gone for everybody else; but whoever sent it may still end that. */
    withdraw(publicId: string, { principal, manageToken }: ManageCredentials): Promise<boolean> {
      if (principal === null && manageToken === null) return Promise.resolve(false);
      return claims.withdraw(publicId, principal?.userId ?? null, manageToken === null ? null : sha256(manageToken));
    },
  };
}

/** Who deletes, for the trail: its owner with a key; null for readers and holders of a manage token, whom nobody knows. */
export function byOwner(publicId: string, { ownerId }: PasteRights, { principal }: ManageCredentials): Deleter | null {
  return ownerId !== null && principal?.userId === ownerId ? { by: { userId: ownerId }, publicId } : null;
}

/** @throws UnauthorizedError, ForbiddenError */
function check(rights: PasteRights, credentials: ManageCredentials): PasteRights {
  if (rights.ownerId !== null || rights.manageTokenHash !== null) requireManager(rights, credentials);
  return rights;
}

type Managed = Pick<PasteRights, 'ownerId' | 'manageTokenHash'>;

/** Whether they are its owner, or have its manage token. */
export function isManager({ ownerId, manageTokenHash }: Managed, { principal, manageToken }: ManageCredentials): boolean {
  if (ownerId !== null && principal?.userId === ownerId) return true;
  return manageTokenHash !== null && manageToken !== null && timingSafeEqual(sha256(manageToken), manageTokenHash);
}

/** @throws UnauthorizedError, ForbiddenError */
export function requireManager(managed: Managed, credentials: ManageCredentials): void {
  if (isManager(managed, credentials)) return;
  throw credentials.principal === null && credentials.manageToken === null ? new UnauthorizedError() : new ForbiddenError();
}
