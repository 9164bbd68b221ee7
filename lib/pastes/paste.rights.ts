/** Who may delete and extend a paste: its owner, whoever has its manage token, and anybody if it has neither. */
import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '../accounts/principal';
import { sha256 } from '../encoding/sha256';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../http/errors';
import type { ClaimsRepository } from './paste.claims.repository';
import type { PasteRepository } from './paste.repository';
import type { PasteRights } from './paste.rows';

/** What a caller shows to prove that it may delete or extend. */
export interface ManageCredentials {
  principal: Principal | null;
  manageToken: string | null;
}

export function createRights(repository: PasteRepository, claims: ClaimsRepository) {
  return {
    /** @throws NotFoundError, UnauthorizedError, ForbiddenError */
    async authorize(publicId: string, { principal, manageToken }: ManageCredentials): Promise<PasteRights> {
      const rights = await repository.findRights(publicId);
      if (!rights) throw new NotFoundError();
      const { ownerId, manageTokenHash } = rights;
      if (ownerId === null && manageTokenHash === null) return rights;
      if (ownerId !== null && principal?.userId === ownerId) return rights;
      if (manageTokenHash && manageToken !== null && timingSafeEqual(sha256(manageToken), manageTokenHash)) return rights;
      throw principal === null && manageToken === null ? new UnauthorizedError() : new ForbiddenError();
    },

    /** What somebody has claimed is gone for everybody else; but whoever sent it may still end that. */
    withdraw(publicId: string, { principal, manageToken }: ManageCredentials): Promise<boolean> {
      if (principal === null && manageToken === null) return Promise.resolve(false);
      return claims.withdraw(publicId, principal?.userId ?? null, manageToken === null ? null : sha256(manageToken));
    },
  };
}
