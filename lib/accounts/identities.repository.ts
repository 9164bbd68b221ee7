/** Identities (OpenID Connect) in the database. SQL (decision 0041): linking one races, and changes are audited in their transaction. */
import { createAuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, numberOrNull, type Prisma, readClock, tookPlace } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/open-each';
import { openValue, sealValue } from '../vault/vault';
import { MAX_IDENTITIES } from './accounts.rules';
import { NOTIFY_NOBODY, type NotifyAccount, userCreated } from './accounts-audit';
import { createEndingsRepository } from './endings.repository';
import type { IdentityLabel } from './identity.rules';
import { lockUser, parseMakers, selectMaker } from './makers';
import type { Principal } from './principal';
import { lookOf } from './user-name';
import { insertUser } from './users.repository';

export interface IdentityUser {
  userId: number;
  isDisabled: boolean;
}

export type IdentitiesRepository = ReturnType<typeof createIdentitiesRepository>;

/** @param openEach for rows that may be damaged @param notify notifies the user of a linked identity */
export function createIdentitiesRepository(
  db: Database,
  keyring: Keyring,
  openEach: OpenEach = createOpenEach(db),
  notify: NotifyAccount = NOTIFY_NOBODY,
) {
  const { prisma } = db;
  const { now } = db.dialect;
  const audit = createAuditRecorder(db, keyring);
  const sealLabel = (id: string, label: IdentityLabel) => sealValue(keyring, labelPlace(id), JSON.stringify(label));

  return {
    endings: createEndingsRepository(db, audit),

    async find(id: string): Promise<IdentityUser | null> {
      const found = await prisma.identity.findUnique({ where: { id }, select: { userId: true, user: { select: { disabledAt: true } } } });
      return found && { userId: found.userId, isDisabled: found.user.disabledAt !== null };
    },

    /**
     * Makes a user with this one identity.
     * @returns null when somebody else has the name or one that looks the same, or the identity exists by now
     */
    async insertUser(name: string, id: string, label: IdentityLabel): Promise<{ userId: number } | null> {
      const look = await lookOf(name);
      try {
        // One transaction: the user is not made when the identity exists already.
        const [users] = await db.write([
          {
            sql: insertUser(now),
            params: [name, look, true],
          },
          {
            sql: `INSERT INTO identities (id, user_id, label_sealed, created_at, last_used_at) SELECT ?, u.id, ?, ${now}, ${now} FROM users u WHERE u.name = ?`,
            params: [id, sealLabel(id, label), name],
            onlyAfter: 0,
          },
          userCreated(audit, 'visitor', name, 0, { identityId: id }),
        ]);
        const [user] = users ?? [];
        return user ? { userId: Number(user.id) } : null;
      } catch (error) {
        if (await prisma.identity.findUnique({ where: { id }, select: { id: true } })) return null;
        throw error;
      }
    },

    /** @returns false when somebody has the identity already, the user has MAX_IDENTITIES, or the holder is no longer signed in */
    link(holder: Principal, id: string, label: IdentityLabel): Promise<boolean> {
      const { userId } = holder;
      const maker = selectMaker(db.dialect, holder);
      return tookPlace(db, 1, [
        lockUser(db.dialect, userId),
        {
          sql: `INSERT INTO identities (id, user_id, label_sealed, created_at, made_by) SELECT ?, u.id, ?, ${now}, maker.made_by
            FROM users u, (${maker.sql}) AS maker
            WHERE u.id = ? AND u.disabled_at IS NULL AND (SELECT COUNT(*) FROM identities i WHERE i.user_id = u.id) < ${MAX_IDENTITIES}
            ON CONFLICT (id) DO NOTHING RETURNING id`,
          params: [id, sealLabel(id, label), ...maker.params, userId],
        },
        audit.record({ by: { userId }, action: 'identity.linked', object: id }, 1),
        ...notify('identity.linked', { userId }).map((statement) => ({ ...statement, onlyAfter: 1 })),
      ]);
    },

    /** Records that the identity was used to sign in, and its current label. */
    async touch(id: string, label: IdentityLabel): Promise<void> {
      await prisma.identity.updateMany({ where: { id }, data: { labelSealed: sealLabel(id, label), lastUsedAt: await readClock(db) } });
    },

    async endSessions(id: string): Promise<void> {
      await prisma.session.deleteMany({ where: { identityId: id } });
    },

    /** Records whether the provider's groups make an administrator: a right of the sessions made with the identity, and of nothing else. */
    async setAdmin(userId: number, id: string, isAdmin: boolean): Promise<void> {
      const nowMs = await readClock(db);
      const change = prisma.identity.update({
        where: { id, adminAt: isAdmin ? null : { not: null } },
        data: { adminAt: isAdmin ? nowMs : null },
        select: { id: true },
      });
      const details = { by: 'OIDC_ADMIN_GROUPS', identityId: id };
      const action = isAdmin ? 'user.promoted' : 'user.demoted';
      await changeRow(db, change, audit.entry({ by: { userId }, action, object: userId, details }, nowMs));
    },

    /** Records in the audit that a sign-in was refused. @param userId null: nobody has the identity */
    async refuse(id: string, userId: number | null, reason: string, address: string | null): Promise<void> {
      const details = { identityId: id, reason, ...(address === null ? {} : { address }) };
      await db.write([audit.recordRefused({ by: 'visitor', action: 'session.refused', object: userId ?? id, details })]);
    },

    async listOf(userId: number): Promise<OwnIdentity[]> {
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
