/** Rows of pastes: their columns, and how a row becomes an object. */
import type { Cells, Row } from '../../db/database';
import { base62Generator } from '../../encoding/base62';
import type { RecordedPaste } from '../../outbox/outbox-events';
import type { PasteKeys, WrappedKey } from '../../vault/vault';
import type { PasteOptions } from '../paste-options.rules';
import { named, optionColumns, type Read, readOptions, select } from './paste-columns';
import type { StoredChunk } from './paste-content';
import type { ListPosition } from './paste-cursor';
import type { PasteTerms } from './paste-terms';

const randomPart = base62Generator(12);

/** A row id: 24 characters, the first twelve the time (ms since 1970), so that rows of one time are neighbours in every index. */
export function newRowId(createdAt: number): string {
  return `${createdAt.toString(16).padStart(12, '0')}${randomPart()}`;
}

/** A paste without its content, as stored; times in ms since 1970. */
export interface PasteRow extends PasteTerms, AnnouncedPaste {
  keys: PasteKeys;
  ownerId: number | null;
  syntax: string;
  /** Only its manage token gives the right to delete and extend it. */
  isProtected: boolean;
  viewCount: number;
  /** With `maxReads`, when a read returned the content last; null: none did. */
  lastReadAt: number | null;
  contentBytes: number;
  chunkCount: number;
  titleSealed: Uint8Array | null;
  wrappedKey: WrappedKey;
  createdAt: number;
  expiresAt: number | null;
}

export interface FoundPaste {
  row: PasteRow;
  chunk: StoredChunk;
}

/** The ids and keys under which a paste is stored; its content's key is bound to its terms. */
export interface StoredKeys {
  id: string;
  lookup: string;
  idSealed: Uint8Array;
  wrappedKey: WrappedKey;
}

export interface NewPaste
  extends StoredKeys,
    PasteTerms,
    Pick<PasteRow, 'ownerId' | 'syntax' | 'contentBytes' | 'chunkCount' | 'titleSealed'> {
  manageTokenHash: Uint8Array | null;
  ttlMs: number | null;
}

/** A paste, and whether anybody learns what becomes of it: its owner, or a receipt's reader. */
export interface AnnouncedPaste extends RecordedPaste {
  hasSubscribers: boolean;
}

/** The fields that decide who may change a paste. */
export interface PasteRights extends AnnouncedPaste, PasteTerms, Pick<NewPaste, 'ownerId' | 'manageTokenHash'> {}

/** Selects pastes for an operator. A field that is left out doesn't restrict. */
export interface MeantPastes {
  /** Id of the owner; null: pastes without an owner. */
  owner?: number | null;
  /** ms since 1970 */
  createdFrom?: number;
  createdBefore?: number;
}

export interface MeantPaste extends AnnouncedPaste {
  contentBytes: number;
  /** Null when it can't be decrypted. */
  publicId: string | null;
}

export interface ExpiredPaste extends AnnouncedPaste {
  contentBytes: number;
  /** ms since 1970 */
  expiresAt: number;
}

export interface OwnedPage {
  pastes: PasteRow[];
  /** The position after which the next page begins; null: there is none. */
  next: ListPosition | null;
}

/** SQL over a paste `p`: whether a read may be the one that deletes it. */
const ENDS_BY_READING = '(p.burn_after_read OR p.max_reads IS NOT NULL)';

/** Columns of a paste `p` for `toAnnounced`. A claimed paste has no subscribers: they have been told that it is gone. */
const announcedColumns = {
  id: 'p.id',
  ends_by_reading: ENDS_BY_READING,
  has_subscribers: `(p.claim_hash IS NULL AND (p.owner_id IS NOT NULL
    OR (${ENDS_BY_READING} AND (p.manage_token_hash IS NOT NULL OR p.read_proof IS NOT NULL))))`,
};

