/**
 * Moves all values under older master keys to the current one: lookups of pastes, keys of contents, and short values.
 * Contents stay as they are.
 *
 * Guarantees: every paste is readable at every moment, by processes that have both keys. It may be
 * killed at any point and run again. The old key's fingerprint is removed only when no value is under that key. The audit
 * records the start before the first change, and the removal of a key in the same transaction.
 * A row that doesn't decrypt is left as it is and counted, and the other rows move.
 */

import { keyNamePlace } from '../accounts/accounts.repository';
import { labelPlace } from '../accounts/identities.repository';
import { auditPlace, operatorEntry } from '../audit/audit-recorder';
import type { Database, Row, SqlValue, Statement } from '../db/database';
import { DAY_MS } from '../encoding/time.rules';
import { addressPlace } from '../mail/mail-rows';
import { CHAT_TITLE, replyPlace } from '../messenger/messenger-rows';
import { answerPlace } from '../pastes/service/paste-idempotency.repository';
import { newRowId, termsOfRow } from '../pastes/storage/paste-rows';
import { TERMS_COLUMNS } from '../pastes/storage/paste-terms';
import { reportPlace } from '../reports/report.repository';
import { detailsPlace, requestIdPlace } from '../requests/request.repository';
import { type Keyring, UnknownMasterKeyError } from '../vault/keyring';
import {
  answeredRequestPlace,
  currentLookup,
  openTitle,
  openValue,
  pasteIdPlace,
  pasteKeysOf,
  recipientPlace,
  requestLookups,
  SealBrokenError,
  sealTitle,
  sealValue,
  unwrapDataKey,
  type ValuePlace,
  wrapDataKey,
} from '../vault/vault';
import { responsePlace, secretPlace, urlPlace } from '../webhooks/webhook-rows';

/** A table with values under a master key. */
export interface RotatedTable {
  table: string;
  /** A value below every primary key. */
  start: string | number;
  /** Columns that `rotate` needs, besides the primary key `id`. */
  columns: readonly string[];
  /** Columns whose values begin with the fingerprint of their master key. None: the column `master_key_id` has it. */
  sealed: readonly string[];
  /** The columns' new values. @throws UnknownMasterKeyError, SealBrokenError */
  rotate(row: Row): Record<string, SqlValue>;
}

const BATCH_ROWS = 200;
/** Rows of one transaction. The transactions of a batch run at once, because most of their time is the network's. */
const LANE_ROWS = 50;

export interface RotationResult {
  moved: number;
  /** Number of rows that don't decrypt under the key they name. */
  broken: number;
}

/** @throws UnknownMasterKeyError when a key the database still needs isn't configured */
export async function rotateMasterKey(
  db: Database,
  keyring: Keyring,
  tables: readonly RotatedTable[],
  onProgress: (result: RotationResult) => void = () => undefined,
): Promise<RotationResult> {
  const result = { moved: 0, broken: 0 };
  await db.write([operatorEntry('rotation.started', keyring.current.id)]);
  // Unregistered keys are rotated, too: a process with the old key alone may have written after another rotation had ended.
  const registered = (await db.prisma.masterKey.findMany()).map(({ id }) => id);
  const old = [...new Set([...registered, ...keyring.all.map(({ id }) => id)])].filter((id) => id !== keyring.current.id);
  for (const table of tables) {
    for (const oldKeyId of old) {
      for (let after = table.start; ; ) {
        const rows = await db.readLong(...rowsUnder(table, oldKeyId, after));
        const last = rows.at(-1);
        if (!last) break;
        const statements = rows.map((row) => moveRow(keyring, table, oldKeyId, row)).filter((statement) => statement !== null);
        await Promise.all(inLanes(statements).map((lane) => db.write(lane)));
        result.moved += statements.length;
        result.broken += rows.length - statements.length;
        after = last.id as string | number;
        onProgress(result);
      }
    }
  }
  for (const id of old) {
    if (await isInUse(db, tables, id)) continue;
    // Pastes, which must not be lost, are checked once more: those of a day, since neither an upload nor the look before takes so long.
    const sql = `DELETE FROM master_keys WHERE id = ?
      AND NOT EXISTS (SELECT 1 FROM pastes WHERE id > ? AND master_key_id = ?) RETURNING id`;
    await db.write([
      { sql, params: [id, newRowId(Date.now() - DAY_MS), id] },
      { ...operatorEntry('master-key.retired', id), onlyAfter: 0 },
    ]);
  }
  return result;
}

