/**
 * What the version before stored in clear, table by table, and how a row of it is brought into today's form: pastes and
 * receipts under their public ids; webhook addresses and their receivers' responses; titles of chats and names of keys;
 * titles and secrets under data keys that were all under one key.
 *
 * Each table's rows are found by what only rows of the version before have, and changed on the same condition: who does
 * it a second time, or at the same moment, changes nothing.
 */
import { keyNamePlace } from '../../accounts/accounts.repository';
import type { Database, Row, SqlValue, Statement } from '../../db/database';
import { sealChatTitle } from '../../messenger/messenger.sealed';
import { newRowId } from '../../pastes/storage/paste.row-id';
import type { Keyring } from '../../vault/keyring';
import {
  currentLookup,
  open,
  type PasteTerms,
  pasteIdPlace,
  pasteKeysOf,
  SealBrokenError,
  sealTitle,
  sealValue,
  unwrapLegacyDataKey,
  wrapDataKey,
} from '../../vault/vault';
import { openSecret, sealResponse, sealUrl, secretPlace } from '../../webhooks/webhook.sealed';

export interface UpgradedTable {
  table: string;
  /** Some rows of the version before, by key, with it as `key`. Its parameter is the key after which they begin. */
  select: string;
  /** Before the first key. */
  start: string | number;
  /** Brings them into today's form, in one transaction. @param rows whose `master_key_id`, if they have one, is configured */
  statements(rows: readonly Row[]): Statement[];
}

/** What a paste's row in today's form has anew; the other columns it takes over. */
const NEW_COLUMNS = ['id', 'lookup', 'id_sealed', 'title_sealed', 'data_key', 'master_key_id'];
const KEPT_COLUMNS = [
  ...['owner_id', 'syntax', 'is_e2ee', 'burn_after_read', 'view_count', 'content_bytes', 'chunk_count'],
  ...['manage_token_hash', 'read_proof', 'claim_hash', 'claim_ends_at', 'created_at', 'expires_at'],
];

/** Rows of one transaction, so that no other writer waits noticeably. */
const BATCH_ROWS = 100;

/** A title under its own data key; null when there is none, or it doesn't open. */
function legacyTitle(keyring: Keyring, publicId: string, row: Row): string | null {
  if (row.title_sealed === null) return null;
  const key = legacyKey(keyring, publicId, row);
  const place = { row: publicId, column: 'title', seq: 0, last: true, encoding: 0 } as const;
  return key && unlessBroken(() => open(key, place, row.title_sealed as Uint8Array).toString());
}

/** Null for a damaged row: nothing opens it any more. */
function legacyKey(keyring: Keyring, row: string, { data_key, master_key_id }: Row): Buffer | null {
  return unlessBroken(() => unwrapLegacyDataKey(keyring, row, { dataKey: data_key as Uint8Array, masterKeyId: String(master_key_id) }));
}

function unlessBroken<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SealBrokenError) return null;
    throw error;
  }
}

/** @returns all tables, in the order in which they are brought into today's form */
export function upgradedTables(db: Database, keyring: Keyring): readonly UpgradedTable[] {
  return [
    pastesTable(db, keyring),
    receiptsTable(keyring),
    queueTable(keyring, 'webhook_deliveries', 'response_body, error'),
    queueTable(keyring, 'notification_queue'),
    valuesTable('webhook_endpoints', 'url', 0, 'owner_id, deleted_at', (row) => ({
      url_sealed: row.deleted_at === null ? sealUrl(keyring, Number(row.owner_id), String(row.value)) : null,
      url: null,
    })),
    valuesTable('webhook_secrets', 'data_key', '', 'secret_sealed, data_key, master_key_id', (row) => secretOf(keyring, row)),
    valuesTable('messenger_chats', 'title', 0, '', (row) => ({ title_sealed: sealChatTitle(keyring, String(row.value)), title: null })),
    valuesTable('api_keys', 'name', '', '', (row) => ({
      name_sealed: sealValue(keyring, keyNamePlace(String(row.key)), String(row.value)),
      name: null,
    })),
  ];
}