const summaryColumns = {
  ...announcedColumns,
  ...optionColumns('p'),
  lookup: 'p.lookup',
  owner_id: 'p.owner_id',
  syntax: 'p.syntax',
  view_count: 'p.view_count',
  last_read_at: 'p.last_read_at',
  content_bytes: 'p.content_bytes',
  chunk_count: 'p.chunk_count',
  is_protected: 'p.manage_token_hash IS NOT NULL',
  read_proof: 'p.read_proof',
  title_sealed: 'p.title_sealed',
  data_key: 'p.data_key',
  master_key_id: 'p.master_key_id',
  created_at: 'p.created_at',
  expires_at: 'p.expires_at',
};

export const ANNOUNCED = select(announcedColumns);
export const SUMMARY = select(summaryColumns);
/** The columns of SUMMARY and the first piece `c`, for `toFound`. */
export const FOUND = select({ ...summaryColumns, encoding: 'c.encoding', bytes: 'c.bytes' });

/** A number of pieces that marks a row which the current transaction removes. No other transaction ever sees it. */
export const LEAVING = -1;

/**
 * Condition under which everybody finds a paste. It excludes uploads under way, which have no count of pieces yet, and
 * claimed pastes: only their own statements and cleanup see those. It also excludes pastes that an operator holds.
 * @param table the paste's alias in a query with several tables
 */
export function isLive(now: string, table?: string): string {
  const of = table === undefined ? '' : `${table}.`;
  const isOpen = `${of}claim_hash IS NULL AND ${of}held_at IS NULL`;
  return `(${of}chunk_count > 0 AND ${isOpen} AND (${of}expires_at IS NULL OR ${of}expires_at > ${now}))`;
}

export const endsByReading = ({ burnAfterRead, maxReads }: PasteOptions): boolean => burnAfterRead || maxReads !== null;

export function hasSubscribers(paste: NewPaste): boolean {
  return paste.ownerId !== null || (endsByReading(paste) && (paste.manageTokenHash !== null || paste.readProof !== null));
}

export function toTimes(row: Row): { createdAt: number; expiresAt: number | null } {
  return { createdAt: Number(row.created_at), expiresAt: row.expires_at as number | null };
}

/** @param row selected by ANNOUNCED */
export function toAnnounced(row: Row): AnnouncedPaste {
  return { id: row.id as string, endsByReading: Boolean(row.ends_by_reading), hasSubscribers: Boolean(row.has_subscribers) };
}

/** @param row selected by SUMMARY */
export const toPaste = (row: Row, keys: PasteKeys): PasteRow => pasteOf(named(row), keys);

/** The keyed hash under which the paste is stored. @param cells selected by FOUND */
export const lookupOf = (cells: Cells): string => FOUND.cells(cells)('lookup') as string;

/** @param cells selected by FOUND */
export function toFound(cells: Cells, keys: PasteKeys): FoundPaste {
  const read = FOUND.cells(cells);
  return { row: pasteOf(read, keys), chunk: { seq: 0, encoding: read('encoding') as number, bytes: read('bytes') as Uint8Array } };
}

function pasteOf(read: Read<keyof typeof summaryColumns>, keys: PasteKeys): PasteRow {
  return Object.assign(readOptions(read), {
    id: read('id') as string,
    endsByReading: Boolean(read('ends_by_reading')),
    hasSubscribers: Boolean(read('has_subscribers')),
    ownerId: read('owner_id') as number | null,
    syntax: read('syntax') as string,
    viewCount: read('view_count') as number,
    lastReadAt: read('last_read_at') as number | null,
    contentBytes: read('content_bytes') as number,
    chunkCount: read('chunk_count') as number,
    isProtected: Boolean(read('is_protected')),
    readProof: read('read_proof') as Uint8Array | null,
    titleSealed: read('title_sealed') as Uint8Array | null,
    wrappedKey: { dataKey: read('data_key') as Uint8Array, masterKeyId: read('master_key_id') as string },
    createdAt: read('created_at') as number,
    expiresAt: read('expires_at') as number | null,
    keys,
  });
}

export function toChunk(row: Row, seq: number): StoredChunk {
  return { seq, encoding: row.encoding as number, bytes: row.bytes as Uint8Array };
}
