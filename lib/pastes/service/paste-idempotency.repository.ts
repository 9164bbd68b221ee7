/** Creates with an `Idempotency-Key`, in the database. SQL (decision 0041): of simultaneous requests, one creates. */

import { type Database, type Statement, tookPlace } from '../../db/database';
import { createPrune, pruneStatement } from '../../db/prune';
import { DAY_MS } from '../../encoding/time.rules';
import type { ValuePlace } from '../../vault/vault';

/** How long the same request gets the same response. */
const KEPT_MS = DAY_MS;

/** The place to which a sealed response is bound. @param id the request's */
export const answerPlace = (id: string): ValuePlace => ({ row: `create-request/${id}`, column: 'created-answer' });

export type StoredCreate = NonNullable<Awaited<ReturnType<IdempotencyRepository['find']>>>;

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;

export function createIdempotencyRepository(db: Database) {
  const { now } = db.dialect;
  const forget: Statement['sql'] = `DELETE FROM create_requests WHERE id = ? AND keep_until <= ${now}`;
  const select = `SELECT answer_sealed, expires_at FROM create_requests WHERE id = ? AND keep_until > ${now}`;
  const insert = `INSERT INTO create_requests (id, answer_sealed, expires_at, keep_until)
    SELECT ?, CAST(? AS ${db.dialect.bytes}), p.expires_at, ${now} + ${KEPT_MS} FROM pastes p WHERE p.id = ?
    ON CONFLICT (id) DO NOTHING RETURNING id`;
  const insertCalledOff = `INSERT INTO create_requests (id, answer_sealed, expires_at, keep_until)
    VALUES (?, NULL, NULL, ${now} + ${KEPT_MS}) ON CONFLICT (id) DO NOTHING RETURNING id`;
  const clear = `UPDATE create_requests SET answer_sealed = NULL, expires_at = NULL, keep_until = ${now} + ${KEPT_MS} WHERE id = ?`;

  return {
    /** @returns the sealed response, null for a cancelled request, and the expiry in it, ms since 1970; null for no such request */
    async find(id: string) {
      const [row] = await db.read(select, [id]);
      return row ? { answerSealed: row.answer_sealed as Uint8Array | null, expiresAt: row.expires_at as number | null } : null;
    },

    /** For the transaction that creates the paste: fails when the request is stored already, so of simultaneous requests one creates. */
    record: (id: string, answerSealed: Uint8Array, pasteId: string): Statement[] => [
      { sql: forget, params: [id] },
      { sql: insert, params: [id, answerSealed, pasteId], mustReturn: true },
    ],

    /** Cancels the request: from now on it can't create anything. @returns false when the request is stored already */
    callOff: (id: string): Promise<boolean> =>
      tookPlace(db, 1, [
        { sql: forget, params: [id] },
        { sql: insertCalledOff, params: [id] },
      ]),

    /** Forgets the response of a request whose paste is gone. */
    async clear(id: string): Promise<void> {
      await db.write([{ sql: clear, params: [id] }]);
    },

    prune: createPrune(db, pruneStatement('create_requests', `keep_until <= ${now} ORDER BY keep_until`)),
  };
}
