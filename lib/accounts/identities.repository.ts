/** Identities in the database: what people are known by who sign in by OpenID Connect. SQL (decision 0041): linking one is a race, and what changes stands in the trail. */
import { createAuditRecorder } from '../audit/audit.recorder';
import { type Database, numberOrNull, readClock, tookPlace } from '../db/database';
import type { Keyring } from '../vault/keyring';
import { openValue, sealValue } from '../vault/vault';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/vault.damage';
import { createAccountsTrail } from './accounts.audit';
import { MAX_IDENTITIES } from './accounts.rules';
import type { IdentityLabel } from './identity.rules';

/** What a user sees of an identity of theirs; times in ms since 1970. */
export interface OwnIdentity extends IdentityLabel {
  id: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface IdentityUser {
  userId: number;
  isDisabled: boolean;
}

export type IdentitiesRepository = ReturnType<typeof createIdentitiesRepository>;

/** @param openEach for rows that may be damaged */
export function createIdentitiesRepository(db: Database, keyring: Keyring, openEach: OpenEach = createOpenEach(db)) {
  const { prisma } = db;
  const { now, forUpdate } = db.dialect;
  const audit = createAuditRecorder(db, keyring);
  const { userCreated } = createAccountsTrail(audit);
  const sealLabel = (id: string, label: IdentityLabel) => sealValue(keyring, labelPlace(id), JSON.stringify(label));

  return {
    async find(id: string): Promise<IdentityUser | null> {
      const found = await prisma.identity.findUnique({ where: { id }, select: { userId: true, user: { select: { disabledAt: true } } } });
      return found && { userId: found.userId, isDisabled: found.user.disabledAt !== null };
    },

    /**
     * Makes a user with this one identity.
     * @returns null when somebody else has the name, or the identity is there by now
     */
    async insertUser(name: string, id: string, label: IdentityLabel): Promise<{ userId: number } | null> {
      try {
        // One transaction: an identity that is there already undoes both.
        const [users] = await db.write([
          {
            sql: `INSERT INTO users (name, created_at, self_registered) VALUES (?, ${now}, TRUE) ON CONFLICT (name) DO NOTHING RETURNING id`,
            params: [name],
          },
          {
            sql: `INSERT INTO identities (id, user_id, label_sealed, created_at, last_used_at) SELECT ?, u.id, ?, ${now}, ${now} FROM users u WHERE u.name = ?`,
            params: [id, sealLabel(id, label), name],
            onlyAfter: 0,
          },
          userCreated('visitor', name, 0, { identityId: id }),
        ]);
        const [user] = users ?? [];
        return user ? { userId: Number(user.id) } : null;
      } catch (error) {
        if (await prisma.identity.findUnique({ where: { id }, select: { id: true } })) return null;
        throw error;
      }
    },

    /** @returns false when somebody has it already, or the user has MAX_IDENTITIES */
    link: (userId: number, id: string, label: IdentityLabel): Promise<boolean> =>
      tookPlace(db, 1, [
        { sql: `SELECT id FROM users WHERE id = ? ${forUpdate}`, params: [userId] },
        {
          sql: `INSERT INTO identities (id, user_id, label_sealed, created_at) SELECT ?, u.id, ?, ${now} FROM users u
            WHERE u.id = ? AND u.disabled_at IS NULL AND (SELECT COUNT(*) FROM identities i WHERE i.user_id = u.id) < ${MAX_IDENTITIES}
            ON CONFLICT (id) DO NOTHING RETURNING id`,
          params: [id, sealLabel(id, label), userId],
        },
        audit.record({ by: { userId }, action: 'identity.linked', object: id }, 1),
      ]),

    /** It was used to sign in, and is called so now. */
    async touch(id: string, label: IdentityLabel): Promise<void> {
      await prisma.identity.updateMany({ where: { id }, data: { labelSealed: sealLabel(id, label), lastUsedAt: await readClock(db) } });
    },

    /** Ends the sessions that were made with it, too. @returns whether it was one of theirs */
    unlink: (userId: number, id: string): Promise<boolean> =>
      tookPlace(db, 0, [
        { sql: 'DELETE FROM identities WHERE id = ? AND user_id = ? RETURNING id', params: [id, userId] },
        audit.record({ by: { userId }, action: 'identity.unlinked', object: id }, 0),
      ]),

    async endSessions(id: string): Promise<void> {
      await prisma.session.deleteMany({ where: { identityId: id } });
    },

    /** As the provider's groups say. Since when it is so stays as it was. */
    async setAdmin(userId: number, isAdmin: boolean): Promise<void> {
      const change = isAdmin
        ? `SET promoted_at = ${now} WHERE promoted_at IS NULL`
        : 'SET promoted_at = NULL WHERE promoted_at IS NOT NULL';
      await db.write([
        { sql: `UPDATE users ${change} AND id = ? RETURNING id`, params: [userId] },
        audit.record(
          { by: { userId }, action: isAdmin ? 'user.promoted' : 'user.demoted', object: userId, details: { by: 'OIDC_ADMIN_GROUPS' } },
          0,
        ),
      ]);
    },

    /** Records that a sign-in was refused. @param userId null: nobody has the identity */
    async refuse(id: string, userId: number | null, reason: string, address: string | null): Promise<void> {
      const details = { identityId: id, reason, ...(address === null ? {} : { address }) };
      await db.write([audit.recordRefused({ by: 'visitor', action: 'session.refused', object: userId ?? id, details })]);
    },

    /** One user's, the oldest first. */
    async listOf(userId: number): Promise<OwnIdentity[]> {
      const rows = await prisma.identity.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
      const labels = await openEach(
        'identities',
        rows,
        ({ id, labelSealed }) => JSON.parse(openValue(keyring, labelPlace(id), labelSealed)) as IdentityLabel,
        () => ({ issuer: UNREADABLE, name: UNREADABLE }),
      );
      return rows.map(({ id, createdAt, lastUsedAt }, index) => ({
        ...(labels[index] as IdentityLabel),
        id,
        createdAt: Number(createdAt),
        lastUsedAt: numberOrNull(lastUsedAt),
      }));
    },
  };
}

export const labelPlace = (id: string) => ({ row: `identity/${id}`, column: 'identity-label' }) as const;
