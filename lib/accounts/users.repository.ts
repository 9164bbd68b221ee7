/** Users in the database. SQL (decision 0041): their changes are audited in the same transaction. */

import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, type Row, readClock, type SqlValue } from '../db/database';
import type { NotifyAccount } from './accounts-audit';
import { type RemovedUser, removeUserInBatches } from './accounts-removal';

/** Limit of counting one user's pastes, so that a list of users costs the same however many there are. */
export const MAX_COUNTED_PASTES = 1_000;

/** Part of the list of users, in the order in which they were made. */
export interface UserPage {
  /** Id of the last user on the page before. */
  after: number;
  limit: number;
  prefix?: string;
}

/** More users than any instance has, so that a command lists all of them. */
const MAX_LISTED = 1_000_000;

/** States that a column dates, with the audit's actions that begin and end them. */
const DATED = {
  disabledAt: { on: 'user.disabled', off: 'user.enabled' },
  promotedAt: { on: 'user.promoted', off: 'user.demoted' },
} as const;

/** Makes a user, unless somebody has the name or one that looks the same. Parameters: the name, what it looks like, whether a visitor chose it. */
export const insertUser = (now: string): string =>
  `INSERT INTO users (name, name_look, created_at, self_registered) VALUES (?, ?, ${now}, ?) ON CONFLICT DO NOTHING RETURNING id`;

export type DatedState = keyof typeof DATED;

export function createUsersRepository(db: Database, audit: AuditRecorder, notify: NotifyAccount) {
  const { prisma } = db;
  const { forUpdate } = db.dialect;

  async function select(condition: string, params: readonly SqlValue[]): Promise<UserSummary[]> {
    const rows = await db.readLong(
      `SELECT u.id, u.name, u.created_at, u.disabled_at, u.promoted_at, u.self_registered,
        EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id AND i.admin_at IS NOT NULL) AS is_group_admin,
        (SELECT count(*) FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL) AS active_keys,
        (SELECT count(*) FROM (SELECT 1 FROM pastes p WHERE p.owner_id = u.id LIMIT ${MAX_COUNTED_PASTES + 1}) AS counted) AS pastes
      FROM users u WHERE ${condition}`,
      params,
    );
    return rows.map(toSummary);
  }

  return {
    async removeUser(user: { userId: number; userName: string }): Promise<void> {
      const { userId, userName } = user;
      // The messages are queued before the links to the chats are deleted.
      const notifications = notify('account.deleted', { userId });
      await db.write([
        ...notifications,
        { sql: `SELECT id FROM users WHERE id = ? ${forUpdate}`, params: [userId] },
        // Deleting the user deletes the rest.
        { sql: 'DELETE FROM pastes WHERE owner_id = ?', params: [userId] },
        { sql: 'DELETE FROM users WHERE id = ? RETURNING id', params: [userId] },
        audit.record({ by: { userId }, action: 'user.deleted', object: userId, details: { name: userName } }, notifications.length + 2),
      ]);
    },

    /** Removes a user in batches; accounts-removal.ts has the guarantees. */
    removeUserInBatches: (name: string, by: Actor, onProgress?: (pastes: number) => void): Promise<RemovedUser> =>
      removeUserInBatches(db, audit, name, by, onProgress),

    isLookTaken: async (look: string): Promise<boolean> => (await prisma.user.count({ where: { nameLook: look } })) > 0,

    async findUser(name: string): Promise<{ id: number; createdAt: number; selfRegistered: boolean } | null> {
      const user = await prisma.user.findUnique({ where: { name }, select: { id: true, createdAt: true, selfRegistered: true } });
      return user && { ...user, createdAt: Number(user.createdAt) };
    },

    async listUsers({ after, limit, prefix = '' }: UserPage = { after: 0, limit: MAX_LISTED }): Promise<UserSummary[]> {
      const starts = 'u.id > ? AND substr(u.name, 1, length(CAST(? AS TEXT))) = ?';
      return select(`${starts} ORDER BY u.id LIMIT ?`, [after, prefix, prefix, limit]);
    },

    async findSummary(id: number): Promise<UserSummary | null> {
      const [user] = await select('u.id = ?', [id]);
      return user ?? null;
    },

    /** Begins or ends a state; one that has begun already keeps its time. @returns false when there is no such user */
    async setSince(name: string, state: DatedState, isOn: boolean, by: Actor): Promise<boolean> {
      const user = await prisma.user.findUnique({ where: { name }, select: { id: true } });
      if (!user) return false;
      const nowMs = await readClock(db);
      const change = prisma.user.update({
        where: { id: user.id, [state]: isOn ? null : { not: null } },
        data: { [state]: isOn ? nowMs : null },
        select: { id: true },
      });
      const entry = audit.entry({ by, action: DATED[state][isOn ? 'on' : 'off'], object: user.id, details: { name } }, nowMs);
      // Enabling the user again signs no browser in.
      const endSessions = state === 'disabledAt' && isOn ? [prisma.session.deleteMany({ where: { userId: user.id } })] : [];
      await changeRow(db, change, entry, ...endSessions);
      return true;
    },
  };
}

function toSummary(row: Row) {
  const pastes = Number(row.pastes);
  return {
    id: Number(row.id),
    name: String(row.name),
    createdAt: Number(row.created_at),
    disabledAt: row.disabled_at as number | null,
    /** When the user became an administrator; null: they aren't one. */
    promotedAt: row.promoted_at as number | null,
    /** Whether the provider's groups make them one: then the sessions of that identity, and no others, are an administrator's. */
    isGroupAdmin: Boolean(row.is_group_admin),
    selfRegistered: Boolean(row.self_registered),
    /** Keys that are not revoked. */
    activeKeys: Number(row.active_keys),
    pastes: Math.min(pastes, MAX_COUNTED_PASTES),
    hasMorePastes: pastes > MAX_COUNTED_PASTES,
  };
}

/** Times are in ms since 1970. */
export type UserSummary = ReturnType<typeof toSummary>;
