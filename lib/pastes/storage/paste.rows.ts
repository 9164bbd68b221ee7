/** Pastes as the database has them: which columns are read, and what becomes of a row. */
import type { Cells, Row } from '../../db/database';
import type { RecordedPaste } from '../../outbox/outbox.events';
import type { PasteKeys, PasteTerms, WrappedKey } from '../../vault/vault';
import type { StoredChunk } from './paste.content';
import type { ListPosition } from './paste.cursor';

/** A paste without its content, as stored; times in ms since 1970. */
export interface PasteRow extends PasteTerms {
  id: string;
  keys: PasteKeys;
  ownerId: number | null;
  syntax: string;
  /** Deleted and extended only with its manage token. */
  isProtected: boolean;
  hasSubscribers: boolean;
  viewCount: number;
  contentBytes: number;
  chunkCount: number;
  readerMayDelete: boolean;
  titleSealed: Uint8Array | null;
  wrappedKey: WrappedKey;
  createdAt: number;
  expiresAt: number | null;
}

/** A paste with its first piece. */
export interface FoundPaste {
  row: PasteRow;
  chunk: StoredChunk;
}

/** What a paste is stored and found under; its content's key is bound to its terms. */
export interface StoredKeys {
  id: string;
  lookup: string;
  /** Its public id. */
  idSealed: Uint8Array;
  wrappedKey: WrappedKey;
}

type DecidedFields = 'ownerId' | 'syntax' | 'contentBytes' | 'chunkCount' | 'readerMayDelete' | 'titleSealed';

export interface NewPaste extends StoredKeys, PasteTerms, Pick<PasteRow, DecidedFields> {
  manageTokenHash: Uint8Array | null;
  ttlMs: number | null;
}

/** A paste and whether anybody learns what becomes of it: its owner, or who may ask for its receipt, when it has one. */
export interface AnnouncedPaste extends RecordedPaste {
  hasSubscribers: boolean;
}

/** Who may change a paste. */
export interface PasteRights extends AnnouncedPaste, Pick<NewPaste, 'ownerId' | 'manageTokenHash' | 'readerMayDelete' | 'readProof'> {}

/** Which pastes an operator means. What is left out doesn't matter. */
export interface MeantPastes {
  /** Id of the owner; null: pastes of nobody. */
  owner?: number | null;
  /** ms since 1970 */
  createdFrom?: number;
  createdBefore?: number;
}

export interface MeantPaste extends AnnouncedPaste {
  contentBytes: number;
  /** Null where it doesn't open. */
  publicId: string | null;
}

export interface ExpiredPaste extends AnnouncedPaste {
  contentBytes: number;
  /** ms since 1970 */
  expiresAt: number;
}

/** Part of an owner's list. */
export interface OwnedPage {
  pastes: PasteRow[];
  /** After which the next page begins; null: there is none. */
  next: ListPosition | null;
}

/** What `hasSubscribers` is in SQL; nobody watches what its one reader is fetching: that it is gone has been told. */
export const HAS_SUBSCRIBERS = `(p.claim_hash IS NULL AND (p.owner_id IS NOT NULL
  OR ((p.burn_after_read OR p.max_reads IS NOT NULL) AND (p.manage_token_hash IS NOT NULL OR p.read_proof IS NOT NULL)))) AS has_subscribers`;
/** Of a paste `p`, for `toPaste` and `toFound`, which count on their order. */
export const SUMMARY_COLUMNS = `p.id, p.lookup, p.owner_id, p.syntax, p.is_e2ee, p.burn_after_read, p.max_reads, p.reader_may_delete, p.view_count,
  p.content_bytes, p.chunk_count, p.manage_token_hash IS NOT NULL AS is_protected, p.read_proof, ${HAS_SUBSCRIBERS}, p.title_sealed, p.data_key,
  p.master_key_id, p.created_at, p.expires_at`;

/** The same with the first piece, of a paste `p` and its piece `c`, for `toFound`. */
export const FOUND_COLUMNS = `${SUMMARY_COLUMNS}, c.encoding, c.bytes`;

/** As number of pieces: removed by the transaction under way. Nobody else ever sees it. */
export const LEAVING = -1;

/**
 * Condition: to everybody it is there. An upload under way has no count of pieces yet, and what is claimed is its one
 * reader's: only their own statements and cleanup see them. What an operator holds is nobody's.
 * @param table what the paste is called where other tables are beside it
 */
export function isLive(now: string, table?: string): string {
  const of = table === undefined ? '' : `${table}.`;
  const isOpen = `${of}claim_hash IS NULL AND ${of}held_at IS NULL`;
  return `(${of}chunk_count > 0 AND ${isOpen} AND (${of}expires_at IS NULL OR ${of}expires_at > ${now}))`;
}

export function hasSubscribers({ ownerId, burnAfterRead, maxReads, manageTokenHash, readProof }: NewPaste): boolean {
  return ownerId !== null || ((burnAfterRead || maxReads !== null) && (manageTokenHash !== null || readProof !== null));
}

export function toTimes(row: Row): { createdAt: number; expiresAt: number | null } {
  return { createdAt: Number(row.created_at), expiresAt: row.expires_at as number | null };
}

export function toAnnounced(row: Row): AnnouncedPaste {
  return {
    id: row.id as string,
    burnAfterRead: Boolean(row.burn_after_read),
    maxReads: row.max_reads as number | null,
    hasSubscribers: Boolean(row.has_subscribers),
  };
}

/** @param row whose first columns are SUMMARY_COLUMNS: engines keep their order */
export const toPaste = (row: Row, keys: PasteKeys): PasteRow => pasteOf(Object.values(row), keys);

/** What the paste is stored under. @param cells of FOUND_COLUMNS */
export function lookupOf(cells: Cells): string {
  return cells[1] as string;
}

/** @param cells of FOUND_COLUMNS */
export const toFound = (cells: Cells, keys: PasteKeys): FoundPaste => ({
  row: pasteOf(cells, keys),
  chunk: { seq: 0, encoding: cells[19] as number, bytes: cells[20] as Uint8Array },
});

/** @param cells of SUMMARY_COLUMNS, and perhaps more */
function pasteOf(cells: Cells, keys: PasteKeys): PasteRow {
  return {
    id: cells[0] as string,
    ownerId: cells[2] as number | null,
    syntax: cells[3] as string,
    isE2ee: Boolean(cells[4]),
    burnAfterRead: Boolean(cells[5]),
    maxReads: cells[6] as number | null,
    readerMayDelete: Boolean(cells[7]),
    viewCount: cells[8] as number,
    contentBytes: cells[9] as number,
    chunkCount: cells[10] as number,
    isProtected: Boolean(cells[11]),
    readProof: cells[12] as Uint8Array | null,
    hasSubscribers: Boolean(cells[13]),
    titleSealed: cells[14] as Uint8Array | null,
    wrappedKey: { dataKey: cells[15] as Uint8Array, masterKeyId: cells[16] as string },
    createdAt: cells[17] as number,
    expiresAt: cells[18] as number | null,
    keys,
  };
}

export function toChunk(row: Row, seq: number): StoredChunk {
  return { seq, encoding: row.encoding as number, bytes: row.bytes as Uint8Array };
}