function inLanes(statements: readonly Statement[]): Statement[][] {
  const lanes: Statement[][] = [];
  for (let from = 0; from < statements.length; from += LANE_ROWS) lanes.push(statements.slice(from, from + LANE_ROWS));
  return lanes;
}

/** Whether any value is under the key. Reads every row. */
async function isInUse(db: Database, tables: readonly RotatedTable[], keyId: string): Promise<boolean> {
  for (const table of tables) {
    const { sql, params } = isUnder(table, keyId);
    if ((await db.readLong(`SELECT 1 AS found FROM ${table.table} WHERE ${sql} LIMIT 1`, params)).length > 0) return true;
  }
  return false;
}

function rowsUnder(table: RotatedTable, keyId: string, after: string | number): [sql: string, params: SqlValue[]] {
  const under = isUnder(table, keyId);
  const columns = ['id', ...table.columns].join(', ');
  // Each page goes on in the order of `id`; by an index on the key, it would sort all the rows that are left.
  const sql = `SELECT ${columns} FROM ${table.table} WHERE CASE WHEN ${under.sql} THEN 1 END = 1 AND id > ? ORDER BY id LIMIT ${BATCH_ROWS}`;
  return [sql, [...under.params, after]];
}

/** Updates a row only if it is still under the key that it was read under. A concurrent run that was first wins, and both agree. */
function moveRow(keyring: Keyring, table: RotatedTable, keyId: string, row: Row): Statement | null {
  try {
    const columns = table.rotate(row);
    const names = Object.keys(columns);
    const under = isUnder(table, keyId);
    return {
      sql: `UPDATE ${table.table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ? AND (${under.sql})`,
      params: [...Object.values(columns), row.id ?? null, ...under.params],
    };
  } catch (error) {
    // A damaged value may name a master key that has never existed.
    if (error instanceof SealBrokenError || (error instanceof UnknownMasterKeyError && keyring.has(keyId))) return null;
    throw error;
  }
}

function isUnder({ sealed }: RotatedTable, keyId: string): { sql: string; params: SqlValue[] } {
  if (sealed.length === 0) return { sql: 'master_key_id = ?', params: [keyId] };
  const fingerprint = Buffer.from(keyId, 'hex');
  return { sql: `(${sealed.map((column) => `substr(${column}, 1, 8) = ?`).join(' OR ')})`, params: sealed.map(() => fingerprint) };
}

