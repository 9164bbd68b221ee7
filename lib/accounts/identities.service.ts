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
 * SQL (decision 0041): linking one races, and changes are audited in their transaction.
 */
import { randomBytes } from 'node:crypto';
import { createAuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, numberOrNull, type Prisma, readClock, tookPlace } from '../db/database';
import { sha256 } from '../encoding/sha256';
import { MINUTE_MS } from '../encoding/time.rules';
import type { Logger } from '../log/logger';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/open-each';
import { openValue, sealValue } from '../vault/vault';
import { MAX_IDENTITIES } from './accounts.rules';
import {
  type AdmissionPolicy,
  hasNeededClaims,
  type IdentityClaims,
  type IdentityLabel,
  isAdminBy,
  labelOf,
  type RefusalReason,
  refusalOf,
  userNameOf,
} from './identity.rules';
import { lockUser, parseMakers, selectMaker } from './makers';
import type { Principal } from './principal';
import { type NotifyAccount, newUser } from './users.service';

/** The user whom a sign-in found or made, or why it was refused. */
type IdentitySignIn =
  | { problem: null; identityId: string; userId: number }
  | { problem: RefusalReason | 'user-disabled'; identityId: string; userId: number | null };

type IdentityLink = 'linked' | 'taken' | RefusalReason;

/** Allows for typing a password and a second factor, and for a clock that is behind. */
const MAX_SIGN_IN_AGE_MS = 15 * MINUTE_MS;

/** Names that are tried (`anna`, `anna-2` to `anna-9`) before one gets a random suffix. */
const NUMBERED_NAMES = 9;

interface IdentityUser {
  userId: number;
  isDisabled: boolean;
}

