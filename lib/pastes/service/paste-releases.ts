/**
 * Releases and refuses readers of burn pastes (reading/paste-waiting.ts): for the owner, the holder of the manage token and those of
 * the release tokens.
 *
 * Guarantees: a token that isn't the paste's gives no right, and comparisons take constant time. With two approvals, the owner without a
 * token is one of them at most, and a manage token none.
 * Not protected: two tokens in one hand are two approvals.
 */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../encoding/sha256';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../../http/errors';
import { AlreadyReleasedError, NotWaitingError } from '../paste.errors';
import { CODE_TRIES } from '../paste.rules';
import { type HostNetworks, isReadableFrom } from '../reading/paste-networks';
import type { WaitingRoom } from '../reading/paste-waiting';
import type { AskedPaste, WaitingReader } from '../reading/paste-waiting.repository';
import type { PasteRepository } from '../storage/paste.repository';
import { isManager, type ManageCredentials } from './paste-rights';

/** Those who wait. Times in ms since 1970. */
export type WaitingList = Awaited<ReturnType<ReturnType<typeof createReleases>['listWaiting']>>;

export interface Release {
  approved: number;
  approvals: number;
}

interface ReleaseCredentials extends ManageCredentials {
  releaseToken: string | null;
}

/** The number of an approval without a release token. */
const BY_OWNER = 0;
/** @param networks of the host, outside of which nobody reads */
export function createReleases(
  { repository, addressOf }: Pick<WaitingRoom, 'repository' | 'addressOf'>,
  pastes: Pick<PasteRepository, 'findRights'>,
  networks: HostNetworks,
) {
  /** @throws NotFoundError, UnauthorizedError, ForbiddenError */
  async function authorize(publicId: string, credentials: ReleaseCredentials): Promise<{ paste: AskedPaste; by: number | null }> {
    const paste = await repository.findAsked(publicId);
    if (!paste) throw new NotFoundError();
    const number = numberOf(paste.releaseHashes, credentials.releaseToken);
    if (number !== null) return { paste, by: number };
    if (paste.ownerId !== null && credentials.principal?.userId === paste.ownerId) return { paste, by: BY_OWNER };
    // A manage token deletes a paste, but with two approvals it is neither of the two.
    if (isManager(paste, credentials)) return { paste, by: paste.approvals === 1 ? BY_OWNER : null };
    const { principal, manageToken, releaseToken, clientAddress = null } = credentials;
    const rights = await pastes.findRights(publicId);
    if (!rights || !isReadableFrom(networks, rights, clientAddress)) throw new NotFoundError();
    throw principal === null && manageToken === null && releaseToken === null ? new UnauthorizedError() : new ForbiddenError();
  }

  async function readerOf({ id }: AskedPaste, code: string): Promise<WaitingReader & { code: string }> {
    const reader = (await repository.list(id)).find((each) => each.code === code);
    if (!reader) throw new NotWaitingError();
    return { ...reader, code };
  }

  async function isAnyReleased({ id }: AskedPaste): Promise<boolean> {
    return (await repository.list(id)).some(({ state }) => state === 'released');
  }

  return {
    /**
     * @returns the readers under codes, and those for whom a code was mailed; the recipient's address for the owner only
     * @throws NotFoundError, UnauthorizedError, ForbiddenError
     */
    async listWaiting(publicId: string, credentials: ReleaseCredentials) {
      const { paste } = await authorize(publicId, credentials);
      const { id, approvals, ownerId, recipientSealed } = paste;
      const readers = await repository.list(id);
      const waiting = readers.flatMap(({ code, since, client, expiresAt, state, firstBy }) => {
        if (code === null || state === 'refused') return [];
        const approved = state === 'released' ? (approvals ?? 0) : firstBy === null ? 0 : 1;
        return [{ code, since, client, expiresAt, state, approved }];
      });
      if (recipientSealed === null) return { approvals, waiting, recipient: null };
      const isOwner = ownerId !== null && credentials.principal?.userId === ownerId;
      const claims = readers.map(({ since, client, expiresAt, state, tries }) => {
        const refused = tries < CODE_TRIES ? 'undeliverable' : 'wrong_codes';
        return { since, client, expiresAt, state: state === 'refused' ? refused : state } as const;
      });
      return { approvals, waiting, recipient: { address: isOwner ? addressOf(paste) : null, claims } };
    },

    /**
     * Gives the caller's approval. Given again, it changes nothing.
     * @throws NotFoundError, UnauthorizedError, ForbiddenError, NotWaitingError, AlreadyReleasedError
     */
    async release(publicId: string, code: string, credentials: ReleaseCredentials): Promise<Release> {
      const { paste, by } = await authorize(publicId, credentials);
      if (paste.approvals === null) throw new NotWaitingError();
      if (by === null) throw new ForbiddenError();
      const { approvals } = paste;
      await repository.approve(paste, await readerOf(paste, code), by);
      const { state, firstBy } = await readerOf(paste, code);
      if (state === 'released') return { approved: approvals, approvals };
      if (approvals === 2 && firstBy === by && !(await isAnyReleased(paste))) return { approved: 1, approvals };
      throw new AlreadyReleasedError();
    },

    /** @throws NotFoundError, UnauthorizedError, ForbiddenError, NotWaitingError, AlreadyReleasedError */
    async refuse(publicId: string, code: string, credentials: ReleaseCredentials): Promise<void> {
      const { paste } = await authorize(publicId, credentials);
      const reader = await readerOf(paste, code);
      if (await repository.refuse(paste, reader, { code, client: reader.client })) return;
      if ((await readerOf(paste, code)).state === 'released') throw new AlreadyReleasedError();
      throw new NotWaitingError();
    },
  };
}

const HASH_BYTES = 32;

/** @returns the number of the release token, from 1; null: it is none of the paste's */
function numberOf(hashes: Uint8Array | null, token: string | null): number | null {
  if (hashes === null || token === null) return null;
  const shown = sha256(token);
  for (let from = 0; from < hashes.length; from += HASH_BYTES)
    if (timingSafeEqual(hashes.subarray(from, from + HASH_BYTES), shown)) return from / HASH_BYTES + 1;
  return null;
}
