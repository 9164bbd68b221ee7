/**
 * Receipts of burn pastes, and of those with a number of reads: what became of them, for who made them, and for a late reader who can prove the key, so that
 * an interception shows.
 *
 * Guarantees: a receipt says what the same transaction did that did it. It holds nothing of the content. Who may not
 * see it is told what everybody is told of a paste that never was, also after how many tries.
 * Not protected: it says that the paste was handed out, not to whom, nor whether they could read what they got.
 */
import type { Principal } from '../accounts/principal';
import { NotFoundError } from '../http/errors';
import { isProvenBy, type ProofGuard } from '../pastes/burning/paste.proof';
import { isManager, type ManageCredentials } from '../pastes/managing/paste.rights';
import { isToken } from '../pastes/paste.rules';
import type { EndedReceipt, ReceiptRepository, ReceiptRow } from './receipt.repository';

/** What a caller shows to be told; any one of them will do. */
export interface ReceiptCredentials extends ManageCredentials {
  readToken: string | null;
  clientAddress: string | null;
}

export interface Receipt extends Pick<ReceiptRow, 'publicId' | 'state' | 'createdAt' | 'at'> {
  /** Of a paste with a number of reads. */
  counted?: { reads: number; maxReads: number };
}

export type ReceiptService = ReturnType<typeof createReceiptService>;

export function createReceiptService(repository: ReceiptRepository, proofs: Pick<ProofGuard, 'countTry'>) {
  return {
    /** @throws NotFoundError, TooManyRequestsError after many read tokens */
    async find(publicId: string, credentials: ReceiptCredentials): Promise<Receipt> {
      const { readToken, clientAddress } = credentials;
      // Whether or not there is one: else the limit would tell.
      if (readToken !== null && isToken(readToken)) await proofs.countTry(publicId, clientAddress);
      const receipt = await repository.find(publicId);
      if (!receipt || !mayKnow(receipt, credentials)) throw new NotFoundError();
      const { state, createdAt, at, maxReads, reads } = receipt;
      return { publicId, state, createdAt, at, ...(maxReads === null ? {} : { counted: { reads, maxReads } }) };
    },

    /** How somebody's burn pastes ended, the latest first, as long as that is kept. What is still unread isn't among them. */
    listEnded: ({ userId }: Principal, limit: number): Promise<EndedReceipt[]> => repository.listEnded(userId, limit),

    prune: () => repository.prune(),
  };
}

function mayKnow(receipt: ReceiptRow, credentials: ReceiptCredentials): boolean {
  const { readProof } = receipt;
  const { readToken } = credentials;
  return isManager(receipt, credentials) || (readProof !== null && readToken !== null && isProvenBy(readProof, readToken));
}
