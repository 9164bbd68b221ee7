/**
 * Readers who wait for the sender of a burn paste, in the database. Each change locks the paste's row first, so that of a release
 * and a refusal at the same time one sees the other. The claim's own statement checks the release again. SQL (decision 0041): a race.
 */
import { randomInt } from 'node:crypto';
import type { Database, Dialect, Row, SqlValue, Statement } from '../../db/database';
import { DAY_MS } from '../../encoding/time.rules';
import { type EventReader, type EventRecorder, type ReaderEvent, recordEvent } from '../../outbox/event-paste';
import { WAIT_MS } from '../paste.rules';
import type { PasteLookup } from '../storage/paste-lookup';
import { isLive } from '../storage/paste-rows';

export const MAX_WAITING = 5;
/** Time for which a refused claim stays refused; the paste's other readers are counted without it. */
const REFUSED_MS = DAY_MS;
const CODE_COUNT = 10_000;

/** A paste and who may release its readers. */
export interface AskedPaste {
  id: string;
  ownerId: number | null;
  manageTokenHash: Uint8Array | null;
  approvals: number | null;
  /** SHA-256 of each release token, one after the other. */
  releaseHashes: Uint8Array | null;
  /** The address of the recipient, sealed; null: none. */
  recipientSealed: Uint8Array | null;
}

/** A reader whose wait, release or refusal has not ended. Times in ms since 1970. */
export interface WaitingReader extends Omit<EventReader, 'code'> {
  /** Null for a reader who types a mailed code. */
  code: string | null;
  since: number;
  until: number;
  isReleased: boolean;
  /** The giver of the first of two approvals: the number of a release token, or 0; null: nobody. */
  firstBy: number | null;
  isRefused: boolean;
  /** Number of codes that the reader has typed. */
  tries: number;
}

/** The state of a claim. `code`: null when a code is mailed. Times in ms since 1970. */
export type ClaimState = { state: 'waiting' | 'released'; code: string | null; since: number; until: number } | { state: 'refused' };

export const lockPaste = ({ forUpdate }: Dialect, id: string): Statement => ({
  sql: `SELECT id FROM pastes WHERE id = ? ${forUpdate}`,
  params: [id],
});

/** The condition that the reader `w` waits, or was released, and is not refused. */
export const isWaitingIn = ({ now }: Dialect): string => `w.refused_at IS NULL AND w.until > ${now}`;

export const forgetEnded = ({ now }: Dialect, id: string): Statement => ({
  sql: `DELETE FROM waiting_claims WHERE paste_id = ? AND until <= ${now}`,
  params: [id],
});

export type ApprovalsRepository = ReturnType<typeof createApprovalsRepository>;

