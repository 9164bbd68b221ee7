/**
 * Sign-in by OpenID Connect.
 *
 * Guarantees: an identity is an issuer and a subject, nothing else: an e-mail address, which people change and providers
 * reuse, joins nobody to an account. An identity belongs to one user. Signing in with a new identity makes a new user;
 * only somebody who is signed in can link one to their own account. The policy applies at each sign-in: somebody whom it
 * refuses gets no session and loses those made with this identity.
 * Administration by the provider's groups is a right of the sessions that were made with the identity: no key has it, and it
 * ends at a sign-in whose claims no longer name the group, and with the identity.
 * Not protected: between two sign-ins the provider isn't asked. A group that was taken away, or an account that was
 * closed there, takes effect here when the session ends at the latest. API keys go on working, without administration,
 * until they are revoked or the user is disabled. A provider that ignores `prompt=login` and names no `auth_time` confirms a
 * session without asking anybody.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../encoding/sha256';
import { MINUTE_MS } from '../encoding/time.rules';
import type { Logger } from '../log/logger';
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
import type { KeyHolder } from './makers';
import type { Principal } from './principal';

/** The user whom a sign-in found or made, or why it was refused. */
export type IdentitySignIn =
  | { problem: null; identityId: string; userId: number }
  | { problem: RefusalReason | 'user-disabled'; identityId: string; userId: number | null };

export type IdentityLink = 'linked' | 'taken' | RefusalReason;

/** Allows for typing a password and a second factor, and for a clock that is behind. */
const MAX_SIGN_IN_AGE_MS = 15 * MINUTE_MS;

/** Names that are tried (`anna`, `anna-2` to `anna-9`) before one gets a random suffix. */
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
    /** Whether these claims are enough for a sign-in; if not, the provider is asked for more. */
    areEnough: (claims: IdentityClaims): boolean => hasNeededClaims(claims, policy),

    /** @param address the client's, for the audit */
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

    async link(holder: Principal, claims: IdentityClaims): Promise<IdentityLink> {
      const refusal = refusalOf(claims, policy);
      if (refusal !== null) return refusal;
      const id = identityIdOf(claims);
      if (await repository.link(holder, id, labelOf(claims))) return 'linked';
      return (await repository.find(id))?.userId === holder.userId ? 'linked' : 'taken';
    },

    /** Whether the claims prove that somebody signed in has just signed in at the provider again, with an identity of their own. */
    async isAgain({ userId }: Principal, claims: IdentityClaims): Promise<boolean> {
      if (refusalOf(claims, policy) !== null || isOld(claims)) return false;
      return (await repository.find(identityIdOf(claims)))?.userId === userId;
    },

    /** @param withMade also ends what was made with the identity */
    unlink: (holder: KeyHolder, id: string, withMade = false): Promise<Ended> => repository.endings.unlinkIdentity(holder, id, withMade),

    listOwn: ({ userId }: Principal): Promise<OwnIdentity[]> => repository.listOf(userId),
  };
}

/** Whether the provider says that the sign-in was earlier, though it was asked for a new one. Some providers don't say. */
function isOld({ auth_time: at }: IdentityClaims): boolean {
  return typeof at === 'number' && at * 1000 < Date.now() - MAX_SIGN_IN_AGE_MS;
}

/** An identity's id in the database: a hash of issuer and subject. */
function identityIdOf({ iss, sub }: IdentityClaims): string {
  return sha256(JSON.stringify([iss, sub])).toString('base64url');
}
