/**
 * Burn pastes whose sender releases each reader: a claim waits, with a code of four digits, until one or two people have released it.
 *
 * Guarantees, across any number of processes:
 * - Only a released claim binds, and of one paste at most one claim is released at a time. A refused claim is never released.
 * - A release is final for 15 minutes: nobody takes it back, and no other reader is released meanwhile. It survives a crash, since it is
 *   nothing but the paste's row.
 * - At most five readers wait for a paste, each of whom has shown the read token where there is one. Nobody is pushed out. Waiting,
 *   its end and a refusal leave the paste unchanged.
 * - With two approvals, each credential counts once for one code; an approval of one code is none of another.
 * Not protected: without a read proof, anybody who has the id can take the five places. A client's name is what it calls itself. A
 * sender who doesn't compare the code over another channel may release somebody else.
 */
import { sha256 } from '../../encoding/sha256';
import { RefusedError, TooManyWaitingError } from '../paste.errors';
import type { ApprovalsRepository, ClaimState } from './paste-approvals.repository';
import { createWaits, type HoldOptions } from './paste-waits';

export interface WaitingClaim {
  state: 'waiting';
  /** Null when a code is mailed. */
  code: string | null;
  /** Times in ms since 1970. */
  since: number;
  expiresAt: number;
  /** The reader doesn't know the code yet. */
  isNew: boolean;
}

/** Codes that are tried for a new reader, in case one is taken. */
const MAX_TRIES = 5;

export const isWaiting = (claim: object): claim is WaitingClaim => 'state' in claim && claim.state === 'waiting';

export type Approvals = ReturnType<typeof createApprovals>;

export function createApprovals(repository: ApprovalsRepository) {
  const waits = createWaits(repository);

  /** @throws TooManyWaitingError */
  async function requirePlace(id: string): Promise<void> {
    const fullForMs = await repository.fullForMs(id);
    if (fullForMs !== null) throw new TooManyWaitingError(Math.max(1, Math.ceil(fullForMs / 1000)));
  }

  /** Lets a reader wait, as `enter` does in the database. @returns null when the paste is gone @throws TooManyWaitingError, RefusedError */
  async function enterBy(id: string, claimHash: Uint8Array, enter: () => Promise<ClaimState | null>): Promise<WaitingClaim | null> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const entered = toClaim(await enter());
      const found = entered ?? toClaim(await repository.find(id, claimHash));
      if (found?.state === 'waiting') return { ...found, isNew: entered !== null };
      await requirePlace(id);
    }
    return null;
  }

  return {
    repository,
    requirePlace,
    enterBy,

    /** Waits until something is decided about a claim that waits, or as long as the options say. */
    async hold(publicId: string, claim: string, options: HoldOptions): Promise<void> {
      const paste = await repository.findAsked(publicId);
      if (paste) await waits.hold(paste.id, sha256(claim), options);
    },

    /** @returns null when the claim doesn't wait, or no longer @throws RefusedError */
    async find(id: string, claimHash: Uint8Array): Promise<WaitingClaim | { state: 'released' } | null> {
      return toClaim(await repository.find(id, claimHash));
    },

    /** Lets a reader wait. @returns null when the paste is gone @throws TooManyWaitingError, RefusedError */
    enter: (paste: { id: string; ownerId: number | null }, claimHash: Uint8Array, client: string | null): Promise<WaitingClaim | null> =>
      enterBy(paste.id, claimHash, () => repository.enter(paste, claimHash, client)),
  };
}

/** @throws RefusedError */
function toClaim(found: ClaimState | null): WaitingClaim | { state: 'released' } | null {
  if (found === null) return null;
  if (found.state === 'refused') throw new RefusedError();
  const { state, code, since, until } = found;
  return state === 'released' ? { state } : { state, code, since, expiresAt: until, isNew: false };
}
