/** Users in the database. SQL (decision 0041): what changes about them stands in the trail, in the same transaction. */
import type { AuditRecorder } from '../audit/audit.recorder';
import type { Actor } from '../audit/audit.rules';
import { type Database, numberOrNull, type Prisma } from '../db/database';
import { type RemovedUser, removeUserInBatches } from './accounts.removal';

/** What an operator sees of a user; times in ms since 1970. */
export interface UserSummary {
  id: number;
  name: string;
  createdAt: number;
  disabledAt: number | null;
  /** Since when they are an administrator. */
  promotedAt: number | null;
  /** Whether a visitor made the account. */
  selfRegistered: boolean;
  /** Keys that are not revoked. */
  activeKeys: number;
  pastes: number;
}

/** Part of the list of users, in the order in which they were made. */
export interface UserPage {
  /** Id of the last one before. */
  after: number;
  limit: number;
  /** What their names begin with. */
  prefix?: string;
}

/** What can be said of a user since a moment, and the actions that begin and end it. */
const SINCE = {
  disabled_at: { on: 'user.disabled', off: 'user.enabled' },
  promoted_at: { on: 'user.promoted', off: 'user.demoted' },
} as const;

export type SinceColumn = keyof typeof SINCE;

export function createUsersRepository(db: Database, audit: AuditRecorder) {
  const { prisma } = db;
  const { now, forUpdate } = db.dialect;

  return {
    /** Removes the user with all that is theirs. */
    async removeUser(user: { userId: number; userName: string }): Promise<void> {
      const { userId, userName } = user;
      await db.write([
        { sql: `SELECT id FROM users WHERE id = ? ${forUpdate}`, params: [userId] },
        // Everything else goes with its user.
        { sql: 'DELETE FROM pastes WHERE owner_id = ?', params: [userId] },
        { sql: 'DELETE FROM users WHERE id = ? RETURNING id', params: [userId] },
        audit.record({ by: { userId }, action: 'user.deleted', object: userId, details: { name: userName } }, 2),
      ]);
    },

    /** The same in batches, as accounts.removal.ts says. */
    removeUserInBatches: (name: string, by: Actor, onProgress?: (pastes: number) => void): Promise<RemovedUser> =>
      removeUserInBatches(db, audit, name, by, onProgress),

    async findUser(name: string): Promise<{ id: number; createdAt: number; selfRegistered: boolean } | null> {
      const user = await prisma.user.findUnique({ where: { name }, select: { id: true, createdAt: true, selfRegistered: true } });
      return user && { ...user, createdAt: Number(user.createdAt) };
    },

    /** All of them, or a page. */
    async listUsers(page?: UserPage): Promise<UserSummary[]> {
      const users = await prisma.user.findMany({
        include: COUNTS,
        orderBy: { id: 'asc' },
        ...(page && {
          where: { id: { gt: page.after }, ...(page.prefix === undefined ? {} : { name: { startsWith: page.prefix } }) },
          take: page.limit,
        }),
      });
      return users.map(toSummary);
    },

    async findSummary(id: number): Promise<UserSummary | null> {
      const user = await prisma.user.findUnique({ where: { id }, include: COUNTS });
      return user && toSummary(user);
    },

    /** Since when it is so stays as it was. @returns false when there is no such user */
    async setSince(name: string, column: SinceColumn, isOn: boolean, by: Actor): Promise<boolean> {
      const object = { sql: 'SELECT CAST(id AS TEXT) FROM users WHERE name = ?', params: [name] };
      const change = isOn ? `SET ${column} = ${now} WHERE ${column} IS NULL` : `SET ${column} = NULL WHERE ${column} IS NOT NULL`;
      const [rows] = await db.write([
        { sql: `UPDATE users ${change} AND name = ? RETURNING id`, params: [name] },
        audit.record({ by, action: SINCE[column][isOn ? 'on' : 'off'], object, details: { name } }, 0),
      ]);
      return rows?.length === 1 || (await prisma.user.count({ where: { name } })) === 1;
    },
  };
}

const COUNTS = { _count: { select: { apiKeys: { where: { revokedAt: null } }, pastes: true } } } as const;

function toSummary(user: Prisma.UserGetPayload<{ include: typeof COUNTS }>): UserSummary {
  const { id, name, createdAt, disabledAt, promotedAt, selfRegistered, _count } = user;
  return {
    id,
    name,
    createdAt: Number(createdAt),
    disabledAt: numberOrNull(disabledAt),
    promotedAt: numberOrNull(promotedAt),
    selfRegistered,
    activeKeys: _count.apiKeys,
    pastes: _count.pastes,
  };
}