/** @param openEach for rows that may be damaged @param notify notifies the user of a linked identity; default: nobody */
export function createIdentitiesService(
  db: Database,
  keyring: Keyring,
  policy: AdmissionPolicy,
  log: Logger,
  openEach: OpenEach = createOpenEach(db),
  notify: NotifyAccount = () => [],
) {
  const { prisma } = db;
  const { now } = db.dialect;
  const audit = createAuditRecorder(db, keyring);
  const sealLabel = (id: string, label: IdentityLabel) => sealValue(keyring, labelPlace(id), JSON.stringify(label));

  async function find(id: string): Promise<IdentityUser | null> {
    const found = await prisma.identity.findUnique({ where: { id }, select: { userId: true, user: { select: { disabledAt: true } } } });
    return found && { userId: found.userId, isDisabled: found.user.disabledAt !== null };
  }

  /**
   * Makes a user with this one identity.
   * @returns null when somebody else has the name or one that looks the same, or the identity exists by now
   */
  async function makeUser(name: string, id: string, label: IdentityLabel): Promise<number | null> {
    try {
      // One transaction: the user is not made when the identity exists already.
      const [users] = await db.write([
        ...(await newUser(db, audit, 'visitor', name, { identityId: id })),
        {
          sql: `INSERT INTO identities (id, user_id, label_sealed, created_at, last_used_at) SELECT ?, u.id, ?, ${now}, ${now} FROM users u WHERE u.name = ?`,
          params: [id, sealLabel(id, label), name],
          onlyAfter: 0,
        },
      ]);
      const [user] = users ?? [];
      return user ? Number(user.id) : null;
    } catch (error) {
      if (await find(id)) return null;
      throw error;
    }
  }

  /** @throws Error when no name is left */
  async function findOrMake(id: string, claims: IdentityClaims): Promise<IdentityUser> {
    const name = userNameOf(claims);
    for (let number = 1; number <= NUMBERED_NAMES + 1; number += 1) {
      const found = await find(id);
      if (found) return found;
      const suffix = number === 1 ? '' : number <= NUMBERED_NAMES ? `-${number}` : `-${randomBytes(2).toString('hex')}`;
      const userId = await makeUser(`${name}${suffix}`, id, labelOf(claims));
      if (userId === null) continue;
      log.info({ userId }, 'a user was made for a new identity');
      return { userId, isDisabled: false };
    }
    throw new Error('expected a user name that nobody has');
  }

  /** Records whether the provider's groups make an administrator: a right of the sessions made with the identity, and of nothing else. */
  async function setAdmin(userId: number, id: string, isAdmin: boolean): Promise<void> {
    const nowMs = await readClock(db);
    const change = prisma.identity.update({
      where: { id, adminAt: isAdmin ? null : { not: null } },
      data: { adminAt: isAdmin ? nowMs : null },
      select: { id: true },
    });
    const details = { by: 'OIDC_ADMIN_GROUPS', identityId: id };
    const action = isAdmin ? 'user.promoted' : 'user.demoted';
    await changeRow(db, change, audit.entry({ by: { userId }, action, object: userId, details }, nowMs));
  }

  /** Records in the audit that a sign-in was refused. @param userId null: nobody has the identity */
  async function refuse(identityId: string, userId: number | null, problem: RefusalReason | 'user-disabled', address: string | null) {
    const details = { identityId, reason: problem, ...(address === null ? {} : { address }) };
    await db.write([audit.recordRefused({ by: 'visitor', action: 'session.refused', object: userId ?? identityId, details })]);
    return { problem, identityId, userId };
  }

  return {
    /** Whether these claims are enough for a sign-in; if not, the provider is asked for more. */
    areEnough: (claims: IdentityClaims): boolean => hasNeededClaims(claims, policy),

    /** @param address the client's, for the audit */
    async signIn(claims: IdentityClaims, address: string | null = null): Promise<IdentitySignIn> {
      const identityId = identityIdOf(claims);
      const refusal = refusalOf(claims, policy);
      if (refusal !== null) {
        const known = await find(identityId);
        await prisma.session.deleteMany({ where: { identityId } });
        if (known) await setAdmin(known.userId, identityId, false);
        return refuse(identityId, known?.userId ?? null, refusal, address);
      }
      const { userId, isDisabled } = await findOrMake(identityId, claims);
      if (isDisabled) return refuse(identityId, userId, 'user-disabled', address);
      await setAdmin(userId, identityId, isAdminBy(claims, policy));
      const data = { labelSealed: sealLabel(identityId, labelOf(claims)), lastUsedAt: await readClock(db) };
      await prisma.identity.updateMany({ where: { id: identityId }, data });
      return { problem: null, identityId, userId };
    },

    /** @returns `taken` also when the user has MAX_IDENTITIES, or the holder is no longer signed in */
    async link(holder: Principal, claims: IdentityClaims): Promise<IdentityLink> {
      const refusal = refusalOf(claims, policy);
      if (refusal !== null) return refusal;
      const { userId } = holder;
      const id = identityIdOf(claims);
      const maker = selectMaker(db.dialect, holder);
      const isLinked = await tookPlace(db, 1, [
        lockUser(db.dialect, userId),
        {
          sql: `INSERT INTO identities (id, user_id, label_sealed, created_at, made_by) SELECT ?, u.id, ?, ${now}, maker.made_by
            FROM users u, (${maker.sql}) AS maker
            WHERE u.id = ? AND u.disabled_at IS NULL AND (SELECT COUNT(*) FROM identities i WHERE i.user_id = u.id) < ${MAX_IDENTITIES}
            ON CONFLICT (id) DO NOTHING RETURNING id`,
          params: [id, sealLabel(id, labelOf(claims)), ...maker.params, userId],
        },
        audit.record({ by: { userId }, action: 'identity.linked', object: id }, 1),
        ...notify('identity.linked', { userId }).map((statement) => ({ ...statement, onlyAfter: 1 })),
      ]);
      return isLinked || (await find(id))?.userId === userId ? 'linked' : 'taken';
    },

    /** Whether the claims prove that somebody signed in has just signed in at the provider again, with an identity of their own. */
    async isAgain({ userId }: Principal, claims: IdentityClaims): Promise<boolean> {
      if (refusalOf(claims, policy) !== null || isOld(claims)) return false;
      return (await find(identityIdOf(claims)))?.userId === userId;
    },

    async listOwn({ userId }: Principal): Promise<OwnIdentity[]> {
      const rows = await prisma.identity.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
      return openEach(
        'identities',
        rows,
        (row) => toIdentity(row, JSON.parse(openValue(keyring, labelPlace(row.id), row.labelSealed)) as IdentityLabel),
        (row) => toIdentity(row, { issuer: UNREADABLE, name: UNREADABLE }),
      );
    },
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

const toIdentity = ({ id, createdAt, lastUsedAt, madeBy }: Prisma.IdentityGetPayload<object>, label: IdentityLabel) => ({
  ...label,
  id,
  createdAt: Number(createdAt),
  lastUsedAt: numberOrNull(lastUsedAt),
  /** Ids of all keys, identities and sessions through which this identity was linked, the first one first. */
  makers: parseMakers(madeBy),
});

/** An identity as its user sees it; times in ms since 1970. */
export type OwnIdentity = ReturnType<typeof toIdentity>;

export const labelPlace = (id: string) => ({ row: `identity/${id}`, column: 'identity-label' }) as const;
