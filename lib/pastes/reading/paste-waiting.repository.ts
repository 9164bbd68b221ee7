/**
 * Readers of burn pastes who wait, for the sender or for a mailed code, in the database. Each change locks the paste's row first, so
 * that of a release and a refusal at the same time one sees the other. The claim's own statement checks the release again. SQL
 * (decision 0041): a race.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Database, Row, SqlValue, Statement } from '../../db/database';
import { DAY_MS } from '../../encoding/time.rules';
import { queueCode } from '../../mail/code-mails';
import { CODE_MS } from '../../mail/mail.rules';
import { type EventReader, type EventRecorder, type RecordedEvent, recordEvent } from '../../outbox/event-paste';
import { CODE_TRIES, WAIT_MS } from '../paste.rules';
import type { PasteLookup } from '../storage/paste-lookup';
import { isLive } from '../storage/paste-rows';

export const MAX_WAITING = 5;
/** Time for which a refused claim stays refused; the paste's other readers are counted without it. */
const REFUSED_MS = DAY_MS;
const CODE_COUNT = 10_000;

const toAsked = (row: Row) => ({
  id: String(row.id),
  ownerId: row.owner_id as number | null,
  manageTokenHash: row.manage_token_hash as Uint8Array | null,
  approvals: row.approvals as number | null,
  /** SHA-256 of each release token, one after the other. */
  releaseHashes: row.release_hashes as Uint8Array | null,
  /** The address of the recipient, to whom codes are mailed, sealed; null: none. */
  recipientSealed: row.recipient_sealed as Uint8Array | null,
});

/** A paste and who may release its readers. */
export type AskedPaste = ReturnType<typeof toAsked>;

type Announced = Pick<AskedPaste, 'id' | 'ownerId'>;

const toReader = (row: Row) => ({
  claimHash: row.claim_hash as Uint8Array,
  state: row.state as 'waiting' | 'released' | 'refused',
  /** Null for a reader who types a mailed code, or is refused. */
  code: row.code as string | null,
  client: row.client as string | null,
  since: Number(row.since),
  expiresAt: Number(row.until),
  /** The giver of the first of two approvals: the number of a release token, or 0; null: nobody. */
  firstBy: row.first_by as number | null,
  /** Number of codes that the reader has typed. */
  tries: Number(row.tries),
});

/** A reader whose wait, release or refusal has not ended. Times in ms since 1970. */
export type WaitingReader = ReturnType<typeof toReader>;

/** The names of a wait: the same claim may wait again, under another code, when its wait has ended. */
type Wait = Pick<WaitingReader, 'claimHash' | 'since'>;

export type WaitingRepository = ReturnType<typeof createWaitingRepository>;