/** Tables with values under a master key, and how a row moves to the current key. */
export function rotatedTables(keyring: Keyring): readonly RotatedTable[] {
  const reseal = (place: ValuePlace, sealed: SqlValue | undefined): Uint8Array | null =>
    sealed == null ? null : sealValue(keyring, place, openValue(keyring, place, sealed as Uint8Array));
  const publicIdOf = (id: string, row: Row) => openValue(keyring, pasteIdPlace(id), row.id_sealed as Uint8Array);

  /** The public id and title of a paste, which its row and the queues have. @param id of the paste */
  function paste(id: string, row: Row) {
    const keys = pasteKeysOf(keyring, publicIdOf(id, row));
    const title_sealed = row.title_sealed === null ? null : sealTitle(keys, openTitle(keys, row.title_sealed as Uint8Array));
    return { keys, columns: { id_sealed: reseal(pasteIdPlace(id), row.id_sealed), title_sealed } };
  }

  /** A table with one sealed column. */
  const values = (
    table: string,
    start: string | number,
    column: string,
    place: (row: Row) => ValuePlace,
    more: string[] = [],
  ): RotatedTable => ({
    table,
    start,
    columns: [column, ...more],
    sealed: [column],
    rotate: (row) => ({ [column]: reseal(place(row), row[column]) }),
  });

  /** A table about pastes that may be gone. Its sealed ids are rotated, and the lookups made anew from them. */
  const ofEnded = (table: string): RotatedTable => ({
    table,
    start: '',
    columns: ['id_sealed'],
    sealed: ['id_sealed'],
    rotate(row) {
      const id = String(row.id);
      return {
        id_sealed: reseal(pasteIdPlace(id), row.id_sealed),
        lookup: currentLookup(pasteKeysOf(keyring, publicIdOf(id, row))),
      };
    },
  });

  return [
    {
      table: 'pastes',
      start: '',
      columns: ['id_sealed', 'title_sealed', 'data_key', 'master_key_id', ...TERMS_COLUMNS],
      sealed: [],
      rotate(row) {
        const id = String(row.id);
        const { keys, columns } = paste(id, row);
        const terms = termsOfRow(row);
        const stored = { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) };
        const { dataKey, masterKeyId } = wrapDataKey(keys, terms, unwrapDataKey(keys, terms, stored));
        const recipient_sealed = reseal(recipientPlace(id), row.recipient_sealed);
        return { ...columns, recipient_sealed, lookup: currentLookup(keys), data_key: dataKey, master_key_id: masterKeyId };
      },
    },
    ofEnded('burn_receipts'),
    {
      table: 'webhook_deliveries',
      start: '',
      columns: ['paste_id', 'id_sealed', 'title_sealed', 'response_sealed', 'request_id_sealed'],
      sealed: ['id_sealed', 'title_sealed', 'response_sealed', 'request_id_sealed'],
      rotate: (row) => ({
        ...paste(String(row.paste_id), row).columns,
        request_id_sealed: reseal(answeredRequestPlace(String(row.paste_id)), row.request_id_sealed),
        response_sealed: reseal(responsePlace(String(row.id)), row.response_sealed),
      }),
    },
    {
      table: 'notification_queue',
      start: '',
      columns: ['paste_id', 'id_sealed', 'title_sealed', 'text_sealed'],
      sealed: ['id_sealed', 'title_sealed', 'text_sealed'],
      rotate: (row) => ({
        ...(row.id_sealed === null ? {} : paste(String(row.paste_id), row).columns),
        text_sealed: reseal(replyPlace(String(row.id)), row.text_sealed),
      }),
    },
    {
      table: 'mails',
      start: '',
      columns: ['paste_id', 'id_sealed', 'title_sealed'],
      sealed: ['id_sealed', 'title_sealed'],
      rotate: (row) => paste(String(row.paste_id), row).columns,
    },
    {
      table: 'secret_requests',
      start: '',
      columns: ['id_sealed', 'details_sealed'],
      sealed: ['id_sealed', 'details_sealed'],
      rotate(row) {
        const id = String(row.id);
        const requestId = openValue(keyring, requestIdPlace(id), row.id_sealed as Uint8Array);
        return {
          lookup: requestLookups(keyring, requestId)[0] as string,
          id_sealed: sealValue(keyring, requestIdPlace(id), requestId),
          details_sealed: reseal(detailsPlace(id), row.details_sealed),
        };
      },
    },
    values('secret_answers', '', 'request_id_sealed', (row) => answeredRequestPlace(String(row.id))),
    ofEnded('removed_pastes'),
    values('reports', '', 'body_sealed', (row) => reportPlace(String(row.id))),
    values('webhook_endpoints', 0, 'url_sealed', (row) => urlPlace(Number(row.owner_id)), ['owner_id']),
    values('webhook_secrets', '', 'secret_sealed', (row) => secretPlace(String(row.id))),
    values('mailboxes', 0, 'address_sealed', (row) => addressPlace(Number(row.owner_id)), ['owner_id']),
    values('messenger_chats', 0, 'title_sealed', () => CHAT_TITLE),
    values('create_requests', '', 'answer_sealed', (row) => answerPlace(String(row.id))),
    values('audit', '', 'details_sealed', (row) => auditPlace(String(row.id))),
    values('api_keys', '', 'name_sealed', (row) => keyNamePlace(String(row.id))),
    values('identities', '', 'label_sealed', (row) => labelPlace(String(row.id))),
  ];
}
