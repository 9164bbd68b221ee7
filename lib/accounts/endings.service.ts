/**
 * Ends keys, identities and sessions, alone or with what was made with them.
 *
 * Guarantees: what was made goes in one transaction with its maker: keys are revoked, identities unlinked, webhooks,
 * chats and mail addresses deleted with what is still to be sent to them, linking tokens withdrawn, and the sessions of all of these ended.
 * Somebody who makes something meanwhile waits for that transaction, and then makes nothing. Endings are audited.
 * Not covered: pastes, which are content; request links, whose answers only the account lists, encrypted for the asker;
 * messages that the owner's own webhooks already sent.
 * SQL (decision 0041): endings race with makes.
 */
import type { Actor, AuditAction } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import type { Database, Statement } from '../db/database';
import { cancelOpen } from '../outbox/outbox-queue';
import { AccountError } from './accounts.errors';
import { isKeyId, parseApiKey } from './api-key';
import { countEnded, type Ended, isSessionId, MADE_KINDS, type MadeCounts, type MadeKind, NOTHING_ENDED } from './endings.rules';
import { holderIn, type KeyHolder, lockUser, wasMadeWith } from './makers';

/** A thing that was made with a key, an identity or a session. */
interface Made {
  kind: MadeKind;
  /** The id in its own list; '' for a linking token, which has none. */
  id: string;
}

interface Place {
  table: string;
  /** Columns of owner and id. */
  owner: string;
  id: string;
  /** The condition under which a row is still of use. */
  isThere: string;
  /** How a row ends that stays. Absent: it is deleted. */
  ended?: string;
}

