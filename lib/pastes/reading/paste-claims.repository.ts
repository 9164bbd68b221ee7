/**
 * Claims of burn pastes, in the database. A claimed row has no owner, is live for nobody, and expires with the lease:
 * cleanup removes it like any other row, and records no second event. SQL (decision 0041): hot, and a race.
 */
import type { AuditRecorder } from '../../audit/audit-recorder';
import { type Database, type Statement, tookPlace } from '../../db/database';
import type { EventRecorder } from '../../outbox/event-paste';
import { deletedBy } from '../paste-audit';
import type { PasteLookup } from '../storage/paste-lookup';
import { createPasteObjects } from '../storage/paste-objects';
import { type AnnouncedPaste, endStatements, type FoundPaste, IS_MARKED, isLive, SELECT_FOUND } from '../storage/paste-rows';

/** A fetch under way renews the lease at most until so many leases have passed; a slower reader loses the paste. */
const MAX_LEASES = 15;

export type ClaimsRepository = ReturnType<typeof createClaimsRepository>;

/** @param recorders write the events of pastes: a claim counts as the burn */
export function createClaimsRepository(
  db: Database,
  lookup: PasteLookup,
  recorders: readonly EventRecorder[],
  audit: AuditRecorder,
  objects = createPasteObjects(db),
) {
  const { now } = db.dialect;
  const lease = `${now} + CAST(? AS BIGINT)`;
  // The first lease has its full length, also when the paste would have expired sooner. Renewals end at `claim_ends_at`.
  const end = `CASE WHEN expires_at < ${lease} THEN expires_at ELSE ${lease} END`;
  const bind = `claim_hash = ?, owner_id = NULL, claim_ends_at = ${end}, expires_at = ${lease}`;
  // A released claim alone binds a paste with approvals or a recipient.
  const claimable = `id = ? AND burn_after_read
    AND ((approvals IS NULL AND recipient_sealed IS NULL) OR (released_claim = ? AND released_until > ${now}))
    AND ${isLive(now)}`;
  const held = `${lookup.isLookup('p.lookup')} AND p.claim_hash = ? AND p.held_at IS NULL AND p.expires_at > ${now}`;

  const claimUnannounced = `UPDATE pastes SET ${bind} WHERE ${claimable} RETURNING expires_at`;
  const claimMarked = `UPDATE pastes SET chunk_count = -chunk_count, ${bind} WHERE id = ? AND ${IS_MARKED} RETURNING expires_at`;
  const selectHeld = `${SELECT_FOUND} WHERE ${held}`;

  const selectClaimed = `SELECT p.id FROM pastes p WHERE ${lookup.isLookup('p.lookup')} AND p.claim_hash IS NOT NULL`;
  const withdraw = `DELETE FROM pastes AS p WHERE ${lookup.isLookup('p.lookup')} AND p.claim_hash IS NOT NULL AND EXISTS (
      SELECT 1 FROM burn_receipts r WHERE r.id = p.id AND (r.owner_id = CAST(? AS INTEGER) OR r.manage_token_hash = ?)) RETURNING id`;

  function claimStatements(paste: AnnouncedPaste, claimHash: Uint8Array, leaseMs: number): Statement[] {
    const longest = leaseMs * MAX_LEASES;
    const params = [claimHash, longest, longest, leaseMs, paste.id];
    if (!paste.hasSubscribers) return [{ sql: claimUnannounced, params: [...params, claimHash] }];
    const event = { type: 'paste.deleted', reason: 'burned' } as const;
    return endStatements(recorders, paste, event, claimable, [{ sql: claimMarked, params }], [paste.id, claimHash]);
  }

  return {
    /** @returns the end of the lease; null when nothing is left to claim: among simultaneous claims, one gets the lease */
    async claim(paste: AnnouncedPaste, claimHash: Uint8Array, leaseMs: number): Promise<number | null> {
      const [row] = (await db.write(claimStatements(paste, claimHash, leaseMs))).at(-1) ?? [];
      return row ? Number(row.expires_at) : null;
    },

    /** Finds the paste that the claim holds, with its first piece, until the lease ends. */
    findClaimed: (publicId: string, claimHash: Uint8Array): Promise<FoundPaste | null> =>
      lookup.find(db, selectHeld, publicId, objects.toFound, [claimHash]),

    /** Moves the end of a claim's lease to `leaseMs` after now, never past the end that the claim recorded. */
    async renew(id: string, claimHash: Uint8Array, leaseMs: number): Promise<void> {
      const renewed = `CASE WHEN claim_ends_at < ${lease} THEN claim_ends_at ELSE ${lease} END`;
      const sql = `UPDATE pastes SET expires_at = ${renewed} WHERE id = ? AND claim_hash = ? AND expires_at > ${now} AND expires_at < ${renewed}`;
      await db.write([{ sql, params: [leaseMs, leaseMs, id, claimHash, leaseMs, leaseMs] }]);
    },

    /**
     * Removes a claimed paste that its reader hasn't acknowledged, for its owner or the holder of its manage token, whom
     * its receipt knows.
     * @returns whether this call removed it
     */
    async withdraw(publicId: string, ownerId: number | null, manageTokenHash: Uint8Array | null): Promise<boolean> {
      const lookups = lookup.lookupsOf(publicId);
      const [row] = ownerId === null ? [] : await db.read(selectClaimed, lookups);
      return tookPlace(db, 0, [
        { sql: withdraw, params: [...lookups, ownerId, manageTokenHash] },
        ...(row && ownerId !== null ? [audit.record(deletedBy({ by: { userId: ownerId }, publicId }, String(row.id)), 0)] : []),
      ]);
    },

    /** @returns whether this call removed it */
    remove: (publicId: string, claimHash: Uint8Array): Promise<boolean> =>
      tookPlace(db, 0, [{ sql: `DELETE FROM pastes AS p WHERE ${held} RETURNING id`, params: [...lookup.lookupsOf(publicId), claimHash] }]),
  };
}
