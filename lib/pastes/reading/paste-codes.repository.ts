/** Readers who wait for a mailed code, in the database. Each change locks the paste's row first. SQL (decision 0041): a race. */
import type { Database, Statement } from '../../db/database';
import { DAY_MS } from '../../encoding/time.rules';
import { queueCode } from '../../mail/code-mails';
import { CODE_MS } from '../../mail/mail.rules';
import { type EventRecorder, recordEvent } from '../../outbox/event-paste';
import { CODE_TRIES, WAIT_MS } from '../paste.rules';
import { isLive } from '../storage/paste-rows';
import { type AskedPaste, type ClaimState, forgetEnded, isWaitingIn, lockPaste, MAX_WAITING } from './paste-approvals.repository';

export type CodesRepository = ReturnType<typeof createCodesRepository>;

/** @param recorders write the events for owners who name them */
export function createCodesRepository(db: Database, recorders: readonly EventRecorder[]) {
  const { dialect } = db;
  const { now, bytes } = dialect;
  const waits = isWaitingIn(dialect);
  const isAnyReleased = `p.released_until IS NOT NULL AND p.released_until > ${now}`;
  const isOurs = `w.paste_id = ? AND w.claim_hash = ? AND w.code IS NULL AND ${waits}
    AND NOT EXISTS (SELECT 1 FROM pastes p WHERE p.id = w.paste_id AND p.released_claim = w.claim_hash AND ${isAnyReleased})`;

  const enter = `INSERT INTO waiting_claims (paste_id, claim_hash, client, since, until)
    SELECT p.id, CAST(? AS ${bytes}), CAST(? AS TEXT), ${now}, ${now} + ${CODE_MS} FROM pastes p
    WHERE p.id = ? AND p.recipient_sealed IS NOT NULL AND ${isLive(now, 'p')}
      AND (SELECT count(*) FROM waiting_claims w WHERE w.paste_id = p.id AND ${waits}) < ${MAX_WAITING}
    ON CONFLICT DO NOTHING RETURNING since, until`;
  const count = `UPDATE waiting_claims AS w SET tries = tries + 1
    WHERE ${isOurs} AND w.since = ? AND w.tries < ${CODE_TRIES} RETURNING tries`;
  const release = `UPDATE pastes AS p SET released_claim = ?, released_until = ${now} + ${WAIT_MS}
    WHERE p.id = ? AND NOT (${isAnyReleased}) AND ${isLive(now, 'p')} RETURNING id`;
  const prolong = `UPDATE waiting_claims SET until = ${now} + ${WAIT_MS} WHERE paste_id = ? AND claim_hash = ?`;
  const receipt = `UPDATE burn_receipts SET released_at = ${now} WHERE id = ? AND outcome IS NULL`;
  const refuse = (condition: string) =>
    `UPDATE waiting_claims AS w SET refused_at = ${now}, until = ${now} + ${DAY_MS} WHERE ${isOurs} AND ${condition} RETURNING paste_id`;

  /** Statements that queue the event if an earlier statement returned a row. */
  function tell({ id, ownerId }: Pick<AskedPaste, 'id' | 'ownerId'>, onlyAfter: number): Statement[] {
    if (ownerId === null) return [];
    const statements = recordEvent(recorders, { type: 'paste.refused', by: 'mail' }, { id, endsByReading: false });
    return statements.map((statement) => ({ ...statement, onlyAfter }));
  }

  return {
    /** Lets a reader wait, and queues the mail. @returns null when no place, or no such paste, is left */
    async enter(id: string, claimHash: Uint8Array, client: string | null): Promise<ClaimState | null> {
      const [, , rows = []] = await db.write([
        lockPaste(dialect, id),
        forgetEnded(dialect, id),
        { sql: enter, params: [claimHash, client, id] },
        { ...queueCode(dialect, id, claimHash), onlyAfter: 2 },
      ]);
      const [row] = rows;
      return row ? { state: 'waiting', code: null, since: Number(row.since), until: Number(row.until) } : null;
    },

    /**
     * Counts a try, and releases the reader by a right one, if nobody else is released, or refuses the reader by the last wrong one.
     * @param since names the wait whose code was compared @returns null when the wait has no try left, or has ended
     */
    async type(
      paste: Pick<AskedPaste, 'id' | 'ownerId'>,
      claimHash: Uint8Array,
      since: number,
      isRight: boolean,
    ): Promise<{ triesLeft: number; isReleased: boolean } | null> {
      const { id } = paste;
      const ours = [id, claimHash];
      const [, [counted] = [], changed = []] = await db.write([
        lockPaste(dialect, id),
        { sql: count, params: [...ours, since] },
        ...(isRight
          ? [
              { sql: release, params: [claimHash, id], onlyAfter: 1 },
              { sql: receipt, params: [id], onlyAfter: 2 },
              { sql: prolong, params: ours, onlyAfter: 2 },
            ]
          : [{ sql: refuse(`w.tries >= ${CODE_TRIES}`), params: ours, onlyAfter: 1 }, ...tell(paste, 2)]),
      ]);
      return counted ? { triesLeft: CODE_TRIES - Number(counted.tries), isReleased: isRight && changed.length === 1 } : null;
    },

    /** Refuses a reader to whose mailbox no code can be sent. */
    async refuse(paste: Pick<AskedPaste, 'id' | 'ownerId'>, claimHash: Uint8Array): Promise<void> {
      await db.write([lockPaste(dialect, paste.id), { sql: refuse('TRUE'), params: [paste.id, claimHash] }, ...tell(paste, 1)]);
    },
  };
}