/** Where things of each kind are. */
const placesOf = (now: string): Record<MadeKind, Place> => ({
  key: {
    table: 'api_keys',
    owner: 'user_id',
    id: 'id',
    isThere: `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
    ended: `revoked_at = ${now}`,
  },
  // Deleting an identity deletes its sessions, and deleting a mailbox its mails.
  identity: { table: 'identities', owner: 'user_id', id: 'id', isThere: 'TRUE' },
  webhook: {
    table: 'webhook_endpoints',
    owner: 'owner_id',
    id: 'CAST(id AS TEXT)',
    isThere: 'deleted_at IS NULL',
    ended: `deleted_at = ${now}, is_active = FALSE, url_sealed = NULL`,
  },
  chat: { table: 'messenger_destinations', owner: 'owner_id', id: 'CAST(id AS TEXT)', isThere: 'TRUE' },
  mailbox: { table: 'mailboxes', owner: 'owner_id', id: 'CAST(id AS TEXT)', isThere: 'TRUE' },
  token: { table: 'messenger_tokens', owner: 'user_id', id: "''", isThere: `used_by IS NULL AND expires_at > ${now}` },
});

interface Ending {
  userId: number;
  id: string;
  /** Also ends what was made with it. */
  withMade: boolean;
  by: Actor | KeyHolder;
  action: AuditAction;
  /** The object in the audit; default: the id. */
  object?: string | number;
}

export function createEndingsService(db: Database, audit: AuditRecorder) {
  const { now } = db.dialect;
  const places = placesOf(now);
  const endSession = 'DELETE FROM sessions WHERE id_hash = ? AND user_id = ? RETURNING user_id';
  const unlink = 'DELETE FROM identities WHERE id = ? AND user_id = ? RETURNING id';

  /** A statement that returns a row while the holder's key, identity or session is valid; always for an operator or administrator. */
  const stillIn = (by: Ending['by']): Statement =>
    typeof by === 'object' && 'keyId' in by ? holderIn(db.dialect, by) : { sql: 'SELECT 1 AS yes', params: [] };

  async function listMade(userId: number, makerId: string): Promise<Made[]> {
    const selects = Object.entries(places).map(
      ([kind, { table, owner, id, isThere }]) =>
        `SELECT '${kind}' AS kind, ${id} AS id FROM ${table} WHERE ${owner} = ? AND ${isThere} AND ${wasMadeWith()}`,
    );
    const params = selects.flatMap(() => [userId, makerId]);
    const rows = await db.read(selects.join(' UNION ALL '), params);
    return rows.map(({ kind, id }) => ({ kind: kind as MadeKind, id: String(id) }));
  }

  /**
   * Ends what a user has that was made with this maker: a statement for the messages to chats, then one for each of MADE_KINDS, which
   * returns what it has ended, then those for what belonged to them.
   */
  function endMade(userId: number, makerId: string): Statement[] {
    const chats = `SELECT id FROM messenger_destinations WHERE owner_id = ? AND ${wasMadeWith()}`;
    const ofKinds = MADE_KINDS.map((kind) => {
      const { table, owner, isThere, ended } = places[kind];
      const act = ended === undefined ? `DELETE FROM ${table} WHERE` : `UPDATE ${table} SET ${ended} WHERE ${isThere} AND`;
      return `${act} ${owner} = ? AND ${wasMadeWith()} RETURNING ${owner}`;
    });
    const deleted = 'SELECT id FROM webhook_endpoints WHERE owner_id = ? AND deleted_at IS NOT NULL';
    const belonging = [
      `DELETE FROM webhook_secrets WHERE endpoint_id IN (${deleted})`,
      `${cancelOpen('webhook_deliveries', now)} AND endpoint_id IN (${deleted})`,
      `DELETE FROM sessions WHERE user_id = ?
        AND EXISTS (SELECT 1 FROM api_keys k WHERE k.id = sessions.key_id AND k.revoked_at IS NOT NULL)`,
    ];
    const cancel = `${cancelOpen('notification_queue', now)} AND destination_id IN (${chats})`;
    return [
      ...[cancel, ...ofKinds].map((sql) => ({ sql, params: [userId, makerId] })),
      ...belonging.map((sql) => ({ sql, params: [userId] })),
    ];
  }

  /** @param statements end it; the first of them returns a row when it was there */
  async function end({ userId, id, withMade, by, action, object = id }: Ending, ...statements: Statement[]): Promise<Ended> {
    const [may, ended] = [1, 2];
    // The list is for the audit alone: things that are made meanwhile are ended, too.
    const listed = withMade ? await listMade(userId, id) : [];
    const details = withMade ? { withMade, made: listed.map((each) => `${each.kind} ${each.id}`.trim()).join(', ') } : {};
    const actor = typeof by === 'string' ? by : { userId: by.userId };
    const results = await db.write([
      lockUser(db.dialect, userId),
      stillIn(by),
      ...[...statements, ...(withMade ? endMade(userId, id) : [])].map((statement) => ({ ...statement, onlyAfter: may })),
      audit.record({ by: actor, action, object, details }, listed.length > 0 ? may : ended),
    ]);
    const isEnded = (results[ended]?.length ?? 0) > 0;
    if (!withMade) return { isEnded, made: NOTHING_ENDED.made };
    const ofKinds = results.slice(ended + statements.length + 1);
    return { isEnded, made: Object.fromEntries(MADE_KINDS.map((kind, index) => [kind, ofKinds[index]?.length ?? 0])) as MadeCounts };
  }

  /** Revokes a key. One that is revoked already, or gone, may still have made things that `withMade` ends. */
  function revoke(userId: number, id: string, withMade: boolean, by: Ending['by']): Promise<Ended> {
    const sql = `UPDATE api_keys SET revoked_at = ${now} WHERE id = ? AND user_id = ? AND revoked_at IS NULL RETURNING id`;
    const signOut = 'DELETE FROM sessions WHERE key_id = ? AND user_id = ?';
    const params = [id, userId];
    return end({ userId, id, withMade, by, action: 'key.revoked' }, { sql, params }, { sql: signOut, params });
  }

  /**
   * Finds the key's user, by the key or by something that was made with it: the key itself may be gone.
   * @param key a key's text or its public id
   * @throws AccountError when no row names it
   */
  async function findKey(key: string): Promise<{ keyId: string; userId: number }> {
    const keyId = parseApiKey(key)?.id ?? key;
    const owners = Object.values(places).map(
      ({ table, owner, isThere }) => `SELECT ${owner} AS owner FROM ${table} WHERE ${isThere} AND ${wasMadeWith()}`,
    );
    const sql = `SELECT user_id AS owner FROM api_keys WHERE id = ? UNION ${owners.join(' UNION ')}`;
    const [row] = isKeyId(keyId) ? await db.read(sql, [keyId, ...owners.map(() => keyId)]) : [];
    if (!row) throw noSuchKey();
    return { keyId, userId: Number(row.owner) };
  }

  return {
    /** @param withMade also ends what was made with the key */
    revokeOwnKey: async (holder: KeyHolder, id: string, withMade = false): Promise<Ended> =>
      isKeyId(id) ? revoke(holder.userId, id, withMade, holder) : NOTHING_ENDED,

    /**
     * @param key a key's text or its public id
     * @param withMade also ends what was made with the key, which then may be revoked already, or gone
     * @param by default: a command of the operator's
     * @throws AccountError when there is nothing to revoke
     */
    async revokeKey(key: string, withMade = false, by: Actor = 'operator'): Promise<Ended> {
      const { userId, keyId } = await findKey(key);
      const ended = await revoke(userId, keyId, withMade, by);
      if (countEnded(ended) === 0) throw noSuchKey();
      return ended;
    },

    /** Lists what a revocation of the key with `withMade` would end. @throws AccountError when no row names such a key */
    async listMadeWith(key: string): Promise<{ keyId: string; made: Made[] }> {
      const { userId, keyId } = await findKey(key);
      return { keyId, made: await listMade(userId, keyId) };
    },

    /** Ends a browser's session. @param id as listed; the session may be gone already @param withMade also ends what was made in it */
    endOwnSession: async (by: KeyHolder, id: string, withMade = false): Promise<Ended> =>
      isSessionId(id)
        ? end(
            { userId: by.userId, id, withMade, by, action: 'session.ended', object: by.userId },
            { sql: endSession, params: [Buffer.from(id, 'hex'), by.userId] },
          )
        : NOTHING_ENDED,

    /** Unlinks an identity; the sessions that were made with it end, too. @param withMade also ends what was made with it */
    unlinkIdentity: async (by: KeyHolder, id: string, withMade = false): Promise<Ended> =>
      end({ userId: by.userId, id, withMade, by, action: 'identity.unlinked' }, { sql: unlink, params: [id, by.userId] }),
  };
}

const noSuchKey = () => new AccountError('key: no active key has this id');
