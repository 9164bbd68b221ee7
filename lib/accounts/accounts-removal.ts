/**
 * Removal of a user with everything they have.
 *
 * Guarantees: from the first statement on all their keys are refused. When it returns, the user has nothing left: pastes with
 * their contents, receipts, request links, webhooks with their log, links to chats with their messages, the mail address, keys, sessions. It may
 * be killed and run again. Removed pastes notify nobody: their receivers are removed, too. The audit keeps the user's name.
 * Not removed: chats themselves, which cleanup takes when no user is linked to them; what backups, logs and the database's own
 * files still hold.
 */

import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import type { Database, SqlValue } from '../db/database';
import { AccountError } from './accounts.errors';

/** Rows that one transaction removes: few, so that no other writer waits noticeably. */
const BATCH_ROWS = 100;

export interface RemovedUser {
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