/**
 * Pastes, with their pieces and receipts. A row can't be given another key while pieces refer to it, so that a second one
 * takes its place.
 */
export function pastesTable(db: Database, keyring: Keyring): UpgradedTable & { selectThese: string } {
  const { forUpdate, bytes, isIn } = db.dialect;
  const columns = `id AS key, created_at, content_bytes, title_sealed, data_key, master_key_id, is_e2ee, burn_after_read, read_proof`;
  // An expression, or SQLite would look into the index of lookups, and sort all that it finds there for every batch.
  const isLegacy = "coalesce(lookup, '') = ''";
  const types = ['TEXT', 'TEXT', 'TEXT', bytes, bytes, bytes, 'TEXT'];
  const values = `(${types.map((type) => `CAST(? AS ${type})`).join(', ')})`;

  return {
    table: 'pastes',
    start: '',
    select: `SELECT ${columns} FROM pastes WHERE ${isLegacy} AND id > ? ORDER BY id LIMIT ${BATCH_ROWS}`,
    selectThese: `SELECT ${columns} FROM pastes WHERE ${isLegacy} AND ${isIn('id')} ORDER BY id`,
    statements(rows) {
      const params = rows.flatMap((row) => [String(row.key), ...newValues(keyring, row)]);
      const moved = `WITH moved (old_id, ${NEW_COLUMNS.join(', ')}) AS (VALUES ${rows.map(() => values).join(', ')})`;
      const old = { sql: `id IN (${rows.map(() => '?').join(', ')}) AND ${isLegacy}`, params: rows.map(({ key }) => String(key)) };
      return [
        // Of two at the same moment the second finds nothing to do.
        ...(forUpdate ? [{ sql: `SELECT id FROM pastes WHERE ${old.sql} ORDER BY id ${forUpdate}`, params: old.params }] : []),
        {
          sql: `${moved} INSERT INTO pastes (${[...NEW_COLUMNS, ...KEPT_COLUMNS].join(', ')})
            SELECT ${NEW_COLUMNS.map((column) => `moved.${column}`).join(', ')}, ${KEPT_COLUMNS.map((column) => `p.${column}`).join(', ')}
            FROM moved JOIN pastes p ON p.id = moved.old_id WHERE coalesce(p.lookup, '') = ''`,
          params,
        },
        {
          sql: `${moved} UPDATE paste_chunks SET paste_id = moved.id FROM moved
            WHERE paste_chunks.paste_id = moved.old_id AND EXISTS (SELECT 1 FROM pastes p WHERE p.id = moved.id)`,
          params,
        },
        {
          sql: `${moved} UPDATE burn_receipts SET id = moved.id, lookup = moved.lookup, id_sealed = moved.id_sealed FROM moved
            WHERE burn_receipts.id = moved.old_id AND burn_receipts.lookup IS NULL AND EXISTS (SELECT 1 FROM pastes p WHERE p.id = moved.id)`,
          params,
        },
        { sql: `DELETE FROM pastes WHERE ${old.sql}`, params: old.params },
      ];
    },
  };
}

/** Values of NEW_COLUMNS. */
function newValues(keyring: Keyring, row: Row): SqlValue[] {
  const publicId = String(row.key);
  const keys = pasteKeysOf(keyring, publicId);
  const id = newRowId(Number(row.created_at));
  const dataKey = legacyKey(keyring, publicId, row);
  const terms: PasteTerms = {
    isE2ee: Boolean(row.is_e2ee),
    burnAfterRead: Boolean(row.burn_after_read),
    readProof: row.read_proof as Uint8Array | null,
    maxReads: null,
  };
  // What is damaged stays so.
  const wrapped = dataKey
    ? wrapDataKey(keys, terms, dataKey)
    : { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) };
  const title = legacyTitle(keyring, publicId, row);
  const titleSealed = title === null ? null : sealTitle(keys, title);
  return [id, currentLookup(keys), sealPasteId(keyring, id, publicId), titleSealed, wrapped.dataKey, wrapped.masterKeyId];
}

