/** Ends keys, identities and sessions, alone or with what was made with them. SQL (decision 0041): endings race with makes. */

import type { Actor } from '../audit/audit.rules';
import type { AuditEvent, AuditRecorder } from '../audit/audit-recorder';
import type { Database, Statement } from '../db/database';
import { type Ended, NOTHING_ENDED } from './endings.rules';
import { countTaken, findOwnerOfMade, listMade, takeMade } from './made-things';
import { holderIn, type KeyHolder, lockUser } from './makers';

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
