/**
 * Receipts of burn pastes, and of those with a number of reads. Their creators learn what became of them. A late reader who
 * can prove the key learns it as well, so that an interception shows.
 *
 * Guarantees: the transaction that ends a paste writes its receipt. A receipt holds nothing of the content. Somebody who
 * may not see it gets the response for a paste that never existed, also after how many tries.
 * Not protected: a receipt says that the paste was returned, not to whom, nor whether they could decrypt it.
 */
import type { Principal } from '../accounts/principal';
import { NotFoundError } from '../http/errors';
import { isToken } from '../pastes/paste.rules';
import { isProvenBy, type ProofGuard } from '../pastes/reading/paste-proof';
import { isManager, type ManageCredentials } from '../pastes/service/paste-rights';
import type { EndedReceipt, ReceiptRepository, ReceiptRow } from './receipt.repository';

/** Credentials for a receipt; any one of them is enough. */
export interface ReceiptCredentials extends ManageCredentials {
  readToken: string | null;
  clientAddress: string | null;
}

export function createReceiptService(repository: ReceiptRepository, proofs: Pick<ProofGuard, 'countTry'>) {
  return {
    /** @throws NotFoundError, TooManyRequestsError after many read tokens */
    async find(publicId: string, credentials: ReceiptCredentials): Promise<ReceiptRow> {
      const { readToken, clientAddress } = credentials;
      // Counted whether or not there is a receipt: otherwise the limit would tell.
      if (readToken !== null && isToken(readToken)) await proofs.countTry(publicId, clientAddress);
      const receipt = await repository.find(publicId);
      if (!receipt || !mayKnow(receipt, credentials)) throw new NotFoundError();
      return receipt;
    },

    /** The ended burn pastes of a user, the latest first, as long as their receipts are kept. Unread ones aren't listed. */
    listEnded: ({ userId }: Principal, limit: number): Promise<EndedReceipt[]> => repository.listEnded(userId, limit),

    prune: () => repository.prune(),
  };
}

function mayKnow(receipt: ReceiptRow, credentials: ReceiptCredentials): boolean {
  const { readProof } = receipt;
  const { readToken } = credentials;
  return isManager(receipt, credentials) || (readProof !== null && readToken !== null && isProvenBy(readProof, readToken));
}
