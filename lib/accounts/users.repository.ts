/** Users in the database. SQL (decision 0041): their changes are audited in the same transaction. */
import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, type Row, readClock, type SqlValue } from '../db/database';
import { AccountError } from './accounts.errors';
import type { NotifyAccount } from './accounts-audit';

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

    /** Removes a user in batches; `removeUserInBatches` has the guarantees. */
    removeUserInBatches: removeUserInBatches.bind(null, db, audit),

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

/**
 * Removal of a user with everything they have.
 *
 * Guarantees: from the first statement on all their keys are refused. When it returns, the user has nothing left: pastes with
 * their contents, receipts, request links, webhooks with their log, links to chats with their messages, the mail address, keys, sessions. It may
 * be killed and run again. Removed pastes notify nobody: their receivers are removed, too. The audit keeps the user's name.
 * Not removed: chats themselves, which cleanup takes when no user is linked to them; what backups, logs and the database's own
 * files still hold.
 */

/** Rows that one transaction removes: few, so that no other writer waits noticeably. */
const BATCH_ROWS = 100;

interface RemovedUser {
  pastes: number;
  keys: number;
}

/**
 * @param by the actor, for the audit
 * @param onProgress gets the number of pastes removed so far
 * @throws AccountError when there is no such user
 */
export async function removeUserInBatches(
  db: Database,
  audit: AuditRecorder,
  userName: string,
  by: Actor,
  onProgress: (pastes: number) => void = () => undefined,
): Promise<RemovedUser> {
  const { prisma } = db;
  const user = await prisma.user.findUnique({ where: { name: userName }, select: { id: true } });
  if (!user) throw new AccountError(`user: there is none called ${JSON.stringify(userName)}`);
  const { id } = user;
  const details = { name: userName };
  await db.write([
    { sql: `UPDATE users SET disabled_at = ${db.dialect.now} WHERE id = ? AND disabled_at IS NULL RETURNING id`, params: [id] },
    audit.record({ by, action: 'user.disabled', object: id, details }, 0),
  ]);

  /** Removes rows of a table in batches, by id: other writers lock rows in this order, too, which avoids deadlocks. */
  async function removeAll(table: string, condition: string, params: SqlValue[], onBatch: (removed: number) => void = () => undefined) {
    const sql = `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${condition} ORDER BY id LIMIT ${BATCH_ROWS}) RETURNING id`;
    for (let removed = 0; ; ) {
      const [rows = []] = await db.write([{ sql, params }]);
      removed += rows.length;
      if (rows.length > 0) onBatch(removed);
      else return removed;
    }
  }

  const endpoints = 'SELECT id FROM webhook_endpoints WHERE owner_id = ?';
  const links = 'SELECT id FROM messenger_destinations WHERE owner_id = ?';
  await removeAll('webhook_deliveries', `endpoint_id IN (${endpoints})`, [id]);
  await removeAll('notification_queue', `destination_id IN (${links})`, [id]);
  await removeAll('mails', 'mailbox_id IN (SELECT id FROM mailboxes WHERE owner_id = ?)', [id]);
  const keys = await prisma.apiKey.count({ where: { userId: id } });
  for (let pastes = 0; ; ) {
    const before = pastes;
    pastes += await removeAll('pastes', 'owner_id = ?', [id], (removed) => onProgress(before + removed));
    await removeAll('burn_receipts', 'owner_id = ?', [id]);
    await removeAll('secret_requests', 'owner_id = ?', [id]);
    // An upload that was under way may have left a paste meanwhile: then the loop runs again. The rest goes with the user.
    // SQL, because Prisma would look for the user among the owners of all pastes.
    const [rows] = await db.write([
      { sql: 'DELETE FROM users WHERE id = ? AND NOT EXISTS (SELECT 1 FROM pastes WHERE owner_id = ?) RETURNING id', params: [id, id] },
      audit.record({ by, action: 'user.deleted', object: id, details }, 0),
    ]);
    if (rows?.length === 1) return { pastes, keys };
  }
}
