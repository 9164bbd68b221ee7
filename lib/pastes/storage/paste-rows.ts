/** Rows of pastes: their columns, how a row becomes an object, and the conditions under which statements find one. */
import type { Row, SqlValue, Statement } from '../../db/database';
import { base62Generator } from '../../encoding/base62';
import { type EventRecorder, type PasteEvent, type RecordedPaste, recordEvent } from '../../outbox/event-paste';
import type { PasteKeys, WrappedKey } from '../../vault/vault';
import { mapOptions, OPTION_NAMES, type OptionName, PASTE_OPTIONS, type PasteOptions } from '../paste-options.rules';
import type { StoredChunk } from './paste-content';
import { type PasteTerms, termsOf } from './paste-terms';

const randomPart = base62Generator(12);

/** A row id: 24 characters, the first twelve the time (ms since 1970), so that rows of one time are neighbours in every index. */
export function newRowId(createdAt: number): string {
  return `${createdAt.toString(16).padStart(12, '0')}${randomPart()}`;
}

/** A paste, and whether anybody learns what becomes of it: its owner, or a receipt's reader. */
export interface AnnouncedPaste extends RecordedPaste {
  hasSubscribers: boolean;
}

/** A paste without its content, as stored; times in ms since 1970. */
export interface PasteRow extends PasteTerms, AnnouncedPaste {
  publicId: string;
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

/** A paste with the first piece of its content. */
export interface FoundPaste {
  row: PasteRow;
  chunk: StoredChunk;
}

/** The fields that decide who may change a paste. */
export interface PasteRights extends AnnouncedPaste, PasteTerms {
  ownerId: number | null;
  manageTokenHash: Uint8Array | null;
}

/** Selects pastes for an operator. A field that is left out doesn't restrict. */
export interface MeantPastes {
  /** Id of the owner; null: pastes without an owner. */
  owner?: number | null;
  /** ms since 1970 */
  createdFrom?: number;
  createdBefore?: number;
}

/** SQL over a paste `p`: whether a read may be the one that deletes it. */
const ENDS_BY_READING = '(p.burn_after_read OR p.max_reads IS NOT NULL)';

/** The options' columns of a paste `p`. */
export const OPTION_COLUMNS = OPTION_NAMES.map((name) => `p.${PASTE_OPTIONS[name].column}`).join(', ');

/** Columns of a paste `p` for `toAnnounced`. A claimed paste has no subscribers: they have been told that it is gone. */
export const ANNOUNCED_COLUMNS = `p.id, ${ENDS_BY_READING} AS ends_by_reading,
  (p.claim_hash IS NULL AND (p.owner_id IS NOT NULL
    OR (${ENDS_BY_READING} AND (p.manage_token_hash IS NOT NULL OR p.read_proof IS NOT NULL)))) AS has_subscribers`;

/** Columns of a paste `p` for `toPaste`. */
export const PASTE_COLUMNS = `${ANNOUNCED_COLUMNS}, ${OPTION_COLUMNS}, p.lookup, p.owner_id, p.syntax, p.view_count, p.last_read_at,
  p.content_bytes, p.chunk_count, p.manage_token_hash IS NOT NULL AS is_protected, p.read_proof, p.title_sealed, p.data_key,
  p.master_key_id, p.created_at, p.expires_at`;

/** Selects pastes `p` with their first pieces, for `toFound` of paste-objects.ts. */
export const SELECT_FOUND = `SELECT ${PASTE_COLUMNS}, c.encoding, c.object, c.bytes FROM pastes p JOIN paste_chunks c ON c.paste_id = p.id AND c.seq = 0`;

/** Condition: the row `p` is a paste that has not expired, perhaps claimed or held. It excludes uploads under way. */
export const isHere = (now: string) => `p.chunk_count > 0 AND (p.expires_at IS NULL OR p.expires_at > ${now})`;

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

/** Conditions on pastes `p`, each with its parameters. */
export type Conditions = [sql: string, ...params: SqlValue[]][];

export function meantConditions({ owner, createdFrom, createdBefore }: MeantPastes): Conditions {
  const conditions: Conditions = [];
  if (owner === null) conditions.push(['p.owner_id IS NULL']);
  else if (owner !== undefined) conditions.push(['p.owner_id = ?', owner]);
  if (createdFrom !== undefined) conditions.push(['p.created_at >= ?', createdFrom]);
  if (createdBefore !== undefined) conditions.push(['p.created_at < ?', createdBefore]);
  return conditions;
}

/** @returns the conditions as one, and its parameters */
export const allOf = (conditions: Conditions): { sql: string; params: SqlValue[] } => ({
  sql: conditions.map(([sql]) => sql).join(' AND '),
  params: conditions.flatMap(([, ...params]) => params),
});

/** Marks a row that the current transaction ends, by a negative number of pieces. No other transaction ever sees that mark. */
export const IS_MARKED = 'chunk_count < 0';

/**
 * Ends a paste under a condition, which is decided once, by the statement that marks and thereby locks the row: a second check
 * could differ if the paste expires between the statements. Only statements of `end` return rows.
 * @param where condition, by default with the paste's id as the only parameter
 * @param end statements on the marked row, the last of which removes the row or its mark
 */
export function endStatements(
  recorders: readonly EventRecorder[],
  paste: AnnouncedPaste,
  event: PasteEvent,
  where: string,
  end: readonly Statement[],
  params: Statement['params'] = [paste.id],
): Statement[] {
  return [
    { sql: `UPDATE pastes AS p SET chunk_count = -chunk_count WHERE ${where}`, params },
    ...(paste.hasSubscribers ? recordEvent(recorders, event, paste, `p.${IS_MARKED}`) : []),
    ...end,
  ];
}

export const endsByReading = ({ burnAfterRead, maxReads }: PasteOptions): boolean => burnAfterRead || maxReads !== null;

/** Reads the options of a row. SQLite has 0 and 1 for booleans. A column that wasn't selected counts as not set. */
export const optionsOfRow = (row: Row): PasteOptions =>
  mapOptions(({ kind, column }) => {
    const value = row[column] ?? null;
    if (kind === 'flag') return Boolean(value);
    if (kind === 'address') return value === null ? null : '';
    return kind === 'networks' && value !== null ? String(value).split(' ') : value;
  });

/** An option's value as its column has it. */
export const columnOf = (value: PasteOptions[OptionName]): SqlValue => (Array.isArray(value) ? value.join(' ') : value);

/** @param row with TERMS_COLUMNS */
export const termsOfRow = (row: Row): string => termsOf({ ...optionsOfRow(row), readProof: row.read_proof as Uint8Array | null });

/** @param row selected by ANNOUNCED_COLUMNS */
export function toAnnounced(row: Row): AnnouncedPaste {
  return { id: row.id as string, endsByReading: Boolean(row.ends_by_reading), hasSubscribers: Boolean(row.has_subscribers) };
}

/** @param row selected by PASTE_COLUMNS */
export function toPaste(row: Row, keys: PasteKeys): PasteRow {
  // No spread, and the options last: V8 makes such an object several times slower, or a dictionary of one that gets twenty fields.
  const paste = {
    id: row.id as string,
    endsByReading: Boolean(row.ends_by_reading),
    hasSubscribers: Boolean(row.has_subscribers),
    publicId: keys.publicId,
    keys,
    ownerId: row.owner_id as number | null,
    syntax: row.syntax as string,
    viewCount: row.view_count as number,
    lastReadAt: row.last_read_at as number | null,
    contentBytes: row.content_bytes as number,
    chunkCount: row.chunk_count as number,
    isProtected: Boolean(row.is_protected),
    readProof: row.read_proof as Uint8Array | null,
    titleSealed: row.title_sealed as Uint8Array | null,
    wrappedKey: { dataKey: row.data_key as Uint8Array, masterKeyId: row.master_key_id as string },
    createdAt: row.created_at as number,
    expiresAt: row.expires_at as number | null,
  };
  return Object.assign(paste, optionsOfRow(row));
}

export function toChunk(row: Row, seq: number): StoredChunk {
  return { seq, encoding: row.encoding as number, bytes: row.bytes as Uint8Array };
}
