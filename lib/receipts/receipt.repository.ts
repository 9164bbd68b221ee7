/** Receipts of burn pastes. SQL (decision 0041): Prisma knows no relation from a receipt to its paste; cleanup is idle. */
import type { Database, Row } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import type { PasteLookup } from '../pastes/storage/paste-lookup';
import type { ReceiptOutcome } from './receipt.schema';

const toReceipt = (row: Row, publicId: string) => ({
  publicId,
  createdAt: Number(row.created_at),
  state: row.state as 'created' | ReceiptOutcome,
  /** Time since when the paste is in this state. */
  at: Number(row.at_ms),
  ...countOf(row),
});

/** How a paste ended. Times in ms since 1970. */
export type EndedReceipt = ReturnType<typeof toReceipt> & { state: ReceiptOutcome };

/** A receipt, and who may know it. */
export type ReceiptRow = NonNullable<Awaited<ReturnType<ReceiptRepository['find']>>>;

/** The most expired but not yet removed pastes that are looked through, the latest first. */
const MAX_EXPIRED = 1_000;

export type ReceiptRepository = ReturnType<typeof createReceiptRepository>;

export function createReceiptRepository(db: Database, lookup: PasteLookup) {
  const { now } = db.dialect;
  // After its expiry and before cleanup, the paste's own row says that it expired.
  const select = `SELECT r.owner_id, r.manage_token_hash, r.read_proof, r.created_at,
      coalesce(r.outcome, CASE WHEN p.expires_at <= ${now} THEN 'expired' ELSE 'created' END) AS state,
      coalesce(r.outcome_at, CASE WHEN p.expires_at <= ${now} THEN p.expires_at ELSE r.created_at END) AS at_ms,
      r.max_reads, coalesce(r.reads, p.view_count, 0) AS reads, coalesce(r.last_read_at, p.last_read_at) AS last_read_at,
      r.approved_at, r.released_at
    FROM burn_receipts r LEFT JOIN pastes p ON p.id = r.id
    WHERE ${lookup.isLookup('r.lookup')} AND (r.keep_until > ${now} OR (r.outcome IS NULL AND p.id IS NOT NULL))`;
  const selectEnded = `SELECT id, id_sealed, created_at, state, at_ms, max_reads, reads, last_read_at FROM (
      SELECT * FROM (SELECT r.id, r.id_sealed, r.created_at, r.outcome AS state, r.outcome_at AS at_ms,
          r.max_reads, coalesce(r.reads, 0) AS reads, r.last_read_at FROM burn_receipts r
        WHERE r.owner_id = ? AND r.outcome_at IS NOT NULL AND r.keep_until > ${now}
        ORDER BY r.outcome_at DESC, r.id DESC LIMIT ?) AS settled
      UNION ALL
      SELECT r.id, r.id_sealed, r.created_at, 'expired' AS state, p.expires_at AS at_ms, r.max_reads, p.view_count AS reads, p.last_read_at
        FROM (SELECT id, owner_id, burn_after_read OR max_reads IS NOT NULL AS has_receipt, expires_at, view_count, last_read_at FROM pastes WHERE expires_at <= ${now} ORDER BY expires_at DESC LIMIT ${MAX_EXPIRED}) AS p
        JOIN burn_receipts r ON r.id = p.id WHERE p.owner_id = ? AND p.has_receipt AND r.outcome IS NULL) AS ended
    ORDER BY at_ms DESC, id DESC LIMIT ?`;

  return {
    find: (publicId: string) =>
      lookup.find(db, select, publicId, (row) => ({
        ...toReceipt(row, publicId),
        ...releasesOf(row),
        ownerId: row.owner_id as number | null,
        manageTokenHash: row.manage_token_hash as Uint8Array | null,
        readProof: row.read_proof as Uint8Array | null,
      })),

    /** The ended pastes of an owner, the latest first. */
    async listEnded(ownerId: number, limit: number): Promise<EndedReceipt[]> {
      const rows = await db.read(selectEnded, [ownerId, limit, ownerId, limit]);
      return lookup.openEach('burn_receipts', rows, (row) => toReceipt(row, lookup.publicIdOf(row)) as EndedReceipt);
    },

    prune: createPrune(db, pruneStatement('burn_receipts', `keep_until <= ${now} ORDER BY keep_until`)),
  };
}

/** When a reader was released, by each approval in turn. */
function releasesOf({ approved_at, released_at }: Row): { releasedAt?: number[] } {
  if (released_at === null) return {};
  return { releasedAt: [approved_at, released_at].filter((at) => at !== null).map(Number) };
}

/** The reads of a paste that has a number of them. `lastReadAt` is null when there was none. */
function countOf({ max_reads, reads, last_read_at }: Row): { reads?: number; maxReads?: number; lastReadAt?: number | null } {
  if (max_reads === null) return {};
  return { reads: Number(reads), maxReads: Number(max_reads), lastReadAt: last_read_at as number | null };
}
