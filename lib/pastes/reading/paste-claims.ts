/**
 * Burn pastes for readers whose connection may fail: a reader claims the paste, fetches it as often as needed, and acknowledges.
 *
 * Guarantees:
 * - At most one claim binds, across any number of processes. From then on the paste is gone for everybody else, and the same transaction
 *   records the event that tells its owner and receipt.
 * - A claim binds only what can be returned: the whole content is decrypted first.
 * - The claimant can fetch the paste until the lease ends, and longer while a fetch is under way: up to fifteen leases, and never past
 *   the paste's own expiry. An acknowledgement, the owner or the manage token deletes it at once; otherwise the lease's end does, even if
 *   a process dies.
 * - A paste with approvals or a recipient binds only to a released claim (paste-waiting.ts).
 * Not protected: a claimant who is away for longer than the lease loses the paste. Anybody who learns the claim (it is in no address, log
 * or event) can fetch the paste as well while the lease runs.
 */
import { sha256 } from '../../encoding/sha256';
import { NotFoundError, nothingIfMissing } from '../../http/errors';
import { NothingToClaimError, NotWaitingError } from '../paste.errors';
import type { PasteOptions } from '../paste-options.rules';
import type { PasteRepository } from '../storage/paste.repository';
import { decodeAll, type OpenedPaste, openPaste, type PasteSummary, type ReadPaste, summarize } from '../storage/paste-decryption';
import type { FoundPaste } from '../storage/paste-rows';
import type { ClaimsRepository } from './paste-claims.repository';
import type { ProofGuard, ReadAccess } from './paste-proof';
import { isWaiting, type WaitingClaim, type WaitingRoom } from './paste-waiting';

export interface PasteClaim {
  publicId: string;
  /** End of the lease; ms since 1970. */
  claimedUntil: number;
  /** The title, which nobody was shown before. Empty for Mode B, whose title is inside the envelope. */
  title: string;
}

/** A fetch under way renews the lease after this part of its length. */
const RENEW_AFTER = 1 / 4;

/** The dependencies of claims and read proofs. */
export interface Burning {
  claims: ClaimsRepository;
  waiting: WaitingRoom;
  proofs: ProofGuard;
  /** Length of a claim's lease. */
  leaseMs: number;
}

/**
 * @param load gives a live paste that this client may read, or throws NotFoundError
 * @param isReadable whether a client may read the paste from its address
 */
export function createClaims(
  pastes: Pick<PasteRepository, 'piecesAfterFirst'>,
  { claims: repository, waiting, proofs, leaseMs }: Burning,
  load: (publicId: string, clientAddress: string | null) => Promise<OpenedPaste>,
  isReadable: (paste: PasteOptions, clientAddress: string | null) => boolean,
) {
  /** @returns null when somebody was faster */
  async function bind(
    paste: OpenedPaste,
    claimHash: Uint8Array,
    access: ReadAccess,
    client: string | null,
    isPoll: boolean,
  ): Promise<PasteClaim | WaitingClaim | null> {
    if (!paste.burnAfterRead) throw new NothingToClaimError();
    // Whoever waits has proven the key already.
    const known = needsRelease(paste) ? await waiting.find(paste.id, claimHash) : null;
    if (known?.state === 'waiting') return { ...known, state: known.state, isNew: false };
    if (isPoll && known === null && paste.recipient !== null) throw new NotWaitingError();
    if (known === null) await proofs.check(paste, access);
    for await (const _ of decodeAll(pastes, paste));
    if (needsRelease(paste) && known === null) return waiting.enter(paste.publicId, claimHash, client);
    const claimedUntil = await repository.claim(paste, claimHash, leaseMs);
    return claimedUntil === null ? null : claimOf(paste, claimedUntil);
  }

  async function findClaimed(publicId: string, claimHash: Uint8Array, clientAddress: string | null): Promise<FoundPaste | null> {
    const found = await repository.findClaimed(publicId, claimHash);
    return found && isReadable(found.row, clientAddress) ? found : null;
  }

  async function* renewing(id: string, claimHash: Uint8Array, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let renewedAt = performance.now();
    for await (const piece of pieces) {
      yield piece;
      if (performance.now() - renewedAt < leaseMs * RENEW_AFTER) continue;
      renewedAt = performance.now();
      await repository.renew(id, claimHash, leaseMs);
    }
  }

  /**
   * Binds a burn paste to the claim, or lets its reader wait for the sender. The same claim again gets the same response, until the
   * lease or the wait ends.
   * @param client coarse name of the reader's browser @param isPoll the request begins no other wait for a mailed code
   * @throws NotFoundError, NotWaitingError, ReadTokenRequiredError, NothingToClaimError, RefusedError, TooManyWaitingError
   */
  async function claimOrWait(
    publicId: string,
    claim: string,
    access: ReadAccess,
    client: string | null = null,
    isPoll = false,
  ): Promise<PasteClaim | WaitingClaim> {
    const claimHash = sha256(claim);
    const paste = await load(publicId, access.clientAddress).catch(nothingIfMissing);
    const claimed = paste && (await bind(paste, claimHash, access, client, isPoll));
    if (claimed) return claimed;
    const found = await findClaimed(publicId, claimHash, access.clientAddress);
    if (!found) throw new NotFoundError();
    return claimOf(summarize(found.row), Number(found.row.expiresAt));
  }

  return {
    claim: claimOrWait,

    /**
     * Binds the paste to a claim whose reader has typed the mailed code.
     * @throws NotFoundError, NotWaitingError, WrongCodeError, RefusedError, AlreadyReleasedError
     */
    async typeCode(publicId: string, claim: string, code: string, access: ReadAccess): Promise<PasteClaim> {
      const paste = await load(publicId, access.clientAddress).catch(nothingIfMissing);
      // A paste that is bound already may be this claim's, whose response was lost.
      if (paste) await waiting.type(publicId, sha256(claim), code);
      const claimed = await claimOrWait(publicId, claim, access);
      if (isWaiting(claimed)) throw new NotWaitingError();
      return claimed;
    },

    /** Returns the paste that the claim holds. @throws NotFoundError */
    async read(publicId: string, claim: string, clientAddress: string | null): Promise<ReadPaste> {
      const claimHash = sha256(claim);
      const paste = await openPaste(await findClaimed(publicId, claimHash, clientAddress));
      const content = paste.chunkCount === 1 ? paste.beginning : renewing(paste.id, claimHash, decodeAll(pastes, paste));
      return { paste, viewCount: paste.viewCount + 1, content };
    },

    /** Deletes the paste, since its reader has received it. @throws NotFoundError */
    async acknowledge(publicId: string, claim: string): Promise<void> {
      if (!(await repository.remove(publicId, sha256(claim)))) throw new NotFoundError();
    },
  };
}

/** Whether nobody reads the paste but a reader who is released. */
export const needsRelease = ({ approvals, recipient }: Pick<PasteOptions, 'approvals' | 'recipient'>): boolean =>
  approvals !== null || recipient !== null;

function claimOf({ publicId, title, isE2ee }: PasteSummary, claimedUntil: number): PasteClaim {
  return { publicId, claimedUntil, title: isE2ee ? '' : title };
}
