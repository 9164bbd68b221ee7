/**
 * One reader's hold on a burn paste, in the database. A claimed row has no owner, is live for nobody, and expires with
 * the lease: cleanup takes it like any other, and tells nobody a second time.
 */
import type { Database, Statement } from '../db/database';
import type { EventRecorder } from '../outbox/outbox.events';
import type { FoundPaste } from './paste.opening';
import { isLive, SUMMARY_COLUMNS, toChunk, toPaste, type WatchedPaste } from './paste.repository';

export type ClaimsRepository = ReturnType<typeof createClaimsRepository>;

/** @param recorders of those who tell what becomes of pastes: for them it is burned now */
export function createClaimsRepository(db: Database, recorders: readonly EventRecorder[]) {
  const { now } = db.dialect;
  const lease = `${now} + CAST(? AS BIGINT)`;
  const bind = `claim_hash = ?, owner_id = NULL, expires_at = ${lease}`;
  const claimable = `public_id = ? AND burn_after_read AND ${isLive(now)}`;
  const held = `public_id = ? AND claim_hash = ? AND expires_at > ${now}`;

  const claimUnwatched = `UPDATE pastes SET ${bind} WHERE ${claimable} RETURNING expires_at`;
  // As for a paste that is deleted: the condition is decided once, by the statement that marks the row with a count of
  // pieces below zero, which nobody else ever sees.
  const mark = `UPDATE pastes SET chunk_count = -chunk_count WHERE ${claimable}`;
  const isMarked = 'chunk_count < 0';
  const claimMarked = `UPDATE pastes SET chunk_count = -chunk_count, ${bind} WHERE public_id = ? AND ${isMarked} RETURNING expires_at`;
  const selectHeld = `SELECT ${SUMMARY_COLUMNS}, c.encoding, c.bytes FROM pastes p JOIN paste_chunks c ON c.public_id = p.public_id AND c.seq = 0
    WHERE p.public_id = ? AND p.claim_hash = ? AND p.expires_at > ${now}`;

  function claimStatements(paste: WatchedPaste, claimHash: Uint8Array, leaseMs: number): Statement[] {
    const params = [claimHash, leaseMs, paste.publicId];
    if (!paste.isWatched) return [{ sql: claimUnwatched, params }];
    return [
      { sql: mark, params: [paste.publicId] },
      ...recorders.flatMap((record) => record({ type: 'paste.deleted', reason: 'burned' }, paste, `p.${isMarked}`)),
      { sql: claimMarked, params },
    ];
  }

  return {
    /** @returns the end of the lease; null when there is nothing (any more) to claim: of any number at once, one gets it */
    async claim(paste: WatchedPaste, claimHash: Uint8Array, leaseMs: number): Promise<number | null> {
      const [row] = (await db.write(claimStatements(paste, claimHash, leaseMs))).at(-1) ?? [];
      return row ? Number(row.expires_at) : null;
    },

    /** @returns the end of the lease; null when the claim holds nothing */
    async findLease(publicId: string, claimHash: Uint8Array): Promise<number | null> {
      const [row] = await db.read(`SELECT expires_at FROM pastes WHERE ${held}`, [publicId, claimHash]);
      return row ? Number(row.expires_at) : null;
    },

    /** What the claim holds, with its first piece. */
    async findClaimed(publicId: string, claimHash: Uint8Array): Promise<FoundPaste | undefined> {
      const [row] = await db.read(selectHeld, [publicId, claimHash]);
      return row && { row: toPaste(row), chunk: toChunk(row, 0) };
    },

    /** Lets the lease end so much after now. */
    async renew(publicId: string, claimHash: Uint8Array, leaseMs: number): Promise<void> {
      await db.write([{ sql: `UPDATE pastes SET expires_at = ${lease} WHERE ${held}`, params: [leaseMs, publicId, claimHash] }]);
    },

    /** @returns whether this call removed it */
    async remove(publicId: string, claimHash: Uint8Array): Promise<boolean> {
      const [rows] = await db.write([{ sql: `DELETE FROM pastes WHERE ${held} RETURNING public_id`, params: [publicId, claimHash] }]);
      return rows?.length === 1;
    },
  };
}
