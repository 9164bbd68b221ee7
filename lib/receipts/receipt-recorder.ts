import type { Dialect } from '../db/database';
import { DAY_MS } from '../encoding/time.rules';
import { type EventRecorder, isLastRead, type RecordedEvent } from '../outbox/event-paste';
import type { ReceiptOutcome } from './receipt.schema';

/**
 * Keeps a receipt for each paste that ends by reading and has subscribers. It begins with the paste, and the event that
 * ends the paste settles it once.
 * @param keepDays how long a settled receipt is kept
 */
export function createReceiptRecorder({ now }: Dialect, keepDays: number): EventRecorder {
  const begin = (
    condition: string,
  ) => `INSERT INTO burn_receipts (id, lookup, id_sealed, owner_id, manage_token_hash, read_proof, max_reads, created_at)
    SELECT p.id, p.lookup, p.id_sealed, p.owner_id, p.manage_token_hash, p.read_proof, p.max_reads, p.created_at FROM pastes p WHERE p.id = ? AND ${condition}`;
  const settle = (outcome: ReceiptOutcome, at: string, condition: string) => `UPDATE burn_receipts
    SET outcome = '${outcome}', outcome_at = ${at}, reads = ${outcome === 'opened' ? 'max_reads' : ofPaste('view_count')},
      last_read_at = ${outcome === 'opened' ? at : ofPaste('last_read_at')}, keep_until = ${now} + ${keepDays * DAY_MS}
    WHERE id = ? AND outcome IS NULL AND EXISTS (SELECT 1 FROM pastes p WHERE p.id = burn_receipts.id AND ${condition})`;
  const ofPaste = (column: string) => `(SELECT p.${column} FROM pastes p WHERE p.id = burn_receipts.id)`;

  function statementOf(event: RecordedEvent, condition: string): string | null {
    if (event.type === 'paste.created') return begin(condition);
    // The time of the expiry, not of the cleanup: before and after cleanup the receipt says the same.
    if (event.type === 'paste.expired') return settle('expired', ofPaste('expires_at'), condition);
    return event.type === 'paste.deleted' ? settle(isLastRead(event.reason) ? 'opened' : 'deleted', now, condition) : null;
  }

  return (event, { id, endsByReading }, condition) => {
    const sql = endsByReading ? statementOf(event, condition) : null;
    return sql === null ? [] : [{ sql, params: [id] }];
  };
}