/** Receipts of pastes that have gone. */
function receiptsTable(keyring: Keyring): UpgradedTable {
  return {
    table: 'burn_receipts',
    start: '',
    select: `SELECT id AS key, created_at FROM burn_receipts r WHERE lookup IS NULL AND id > ?
      AND NOT EXISTS (SELECT 1 FROM pastes p WHERE p.id = r.id) ORDER BY id LIMIT ${BATCH_ROWS}`,
    statements: (rows) =>
      rows.map((row) => {
        const publicId = String(row.key);
        const id = newRowId(Number(row.created_at));
        return {
          sql: 'UPDATE burn_receipts SET id = ?, lookup = ?, id_sealed = ? WHERE id = ? AND lookup IS NULL',
          params: [id, currentLookup(pasteKeysOf(keyring, publicId)), sealPasteId(keyring, id, publicId), publicId],
        };
      }),
  };
}

/** What is to be told, or was. @param responses columns of what the receiver responded, in clear */
function queueTable(keyring: Keyring, table: string, responses?: string): UpgradedTable {
  const more = responses === undefined ? '' : `, ${responses}`;
  return {
    table,
    start: '',
    select: `SELECT id AS key, created_at, paste_id, title_sealed, data_key, master_key_id${more} FROM ${table}
      WHERE id_sealed IS NULL AND paste_id IS NOT NULL AND id > ? ORDER BY id LIMIT ${BATCH_ROWS}`,
    statements: (rows) =>
      rows.map((row) => {
        const publicId = String(row.paste_id);
        const id = newRowId(Number(row.created_at));
        const title = legacyTitle(keyring, publicId, row);
        const columns: Record<string, SqlValue> = {
          paste_id: id,
          id_sealed: sealPasteId(keyring, id, publicId),
          title_sealed: title === null ? null : sealTitle(pasteKeysOf(keyring, publicId), title),
          data_key: null,
          master_key_id: null,
        };
        if (responses !== undefined) {
          const response = { body: row.response_body as string | null, error: row.error as string | null };
          Object.assign(columns, { response_sealed: sealResponse(keyring, String(row.key), response), response_body: null, error: null });
        }
        return update(table, row.key as string, columns, 'id_sealed IS NULL');
      }),
  };
}

/** Rows with one value in clear, in a column that is null in today's form. */
function valuesTable(
  table: string,
  column: string,
  start: string | number,
  more: string,
  columnsOf: (row: Row) => Record<string, SqlValue>,
): UpgradedTable {
  return {
    table,
    start,
    select: `SELECT id AS key, ${column} AS value${more && `, ${more}`} FROM ${table}
      WHERE ${column} IS NOT NULL AND id > ? ORDER BY id LIMIT ${BATCH_ROWS}`,
    statements: (rows) => rows.map((row) => update(table, row.key as string | number, columnsOf(row), `${column} IS NOT NULL`)),
  };
}

function secretOf(keyring: Keyring, row: Row): Record<string, SqlValue> {
  const id = String(row.key);
  const rest = { data_key: null, master_key_id: null };
  // A damaged one opens as little afterwards.
  if (legacyKey(keyring, id, row) === null) return rest;
  const legacy = { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) };
  const secret = openSecret(keyring, { id, secretSealed: row.secret_sealed as Uint8Array, legacyKey: legacy });
  return { ...rest, secret_sealed: sealValue(keyring, secretPlace(id), secret) };
}

function sealPasteId(keyring: Keyring, id: string, publicId: string): Uint8Array {
  return sealValue(keyring, pasteIdPlace(id), publicId);
}

function update(table: string, id: SqlValue, columns: Record<string, SqlValue>, condition: string): Statement {
  const names = Object.keys(columns);
  return {
    sql: `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ? AND ${condition}`,
    params: [...Object.values(columns), id],
  };
}
