/**
 * Events that owners name: somebody read a paste, or it expires within a day. Each has a mark in the paste's row, set by the
 * transaction that records the event, so that of several processes one announces it. SQL (decision 0041): a race.
 */
import type { Database, Statement } from '../../db/database';
import { DAY_MS, MINUTE_MS } from '../../encoding/time.rules';
import { type EventRecorder, type NamedEvent, recordEvent } from '../../outbox/event-paste';
import { isLive } from './paste-rows';

/** Owners learn of reads of one paste at most once in this time. */
const READ_INTERVAL_MS = MINUTE_MS;

/** Time before its expiry at which an owner is announced. Pastes that live for less have no such event. */
const EXPIRING_MS = DAY_MS;

export function createNamedEvents(db: Database, recorders: readonly EventRecorder[]) {
  const { now, isIn, isAmong } = db.dialect;
  const ownersOf = (event: NamedEvent) => recorders.flatMap(({ owners }) => owners?.(event) ?? []);
  const hasReceivers = (event: NamedEvent) => ownersOf(event).length > 0;
  const isWanted = (event: NamedEvent) => isAmong('p.owner_id', ownersOf(event).join(' UNION '));

  const isReadUnannounced = `(p.read_told_at IS NULL OR p.read_told_at <= ${now} - ${READ_INTERVAL_MS})`;
  // The first two terms are those of the index.
  const isExpiringUnannounced = `p.expiring_told_at IS NULL AND p.expires_at - p.created_at >= ${EXPIRING_MS}
    AND p.expires_at <= ${now} + ${EXPIRING_MS} AND ${isLive(now, 'p')}`;
  const selectRead = `SELECT p.id FROM pastes p WHERE ${isIn('p.id')} AND ${isReadUnannounced} AND ${isWanted('paste.read')} ORDER BY p.id`;
  const selectExpiring = `SELECT p.id FROM pastes p WHERE ${isWanted('paste.expiring')} AND ${isExpiringUnannounced} LIMIT ?`;
  const mark = (column: string, condition: string) =>
    `UPDATE pastes AS p SET ${column} = ${now} WHERE p.id = ? AND ${condition} RETURNING id`;
  const markRead = mark('read_told_at', isReadUnannounced);
  const markExpiring = mark('expiring_told_at', isExpiringUnannounced);

  /** Marks the pastes and records the event of those that this transaction marked. @param first how many statements come before */
  function announce(event: NamedEvent, markSql: string, ids: readonly string[], first: number): Statement[] {
    const statements: Statement[] = [];
    for (const id of ids) {
      const onlyAfter = first + statements.length;
      statements.push({ sql: markSql, params: [id] });
      const record = recordEvent(recorders, { type: event }, { id, endsByReading: false });
      statements.push(...record.map((statement) => ({ ...statement, onlyAfter })));
    }
    return statements;
  }

  const idsOf = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => String(id));

  return {
    /**
     * Statements that announce reads, for the transaction that counts them; none for owners who don't name the event.
     * @param ids of pastes with an owner @param first how many statements of the transaction come before
     */
    async notifyReads(ids: ReadonlySet<string>, first: number): Promise<Statement[]> {
      if (ids.size === 0 || !hasReceivers('paste.read')) return [];
      const wanted = idsOf(await db.read(selectRead, [JSON.stringify([...ids])]));
      return announce('paste.read', markRead, wanted, first);
    },

    /** Announces some of the pastes that expire within a day, each once. @returns how many, and whether there may be more */
    async notifyExpiring(limit: number): Promise<{ announced: number; more: boolean }> {
      if (!hasReceivers('paste.expiring')) return { announced: 0, more: false };
      const ids = idsOf(await db.read(selectExpiring, [limit])).toSorted();
      if (ids.length === 0) return { announced: 0, more: false };
      const announced = (await db.write(announce('paste.expiring', markExpiring, ids, 0))).flat().length;
      return { announced, more: announced > 0 && ids.length === limit };
    },
  };
}
