/** Ends keys, identities and sessions, alone or with what was made with them. SQL (decision 0041): endings race with makes. */
import type { Actor } from '../audit/audit.rules';
import type { AuditEvent, AuditRecorder } from '../audit/audit-recorder';
import type { Database, Row, SqlValue, Statement } from '../db/database';
import { cancelOpen } from '../outbox/outbox-queue';
import { type Ended, type MadeCounts, type MadeKind, NOTHING_ENDED } from './endings.rules';
import { holderIn, type KeyHolder, lockUser, wasMadeWith } from './makers';

interface Ending {
  userId: number;
  id: string;
  /** Also ends what was made with it. */
  withMade: boolean;
  by: Actor | KeyHolder;
}

export function createEndingsRepository(db: Database, audit: AuditRecorder) {
  const { now } = db.dialect;

  /** A statement that returns a row while the holder's key, identity or session is valid; always for an operator or administrator. */
  const stillIn = (by: Ending['by']): Statement =>
    typeof by === 'object' && 'keyId' in by ? holderIn(db.dialect, by) : { sql: 'SELECT 1 AS yes', params: [] };

  /**
   * @param statements end it; the first of them returns a row when it was there
   * @param entry action and object of the audit entry
   */
  async function end(
    { userId, id, withMade, by }: Ending,
    statements: readonly Statement[],
    entry: Pick<AuditEvent, 'action' | 'object'>,
  ): Promise<Ended> {
    const [may, ended] = [1, 2];
    // The list is for the audit alone: things that are made meanwhile are ended, too.
    const listed = withMade ? await listMade(db, userId, id) : [];
    const details = withMade ? { details: { withMade, made: listed.map((each) => `${each.kind} ${each.id}`.trim()).join(', ') } } : {};
    const actor = typeof by === 'string' ? by : { userId: by.userId };
    const results = await db.write([
      lockUser(db.dialect, userId),
      stillIn(by),
      ...statements.map((statement) => ({ ...statement, onlyAfter: may })),
      ...(withMade ? takeMade(now, userId, id, may) : []),
      audit.record({ by: actor, ...entry, ...details }, listed.length > 0 ? may : ended),
    ]);
    const made = withMade ? countTaken(results.slice(ended + statements.length)) : NOTHING_ENDED.made;
    return { isEnded: (results[ended]?.length ?? 0) > 0, made };
  }

  return {
    ownerOf: (id: string): Promise<number | null> => findOwnerOfMade(db, id),

    listMade: (userId: number, id: string) => listMade(db, userId, id),

    /** Revokes a key. One that is revoked already, or gone, may still have made things that `withMade` ends. */
    revokeKey(userId: number, id: string, withMade: boolean, by: Ending['by']): Promise<Ended> {
      const revoke = `UPDATE api_keys SET revoked_at = ${now} WHERE id = ? AND user_id = ? AND revoked_at IS NULL RETURNING id`;
      const signOut = 'DELETE FROM sessions WHERE key_id = ? AND user_id = ?';
      const statements = [revoke, signOut].map((sql) => ({ sql, params: [id, userId] }));
      return end({ userId, id, withMade, by }, statements, { action: 'key.revoked', object: id });
    },

    /** Unlinks an identity; the sessions that were made with it end, too. */
    unlinkIdentity(holder: KeyHolder, id: string, withMade: boolean): Promise<Ended> {
      const { userId } = holder;
      const unlink = { sql: 'DELETE FROM identities WHERE id = ? AND user_id = ? RETURNING id', params: [id, userId] };
      return end({ userId, id, withMade, by: holder }, [unlink], { action: 'identity.unlinked', object: id });
    },

    /** @param id the session's id hash, in hexadecimal */
    endSession(holder: KeyHolder, id: string, withMade: boolean): Promise<Ended> {
      const { userId } = holder;
      const sql = 'DELETE FROM sessions WHERE id_hash = ? AND user_id = ? RETURNING user_id';
      const remove = { sql, params: [Buffer.from(id, 'hex'), userId] };
      return end({ userId, id, withMade, by: holder }, [remove], { action: 'session.ended', object: userId });
    },
  };
}

/**
 * Things that were made with a key, an identity or a session.
 *
 * Guarantees: they go in one transaction with their maker: keys are revoked, identities unlinked, webhooks,
 * chats and mail addresses deleted with what is still to be sent to them, linking tokens withdrawn, and the sessions of all of these ended.
 * Somebody who makes something meanwhile waits for that transaction, and then makes nothing.
 * Not covered: pastes, which are content; request links, whose answers only the account lists, encrypted for the asker;
 * messages that the owner's own webhooks already sent.
 */
export interface Made {
  kind: MadeKind;
  /** The id in its own list; '' for a linking token, which has none. */
  id: string;
}