/** @param recorders write the events for owners who name them */
export function createWaitingRepository(db: Database, lookup: PasteLookup, recorders: readonly EventRecorder[]) {
  const { now, bytes, forUpdate } = db.dialect;
  const waits = `w.refused_at IS NULL AND w.until > ${now}`;
  const isReleased = `(p.released_claim IS NOT NULL AND p.released_claim = w.claim_hash AND p.released_until > ${now})`;
  const isFree = `(p.released_until IS NULL OR p.released_until <= ${now})`;
  const isWait = `w.paste_id = ? AND w.claim_hash = ? AND w.since = ? AND ${waits}`;
  const isUndecided = `${isWait} AND NOT EXISTS (SELECT 1 FROM pastes p WHERE p.id = w.paste_id AND ${isReleased})`;

  const selectAsked = `SELECT p.id, p.owner_id, p.manage_token_hash, p.approvals, p.release_hashes, p.recipient_sealed
    FROM pastes p WHERE ${lookup.isLookup('p.lookup')} AND ${isLive(now, 'p')}`;
  const selectReaders = `SELECT w.claim_hash, w.code, w.client, w.since, w.until, w.first_by, w.tries,
      CASE WHEN w.refused_at IS NOT NULL THEN 'refused' WHEN ${isReleased} THEN 'released' ELSE 'waiting' END AS state
    FROM waiting_claims w JOIN pastes p ON p.id = w.paste_id WHERE w.paste_id = ? AND w.until > ${now} ORDER BY w.since, w.code`;
  const selectPlaces = `SELECT count(*) AS taken, min(w.until) - ${now} AS wait_ms FROM waiting_claims w WHERE w.paste_id = ? AND ${waits}`;
  const selectHeld = `SELECT 1 AS waits FROM pastes p JOIN waiting_claims w ON w.paste_id = p.id
    WHERE ${lookup.isLookup('p.lookup')} AND w.claim_hash = ? AND ${waits} AND NOT ${isReleased} AND ${isLive(now, 'p')}`;

  const forgetEnded = `DELETE FROM waiting_claims WHERE paste_id = ? AND until <= ${now}`;
  const enter = `INSERT INTO waiting_claims (paste_id, claim_hash, code, client, since, until)
    SELECT p.id, CAST(? AS ${bytes}), CAST(? AS TEXT), CAST(? AS TEXT), ${now}, ${now} + CAST(? AS BIGINT) FROM pastes p
    WHERE p.id = ? AND (p.approvals IS NOT NULL OR p.recipient_sealed IS NOT NULL) AND ${isLive(now, 'p')}
      AND (SELECT count(*) FROM waiting_claims w WHERE w.paste_id = p.id AND ${waits}) < ${MAX_WAITING}
    ON CONFLICT DO NOTHING RETURNING since`;
  const approve = `UPDATE waiting_claims AS w SET first_by = ?, first_at = ${now} WHERE ${isWait} AND w.first_by IS NULL
    AND EXISTS (SELECT 1 FROM pastes p WHERE p.id = w.paste_id AND p.approvals = 2 AND ${isFree} AND ${isLive(now, 'p')})`;
  const count = `UPDATE waiting_claims AS w SET tries = tries + 1 WHERE ${isUndecided} AND w.tries < ${CODE_TRIES} RETURNING tries`;
  const release = `UPDATE pastes AS p SET released_claim = ?, released_until = ${now} + ${WAIT_MS}
    WHERE p.id = ? AND ${isFree} AND ${isLive(now, 'p')}
      AND EXISTS (SELECT 1 FROM waiting_claims w WHERE ${isWait} AND (coalesce(p.approvals, 1) = 1 OR w.first_by <> ?)) RETURNING id`;
  const prolong = `UPDATE waiting_claims SET until = ${now} + ${WAIT_MS} WHERE paste_id = ? AND claim_hash = ?`;
  const receipt = `UPDATE burn_receipts SET released_at = ${now},
      approved_at = (SELECT w.first_at FROM waiting_claims w WHERE w.paste_id = burn_receipts.id AND w.claim_hash = ?)
    WHERE id = ? AND outcome IS NULL`;
  const refuse = `UPDATE waiting_claims AS w SET refused_at = ${now}, code = NULL, until = ${now} + ${REFUSED_MS}
    WHERE ${isUndecided} AND w.tries >= ? RETURNING paste_id`;

  const lock = (id: string): Statement => ({ sql: `SELECT id FROM pastes WHERE id = ? ${forUpdate}`, params: [id] });
  const paramsOf = (id: string, { claimHash, since }: Wait): SqlValue[] => [id, claimHash, since];

  /** Statements after the lock and another one. @param by null: by a code, if the other statement counted a try */
  function releasing(id: string, wait: Wait, by: number | null): Statement[] {
    const statement = { sql: release, params: [wait.claimHash, id, ...paramsOf(id, wait), by] };
    return [
      by === null ? { ...statement, onlyAfter: 1 } : statement,
      { sql: receipt, params: [wait.claimHash, id], onlyAfter: 2 },
      { sql: prolong, params: [id, wait.claimHash], onlyAfter: 2 },
    ];
  }

  /** Statements that queue the event if an earlier statement returned a row. */
  function announce(event: RecordedEvent, { id, ownerId }: Announced, onlyAfter: number): Statement[] {
    if (ownerId === null) return [];
    return recordEvent(recorders, event, { id, endsByReading: false }).map((statement) => ({ ...statement, onlyAfter }));
  }

  /** The readers who wait, are released or were refused. */
  const list = async (id: string): Promise<WaitingReader[]> => (await db.read(selectReaders, [id])).map(toReader);

  return {
    findAsked: (publicId: string): Promise<AskedPaste | null> => lookup.find(db, selectAsked, publicId, toAsked),

    list,

    find: async (id: string, claimHash: Uint8Array): Promise<WaitingReader | null> =>
      (await list(id)).find((reader) => timingSafeEqual(reader.claimHash, claimHash)) ?? null,

    /** Lets a reader wait, under a free code, or for one that is mailed. @returns false when no place, or no such paste, is left */
    async enter(paste: AskedPaste, claimHash: Uint8Array, client: string | null): Promise<boolean> {
      const { id, recipientSealed } = paste;
      const code = recipientSealed === null ? String(randomInt(CODE_COUNT)).padStart(4, '0') : null;
      const [, , rows = []] = await db.write([
        lock(id),
        { sql: forgetEnded, params: [id] },
        { sql: enter, params: [claimHash, code, client, code === null ? CODE_MS : WAIT_MS, id] },
        ...(code === null
          ? [{ ...queueCode(db.dialect, id, claimHash), onlyAfter: 2 }]
          : announce({ type: 'paste.waiting', reader: { code, client } }, paste, 2)),
      ]);
      return rows.length === 1;
    },

    /** @returns time until the first place is free, in ms; null: one is */
    async fullForMs(id: string): Promise<number | null> {
      const [row] = await db.read(selectPlaces, [id]);
      return row && Number(row.taken) >= MAX_WAITING ? Number(row.wait_ms) : null;
    },

    /** Gives an approval; the last one that is needed releases the reader, if nobody else is released. */
    async approve(paste: Announced, reader: Wait & EventReader, by: number): Promise<void> {
      const { id } = paste;
      await db.write([
        lock(id),
        { sql: approve, params: [by, ...paramsOf(id, reader)] },
        ...releasing(id, reader, by),
        ...announce({ type: 'paste.released', reader: { code: reader.code, client: reader.client } }, paste, 2),
      ]);
    },

    /**
     * Counts a code that a reader has typed. A right one releases them, if nobody else is released; the last wrong one refuses them.
     * @returns null when the wait has no try left, or has ended
     */
    async type(paste: Announced, wait: Wait, isRight: boolean): Promise<{ triesLeft: number; isReleased: boolean } | null> {
      const { id } = paste;
      const params = paramsOf(id, wait);
      const [, [counted] = [], changed = []] = await db.write([
        lock(id),
        { sql: count, params },
        ...(isRight
          ? releasing(id, wait, null)
          : [{ sql: refuse, params: [...params, CODE_TRIES], onlyAfter: 1 }, ...announce({ type: 'paste.refused', by: 'mail' }, paste, 2)]),
      ]);
      return counted ? { triesLeft: CODE_TRIES - Number(counted.tries), isReleased: isRight && changed.length === 1 } : null;
    },

    /** @param reader null: it is no person who refuses, but no code can be mailed @returns whether this call refused the reader */
    async refuse(paste: Announced, wait: Wait, reader: EventReader | null): Promise<boolean> {
      const { id } = paste;
      const [, rows = []] = await db.write([
        lock(id),
        { sql: refuse, params: [...paramsOf(id, wait), 0] },
        ...announce({ type: 'paste.refused', ...(reader ? { reader } : { by: 'mail' }) }, paste, 1),
      ]);
      return rows.length === 1;
    },

    /** Whether nothing is decided about the claim. */
    stillWaits: async (publicId: string, claimHash: Uint8Array): Promise<boolean> =>
      (await lookup.find(db, selectHeld, publicId, () => true, [claimHash])) !== null,
  };
}
