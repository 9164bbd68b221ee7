/**
 * Users.
 *
 * Guarantees: changes of users are audited in the same transaction. `removeUser` refuses all of a user's keys from its first
 * statement on. When it returns, the user has nothing left: pastes with their contents, receipts, request links, webhooks with their
 * log, links to chats with their messages, the mail address, keys, sessions. It may be killed and run again. Removed pastes notify
 * nobody: their receivers are removed, too. The audit keeps the user's name.
 * Not removed: chats themselves, which cleanup takes when no user is linked to them; what backups, logs and the database's own
 * files still hold.
 * SQL (decision 0041): audited.
 */
import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import { changeRow, type Database, type Row, readClock, type SqlValue, type Statement } from '../db/database';
import { AccountError } from './accounts.errors';
import type { AccountEvent } from './accounts.rules';
import { lookOf } from './user-name';

/** Makes statements that queue messages about the event for the user's chats; they run in the transaction of the event. */
export type NotifyAccount = (event: AccountEvent, user: { userId: number } | { userName: string }) => Statement[];

/** Limit of counting one user's pastes, so that a list of users costs the same however many there are. */
export const MAX_COUNTED_PASTES = 1_000;

/** Part of the list of users, in the order in which they were made. */
interface UserPage {
  /** Id of the last user on the page before. */
  after: number;
  limit: number;
  prefix?: string;
}

/** More users than any instance has, so that a command lists all of them. */
const MAX_LISTED = 1_000_000;
/** Rows that one transaction of a removal removes: few, so that no other writer waits noticeably. */
const BATCH_ROWS = 100;

/** States that a column dates, with the audit's actions that begin and end them. */
const DATED = {
  disabledAt: { on: 'user.disabled', off: 'user.enabled' },
  promotedAt: { on: 'user.promoted', off: 'user.demoted' },
} as const;

/**
 * Makes a user, unless somebody has the name or one that looks the same. The first of the statements returns a row when the user is made.
 * @param by `visitor`: a visitor chose the name @param more for the audit
 */
export async function newUser({ dialect }: Database, audit: AuditRecorder, by: Actor, name: string, more: Record<string, string> = {}) {
  const sql = `INSERT INTO users (name, name_look, created_at, self_registered) VALUES (?, ?, ${dialect.now}, ?) ON CONFLICT DO NOTHING RETURNING id`;
  const object = { sql: 'SELECT CAST(id AS TEXT) FROM users WHERE name = ?', params: [name] };
  return [
    { sql, params: [name, await lookOf(name), by === 'visitor'] },
    audit.record({ by, action: 'user.created', object, details: { name, ...more } }, 0),
  ];
}

/** @param notify notifies the user of the account's end */
export function createUsersService(db: Database, audit: AuditRecorder, notify: NotifyAccount) {
  const { prisma } = db;
  const { now, forUpdate } = db.dialect;

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

  /** @throws AccountError when there is no user of this name */
  async function idOf(name: string, none = 'user: there is none of this name'): Promise<number> {
    const user = await prisma.user.findUnique({ where: { name }, select: { id: true } });
    if (!user) throw new AccountError(none);
    return user.id;
  }

  /** Begins or ends a state; one that has begun already keeps its time. @throws AccountError */
  async function setSince(name: string, state: keyof typeof DATED, isOn: boolean, by: Actor = 'operator'): Promise<void> {
    const id = await idOf(name);
    const nowMs = await readClock(db);
    const change = prisma.user.update({
      where: { id, [state]: isOn ? null : { not: null } },
      data: { [state]: isOn ? nowMs : null },
      select: { id: true },
    });
    const entry = audit.entry({ by, action: DATED[state][isOn ? 'on' : 'off'], object: id, details: { name } }, nowMs);
    // Enabling the user again signs no browser in.
    const endSessions = state === 'disabledAt' && isOn ? [prisma.session.deleteMany({ where: { userId: id } })] : [];
    await changeRow(db, change, entry, ...endSessions);
  }

  /** Removes rows of a table in batches, by id: other writers lock rows in this order, too, which avoids deadlocks. */
  async function removeAll(table: string, condition: string, userId: number, onBatch: (removed: number) => void = () => undefined) {
    const sql = `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${condition} ORDER BY id LIMIT ${BATCH_ROWS}) RETURNING id`;
    for (let removed = 0; ; ) {
      const [rows = []] = await db.write([{ sql, params: [userId] }]);
      removed += rows.length;
      if (rows.length > 0) onBatch(removed);
      else return removed;
    }
  }

  return {
    idOf,

    async listUsers({ after, limit, prefix = '' }: UserPage = { after: 0, limit: MAX_LISTED }): Promise<UserSummary[]> {
      const starts = 'u.id > ? AND substr(u.name, 1, length(CAST(? AS TEXT))) = ?';
      return select(`${starts} ORDER BY u.id LIMIT ?`, [after, prefix, prefix, limit]);
    },

    async findUser(id: number): Promise<UserSummary | null> {
      const [user] = await select('u.id = ?', [id]);
      return user ?? null;
    },

    /** Disables or enables a user. Keys of a disabled user are refused from the next request on. @throws AccountError */
    setDisabled: (userName: string, disabled: boolean, by?: Actor) => setSince(userName, 'disabledAt', disabled, by),

    /** Administrators see the pages under /account/admin, and reports go to their chats. @throws AccountError */
    setAdmin: (userName: string, isAdmin: boolean, by?: Actor) => setSince(userName, 'promotedAt', isAdmin, by),

    /** Removes the account: user, keys, sessions, webhooks, chats, receipts, and all pastes that are left. */
    async removeAccount({ userId, userName }: { userId: number; userName: string }): Promise<void> {
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

    /**
     * Removes a user's account in batches; no event tells of its pastes. An interrupted removal can be called again.
     * @param onProgress gets the number of pastes removed so far
     * @throws AccountError when there is no such user
     */
    async removeUser(name: string, by: Actor, onProgress: (pastes: number) => void = () => undefined) {
      const id = await idOf(name, `user: there is none called ${JSON.stringify(name)}`);
      const details = { name };
      await db.write([
        { sql: `UPDATE users SET disabled_at = ${now} WHERE id = ? AND disabled_at IS NULL RETURNING id`, params: [id] },
        audit.record({ by, action: 'user.disabled', object: id, details }, 0),
      ]);
      await removeAll('webhook_deliveries', 'endpoint_id IN (SELECT id FROM webhook_endpoints WHERE owner_id = ?)', id);
      await removeAll('notification_queue', 'destination_id IN (SELECT id FROM messenger_destinations WHERE owner_id = ?)', id);
      await removeAll('mails', 'mailbox_id IN (SELECT id FROM mailboxes WHERE owner_id = ?)', id);
      const keys = await prisma.apiKey.count({ where: { userId: id } });
      for (let pastes = 0; ; ) {
        const before = pastes;
        pastes += await removeAll('pastes', 'owner_id = ?', id, (removed) => onProgress(before + removed));
        await removeAll('burn_receipts', 'owner_id = ?', id);
        await removeAll('secret_requests', 'owner_id = ?', id);
        // An upload that was under way may have left a paste meanwhile: then the loop runs again. The rest goes with the user.
        // SQL, because Prisma would look for the user among the owners of all pastes.
        const [rows] = await db.write([
          { sql: 'DELETE FROM users WHERE id = ? AND NOT EXISTS (SELECT 1 FROM pastes WHERE owner_id = ?) RETURNING id', params: [id, id] },
          audit.record({ by, action: 'user.deleted', object: id, details }, 0),
        ]);
        if (rows?.length === 1) return { pastes, keys };
      }
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