/** Each kind's table, its columns of owner and id, and the condition under which a row is still of use. */
const placesOf = (now: string): Record<MadeKind, { table: string; owner: string; id: string; isThere: string }> => ({
  key: { table: 'api_keys', owner: 'user_id', id: 'id', isThere: `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})` },
  identity: { table: 'identities', owner: 'user_id', id: 'id', isThere: 'TRUE' },
  webhook: { table: 'webhook_endpoints', owner: 'owner_id', id: 'CAST(id AS TEXT)', isThere: 'deleted_at IS NULL' },
  chat: { table: 'messenger_destinations', owner: 'owner_id', id: 'CAST(id AS TEXT)', isThere: 'TRUE' },
  mailbox: { table: 'mailboxes', owner: 'owner_id', id: 'CAST(id AS TEXT)', isThere: 'TRUE' },
  token: { table: 'messenger_tokens', owner: 'user_id', id: "''", isThere: `used_by IS NULL AND expires_at > ${now}` },
});

/**
 * Finds the user who has the key, or something that was made with this maker, which itself may be gone.
 * @returns null when no row names the maker
 */
async function findOwnerOfMade(db: Database, makerId: string): Promise<number | null> {
  const owners = Object.values(placesOf(db.dialect.now)).map(
    ({ table, owner, isThere }) => `SELECT ${owner} AS owner FROM ${table} WHERE ${isThere} AND ${wasMadeWith()}`,
  );
  const sql = `SELECT user_id AS owner FROM api_keys WHERE id = ? UNION ${owners.join(' UNION ')}`;
  const [row] = await db.read(sql, [makerId, ...owners.map(() => makerId)]);
  return row ? Number(row.owner) : null;
}

async function listMade(db: Database, userId: number, makerId: string): Promise<Made[]> {
  const selects = Object.entries(placesOf(db.dialect.now)).map(
    ([kind, { table, owner, id, isThere }]) =>
      `SELECT '${kind}' AS kind, ${id} AS id FROM ${table} WHERE ${owner} = ? AND ${isThere} AND ${wasMadeWith()}`,
  );
  const params = selects.flatMap(() => [userId, makerId]);
  const rows = await db.read(selects.join(' UNION ALL '), params);
  return rows.map(({ kind, id }) => ({ kind: kind as MadeKind, id: String(id) }));
}

/**
 * Ends what a user has that was made with this maker.
 * @param onlyAfter index of the statement that decides whether these run
 * @returns statements of one transaction; `countTaken` counts from their results
 */
function takeMade(now: string, userId: number, makerId: string, onlyAfter: number): Statement[] {
  const params: SqlValue[] = [userId, makerId];
  const chats = `SELECT id FROM messenger_destinations WHERE owner_id = ? AND ${wasMadeWith()}`;
  const deleted = 'SELECT id FROM webhook_endpoints WHERE owner_id = ? AND deleted_at IS NOT NULL';
  const statements: Statement[] = [
    {
      sql: `UPDATE api_keys SET revoked_at = ${now} WHERE user_id = ? AND ${placesOf(now).key.isThere} AND ${wasMadeWith()} RETURNING id`,
      params,
    },
    // Deleting an identity deletes its sessions.
    { sql: `DELETE FROM identities WHERE user_id = ? AND ${wasMadeWith()} RETURNING id`, params },
    {
      sql: `UPDATE webhook_endpoints SET deleted_at = ${now}, is_active = FALSE, url_sealed = NULL
        WHERE owner_id = ? AND deleted_at IS NULL AND ${wasMadeWith()} RETURNING id`,
      params,
    },
    { sql: `${cancelOpen('notification_queue', now)} AND destination_id IN (${chats}) RETURNING id`, params },
    { sql: `DELETE FROM messenger_destinations WHERE owner_id = ? AND ${wasMadeWith()} RETURNING id`, params },
    // Deleting a mailbox deletes its mails.
    { sql: `DELETE FROM mailboxes WHERE owner_id = ? AND ${wasMadeWith()} RETURNING id`, params },
    { sql: `DELETE FROM messenger_tokens WHERE user_id = ? AND ${wasMadeWith()} RETURNING user_id`, params },
    { sql: `DELETE FROM webhook_secrets WHERE endpoint_id IN (${deleted})`, params: [userId] },
    { sql: `${cancelOpen('webhook_deliveries', now)} AND endpoint_id IN (${deleted})`, params: [userId] },
    {
      sql: `DELETE FROM sessions WHERE user_id = ?
        AND EXISTS (SELECT 1 FROM api_keys k WHERE k.id = sessions.key_id AND k.revoked_at IS NOT NULL)`,
      params: [userId],
    },
  ];
  return statements.map((statement) => ({ ...statement, onlyAfter }));
}

function countTaken([keys, identities, webhooks, , chats, mailboxes, tokens]: readonly Row[][]): MadeCounts {
  const count = (rows: readonly Row[] | undefined) => rows?.length ?? 0;
  return {
    key: count(keys),
    identity: count(identities),
    webhook: count(webhooks),
    chat: count(chats),
    mailbox: count(mailboxes),
    token: count(tokens),
  };
}
