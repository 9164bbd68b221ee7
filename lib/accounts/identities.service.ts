/**
 * Who signs in by OpenID Connect.
 *
 * Guarantees: an identity is an issuer and a subject, nothing else: an e-mail address, which people change and providers
 * reuse, joins nobody to an account. An identity belongs to one user. Whoever signs in with a new one gets a new user;
 * only somebody who is signed in links one to their own. The policy is asked at each sign-in: somebody whom it refuses then
 * gets no session and loses those made with this identity.
 * Administration by the provider's groups is a right of the sessions that were made with the identity: no key has it, and it
 * ends with the sign-in that no longer says so, and with the identity.
 * Not protected: between two sign-ins the provider isn't asked. A group that was taken away, or an account that was
 * closed there, counts here when the session ends at the latest. API keys are a right of their own, without administration,
 * until they are revoked or the user is disabled. A provider that ignores `prompt=login` and names no `auth_time` confirms a
 * session without asking anybody.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../encoding/sha256';
import { MINUTE_MS } from '../encoding/time.rules';
import type { Logger } from '../log/logger';
import type { KeyHolder } from './accounts.makers';
import type { Ended } from './endings.rules';
import type { IdentitiesRepository, IdentityUser, OwnIdentity } from './identities.repository';
import {
  type AdmissionPolicy,
  hasNeededClaims,
  type IdentityClaims,
  isAdminBy,
  labelOf,
  type RefusalReason,
  refusalOf,
  userNameOf,
} from './identity.rules';
import type { Principal } from './principal';

/** Whom a sign-in found or made, or why it was refused. */
export type IdentitySignIn =
  | { problem: null; identityId: string; userId: number }
  | { problem: RefusalReason | 'user-disabled'; identityId: string; userId: number | null };

export type IdentityLink = 'linked' | 'taken' | RefusalReason;

export type IdentitiesService = ReturnType<typeof createIdentitiesService>;

/** Typing a password and a second factor, and a clock that is behind. */
const MAX_SIGN_IN_AGE_MS = 15 * MINUTE_MS;

/** Names that are tried before one is made unique by chance. */
const NUMBERED_NAMES = 9;

export function createIdentitiesService(repository: IdentitiesRepository, policy: AdmissionPolicy, log: Logger) {
  /** @throws Error when no name is left */
  async function findOrMake(id: string, claims: IdentityClaims): Promise<IdentityUser> {
    const name = userNameOf(claims);
    for (let number = 1; number <= NUMBERED_NAMES + 1; number += 1) {
      const found = await repository.find(id);
      if (found) return found;
      const suffix = number === 1 ? '' : number <= NUMBERED_NAMES ? `-${number}` : `-${randomBytes(2).toString('hex')}`;
      const made = await repository.insertUser(`${name}${suffix}`, id, labelOf(claims));
      if (!made) continue;
      log.info({ userId: made.userId }, 'a user was made for a new identity');
      return { ...made, isDisabled: false };
    }
    throw new Error('expected a user name that nobody has');
  }

  return {
    /** Whether these claims are enough to sign in with, or the provider is to be asked for more. */
    areEnough: (claims: IdentityClaims): boolean => hasNeededClaims(claims, policy),

    /** @param address from where, for the trail */
    async signIn(claims: IdentityClaims, address: string | null = null): Promise<IdentitySignIn> {
      const identityId = identityIdOf(claims);
      const refusal = refusalOf(claims, policy);
      if (refusal !== null) {
        const known = await repository.find(identityId);
        await repository.endSessions(identityId);
        if (known) await repository.setAdmin(known.userId, identityId, false);
        await repository.refuse(identityId, known?.userId ?? null, refusal, address);
        return { problem: refusal, identityId, userId: known?.userId ?? null };
      }
      const { userId, isDisabled } = await findOrMake(identityId, claims);
      if (isDisabled) {
        await repository.refuse(identityId, userId, 'user-disabled', address);
        return { problem: 'user-disabled', identityId, userId };
      }
      await repository.setAdmin(userId, identityId, isAdminBy(claims, policy));
      await repository.touch(identityId, labelOf(claims));
      return { problem: null, identityId, userId };
    },

    /** To the user of somebody signed in. */
    async link(holder: Principal, claims: IdentityClaims): Promise<IdentityLink> {
      const refusal = refusalOf(claims, policy);
      if (refusal !== null) return refusal;
      const id = identityIdOf(claims);
      if (await repository.link(holder, id, labelOf(claims))) return 'linked';
      return (await repository.find(id))?.userId === holder.userId ? 'linked' : 'taken';
    },

    /** Whether the claims are about an identity of somebody signed in, who has signed in at the provider again just now. */
    async isAgain({ userId }: Principal, claims: IdentityClaims): Promise<boolean> {
      if (refusalOf(claims, policy) !== null || isOld(claims)) return false;
      return (await repository.find(identityIdOf(claims)))?.userId === userId;
    },

    /** @param withMade also what was made with it */
    unlink: (holder: KeyHolder, id: string, withMade = false): Promise<Ended> => repository.endings.unlinkIdentity(holder, id, withMade),

    listOwn: ({ userId }: Principal): Promise<OwnIdentity[]> => repository.listOf(userId),
  };
}

/** Whether the provider says that the sign-in was earlier: it was asked for one now. Some providers say nothing. */
function isOld({ auth_time: at }: IdentityClaims): boolean {
  return typeof at === 'number' && at * 1000 < Date.now() - MAX_SIGN_IN_AGE_MS;
}

/** An identity's key in the database. */
function identityIdOf({ iss, sub }: IdentityClaims): string {
  return sha256(JSON.stringify([iss, sub])).toString('base64url');
}
