/**
 * Burn pastes for a reader who may stumble: first claimed, then fetched as often as it takes, then acknowledged.
 *
 * Guarantees:
 * - At most one claim binds, through any number of processes. From that moment the paste is gone for everybody else,
 *   and whoever watches it has been told that it was opened, in the same transaction.
 * - Nothing is bound that can't be handed out: the whole content is decrypted first.
 * - The claimant can fetch it again and again until the lease ends, and longer while a fetch is under way: up to fifteen
 *   leases, and never past the paste's own expiry. An acknowledgement deletes it at once, and so do its owner and its
 *   manage token; the lease's end does at the latest: a process that dies changes nothing of that.
 * Not protected: a claimant who is gone for longer than the lease has lost it. Whoever learns the claim (it is in no
 * address, log or event) could fetch it as well while the lease runs.
 */
import { sha256 } from '../../encoding/sha256';
import { NotFoundError, nothingIfMissing } from '../../http/errors';
import { NothingToClaimError } from '../paste.errors';
import type { Opened, Opening, PasteSummary, ReadPaste } from '../storage/paste.opening';
import type { ClaimsRepository } from './paste.claims.repository';
import type { ProofGuard, ReadAccess } from './paste.proof';

export interface PasteClaim {
  publicId: string;
  /** End of the lease; ms since 1970. */
  claimedUntil: number;
  /** Nobody was shown it before. Empty when the paste is encrypted end to end: its title is inside. */
  title: string;
}

/** Of the lease: so often a fetch under way renews it. */
const RENEW_AFTER = 1 / 4;

/** How burn pastes are kept for the one who may read them. */
export interface Burning {
  claims: ClaimsRepository;
  proofs: ProofGuard;
  /** How long a claim holds. */
  leaseMs: number;
}

/** @param load gives a live paste, or throws NotFoundError */
export function createClaims(
  { claims: repository, proofs, leaseMs }: Burning,
  opening: Opening,
  load: (publicId: string) => Promise<Opened>,
) {
  async function bind(publicId: string, claimHash: Uint8Array, access: ReadAccess): Promise<PasteClaim | null> {
    const opened = await load(publicId).catch(nothingIfMissing);
    if (!opened) return null;
    if (!opened.row.burnAfterRead) throw new NothingToClaimError();
    await proofs.check(opened, access);
    for await (const _ of opening.decodeAll(opened));
    const claimedUntil = await repository.claim(opened.row, claimHash, leaseMs);
    return claimedUntil === null ? null : claimOf(opened.paste.summary, claimedUntil);
  }

  /** @returns null when the claim holds nothing */
  async function bound(publicId: string, claimHash: Uint8Array): Promise<PasteClaim | null> {
    const found = await repository.findClaimed(publicId, claimHash);
    return found && claimOf(opening.summarize(found.row), Number(found.row.expiresAt));
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

  return {
    /**
     * Binds a burn paste to the claim. The same claim again gets the same response, until the lease ends.
     * @throws NotFoundError, ReadTokenRequiredError, NothingToClaimError
     */
    async claim(publicId: string, claim: string, access: ReadAccess): Promise<PasteClaim> {
      const claimHash = sha256(claim);
      const claimed = (await bind(publicId, claimHash, access)) ?? (await bound(publicId, claimHash));
      if (!claimed) throw new NotFoundError();
      return claimed;
    },

    /** What the claim holds. @throws NotFoundError */
    async read(publicId: string, claim: string): Promise<ReadPaste> {
      const claimHash = sha256(claim);
      const opened = await opening.openOne(await repository.findClaimed(publicId, claimHash));
      const { row, paste } = opened;
      const content = row.chunkCount === 1 ? paste.beginning : renewing(row.id, claimHash, opening.decodeAll(opened));
      return { paste, viewCount: row.viewCount + 1, content };
    },

    /** Its reader has it: deletes it. @throws NotFoundError */
    async acknowledge(publicId: string, claim: string): Promise<void> {
      if (!(await repository.remove(publicId, sha256(claim)))) throw new NotFoundError();
    },
  };
}

function claimOf({ publicId, title, isE2ee }: PasteSummary, claimedUntil: number): PasteClaim {
  return { publicId, claimedUntil, title: isE2ee ? '' : title };
}