/** @param recorders write the events for owners who name them */
export function createApprovalsRepository(db: Database, lookup: PasteLookup, recorders: readonly EventRecorder[]) {
  const { dialect } = db;
  const { now, isIn } = dialect;
  const waits = isWaitingIn(dialect);
  const isReleased = `(p.released_claim IS NOT NULL AND p.released_claim = w.claim_hash AND p.released_until > ${now})`;
  const isFree = `(p.released_until IS NULL OR p.released_until <= ${now})`;

  const selectAsked = `SELECT p.id, p.owner_id, p.manage_token_hash, p.approvals, p.release_hashes, p.recipient_sealed
    FROM pastes p
    WHERE ${lookup.isLookup('p.lookup')} AND ${isLive(now, 'p')}`;
  const selectState = `SELECT w.code, w.since, w.until, w.refused_at, ${isReleased} AS is_released
    FROM waiting_claims w JOIN pastes p ON p.id = w.paste_id WHERE w.paste_id = ? AND w.claim_hash = ? AND w.until > ${now}`;
  const listed = (condition: string) => `SELECT w.code, w.client, w.since, w.until, w.first_by, w.tries,
      w.refused_at IS NOT NULL AS is_refused, ${isReleased} AS is_released
    FROM waiting_claims w JOIN pastes p ON p.id = w.paste_id WHERE w.paste_id = ? AND ${condition} ORDER BY w.since, w.code`;
  const selectWaiting = listed(waits);
  const selectKnown = listed(`w.until > ${now}`);
  const selectHeld = `SELECT w.paste_id, w.claim_hash FROM waiting_claims w JOIN pastes p ON p.id = w.paste_id
    WHERE ${isIn('w.paste_id')} AND ${waits} AND NOT ${isReleased} AND ${isLive(now, 'p')}`;
  const selectNext = `SELECT min(w.until) - ${now} AS wait_ms FROM waiting_claims w WHERE w.paste_id = ? AND ${waits}`;

  const lock = (id: string): Statement => lockPaste(dialect, id);
  const enter = `INSERT INTO waiting_claims (paste_id, claim_hash, code, client, since, until)
    SELECT p.id, CAST(? AS ${db.dialect.bytes}), CAST(? AS TEXT), CAST(? AS TEXT), ${now}, ${now} + ${WAIT_MS} FROM pastes p
    WHERE p.id = ? AND p.approvals IS NOT NULL AND ${isLive(now, 'p')}
      AND (SELECT count(*) FROM waiting_claims w WHERE w.paste_id = p.id AND ${waits}) < ${MAX_WAITING}
    ON CONFLICT DO NOTHING RETURNING since, until`;
  const ofCode = `w.paste_id = p.id AND w.code = ? AND ${waits}`;
  const approve = `UPDATE waiting_claims AS w SET first_by = ?, first_at = ${now} WHERE w.paste_id = ? AND w.code = ? AND ${waits}
    AND w.first_by IS NULL AND EXISTS (SELECT 1 FROM pastes p WHERE p.id = w.paste_id AND p.approvals = 2 AND ${isFree} AND ${isLive(now, 'p')})
    RETURNING first_by`;
  const release = `UPDATE pastes AS p SET released_claim = (SELECT w.claim_hash FROM waiting_claims w WHERE ${ofCode}),
      released_until = ${now} + ${WAIT_MS}
    WHERE p.id = ? AND ${isFree} AND ${isLive(now, 'p')}
      AND EXISTS (SELECT 1 FROM waiting_claims w WHERE ${ofCode} AND (p.approvals = 1 OR w.first_by <> ?)) RETURNING id`;
  const prolong = `UPDATE waiting_claims SET until = ${now} + ${WAIT_MS} WHERE paste_id = ? AND code = ?`;
  const receipt = `UPDATE burn_receipts SET released_at = ${now},
      approved_at = (SELECT w.first_at FROM waiting_claims w WHERE w.paste_id = burn_receipts.id AND w.code = ?)
    WHERE id = ? AND outcome IS NULL`;
  const refuse = `UPDATE waiting_claims AS w SET refused_at = ${now}, code = NULL, until = ${now} + ${REFUSED_MS}
    WHERE w.paste_id = ? AND w.code = ? AND ${waits}
      AND NOT EXISTS (SELECT 1 FROM pastes p WHERE p.id = w.paste_id AND ${isReleased}) RETURNING paste_id`;

  /** Statements that queue the event if an earlier statement returned a row. */
  function announce(
    type: ReaderEvent,
    { id, ownerId }: Pick<AskedPaste, 'id' | 'ownerId'>,
    reader: EventReader,
    onlyAfter: number,
  ): Statement[] {
    if (ownerId === null) return [];
    return recordEvent(recorders, { type, reader }, { id, endsByReading: false }).map((statement) => ({ ...statement, onlyAfter }));
  }

  return {
    findAsked: (publicId: string): Promise<AskedPaste | null> =>
      lookup.find(publicId, async (lookups) => {
        const [row] = await db.read(selectAsked, lookups);
        return (
          row && {
            id: String(row.id),
            ownerId: row.owner_id as number | null,
            manageTokenHash: row.manage_token_hash as Uint8Array | null,
            approvals: row.approvals as number | null,
            releaseHashes: row.release_hashes as Uint8Array | null,
            recipientSealed: row.recipient_sealed as Uint8Array | null,
          }
        );
      }),

    /** @returns null when the claim doesn't wait, or no longer */
    async find(id: string, claimHash: Uint8Array): Promise<ClaimState | null> {
      const [row] = await db.read(selectState, [id, claimHash]);
      if (!row) return null;
      if (row.refused_at !== null) return { state: 'refused' };
      const code = row.code as string | null;
      return { state: row.is_released ? 'released' : 'waiting', code, since: Number(row.since), until: Number(row.until) };
    },

    /** @param isComplete whether refused readers are listed, too */
    async list(id: string, isComplete = false): Promise<WaitingReader[]> {
      return (await db.read(isComplete ? selectKnown : selectWaiting, [id])).map(toWaiting);
    },

    /** Lets a reader wait, under a free code. @returns null when no place, or no such paste, is left */
    async enter(paste: Pick<AskedPaste, 'id' | 'ownerId'>, claimHash: Uint8Array, client: string | null): Promise<ClaimState | null> {
      const { id } = paste;
      const code = String(randomInt(CODE_COUNT)).padStart(4, '0');
      const [, , rows = []] = await db.write([
        lock(id),
        forgetEnded(dialect, id),
        { sql: enter, params: [claimHash, code, client, id] },
        ...announce('paste.waiting', paste, { code, client }, 2),
      ]);
      const [row] = rows;
      return row ? { state: 'waiting', code, since: Number(row.since), until: Number(row.until) } : null;
    },

    /** @returns time until the first place is free, in ms; null: one is */
    async fullForMs(id: string): Promise<number | null> {
      const waiting = await db.read(selectWaiting, [id]);
      if (waiting.length < MAX_WAITING) return null;
      const [row] = await db.read(selectNext, [id]);
      return row?.wait_ms == null ? null : Number(row.wait_ms);
    },

    /** Gives an approval; the last one that is needed releases the reader, if nobody else is released. */
    async approve(paste: AskedPaste, reader: EventReader, by: number): Promise<void> {
      const { id } = paste;
      const { code } = reader;
      const params: SqlValue[] = [id, code];
      await db.write([
        lock(id),
        { sql: approve, params: [by, ...params] },
        { sql: release, params: [code, id, code, by] },
        { sql: receipt, params: [code, id], onlyAfter: 2 },
        { sql: prolong, params, onlyAfter: 2 },
        ...announce('paste.released', paste, reader, 2),
      ]);
    },

    /** @returns whether this call refused the reader */
    async refuse(paste: AskedPaste, reader: EventReader): Promise<boolean> {
      const { id } = paste;
      const [, rows = []] = await db.write([
        lock(id),
        { sql: refuse, params: [id, reader.code] },
        ...announce('paste.refused', paste, reader, 1),
      ]);
      return rows.length === 1;
    },

    /** Finds the readers of these pastes who still wait. @param ids of pastes @returns a text for each, as `heldKey` makes it */
    async stillWaiting(ids: readonly string[]): Promise<Set<string>> {
      const rows = await db.read(selectHeld, [JSON.stringify(ids)]);
      return new Set(rows.map((row) => heldKey(String(row.paste_id), row.claim_hash as Uint8Array)));
    },
  };
}

export const heldKey = (id: string, claimHash: Uint8Array): string => `${id}/${Buffer.from(claimHash).toString('base64url')}`;

function toWaiting(row: Row): WaitingReader {
  return {
    code: row.code as string | null,
    client: row.client as string | null,
    since: Number(row.since),
    until: Number(row.until),
    isReleased: Boolean(row.is_released),
    firstBy: row.first_by as number | null,
    isRefused: Boolean(row.is_refused),
    tries: Number(row.tries),
  };
}
